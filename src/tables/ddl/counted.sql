-- reads: edge_in, edge_out, release
-- refresh: full

-- The number of live edges of each entity that has any: all, those of the 90 days up to as_of, and those of the 90 days
-- before that. A self-loop counts once.

set variable as_of = (select as_of from release);

create temp table counted as
with ends as (
  select src as rid, observed from edge_out
  union all
  select dst, observed from edge_in where src <> dst
)
select
  rid,
  count(*) as degree,
  count(*) filter (is_active(observed, getvariable('as_of'))) as activity_90d,
  count(*) filter (is_active(observed, getvariable('as_of') - interval 90 day)) as activity_before
from ends
group by rid;
