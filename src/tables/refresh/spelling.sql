-- Less the values carried before, and with those of now; values keep their numbers.
create or replace table spelling as
select field, value, norm, sum(count)::bigint as count
from (
  from spelling
  union all
  select field, value, norm(value), -1 from carried_before where trim(value) <> ''
  union all
  select field, value, norm(value), 1 from carried where trim(value) <> ''
)
group by all having sum(count) > 0;

create temp table value_next as
select field, norm, s.value, coalesce(label_id, 0) as label_id
from (select field, norm, first(value order by count desc, value) as value from spelling group by field, norm) s
left join value using (field, norm)
order by field, norm;
