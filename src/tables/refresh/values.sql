insert into value
select r.number, n.field, n.value, n.norm
from value_next n join renumbered r on r.key = n.rowid;

create view own.spelling as from graph.spelling;
create view own.value as from graph.value;
create view own.order_key as from graph.order_key;
create view own.release as from graph.release;
