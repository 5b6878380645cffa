insert into value
select v.number, n.field, n.value, n.norm
from value_new n join value_number v on v.key = n.field || ':' || n.norm
order by v.number;

create view own.spelling as from graph.spelling;
create view own.value as from graph.value;
create view own.position as from graph.position;
create view own.release as from graph.release;
