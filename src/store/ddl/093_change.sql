-- The change feed: one row for each id, its latest change, along a sequence in which updated_at never falls.
create table change as
select row_number() over (order by updated_at, id)::integer as seq, updated_at, id, rid
from (
  select updated_at, id, rid from entity
  union all
  select updated_at, id, null from gone
)
order by seq;
