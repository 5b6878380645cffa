-- reads: entity, gone
-- refresh: full

-- The change feed: one row for each id, its latest change, along a sequence in which updated_at never falls.
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
