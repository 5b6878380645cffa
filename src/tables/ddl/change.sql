-- reads: entity, gone
-- refresh: full

-- The change feed: one row per id with its latest change, numbered so that updated_at never decreases.
create temp table changed_at as
select updated_at, id, rid
from (
  select updated_at, id, rid from entity
  union all
  select updated_at, id, null from gone
)
order by all;

create table change as select (rowid + 1)::integer as seq, updated_at, id, rid from changed_at;

drop table changed_at;
