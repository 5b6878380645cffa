create or replace table value as
select coalesce(r.number, n.label_id) as label_id, field, value, norm
from value_next n left join renumbered r on r.key = n.rowid
order by label_id;
