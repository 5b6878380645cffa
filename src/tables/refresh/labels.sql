delete from label where rid in (from affected);
update label set recent = m.recent, name = m.name, prominence = m.prominence, momentum = m.momentum, date = m.date
from moved m where m.rid = label.rid;
insert into label from own.label;
