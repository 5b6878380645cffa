-- Live edges by entity, from what was counted before: less the edges that went, with those that came, and those that as_of, which has moved on,
-- leaves in another of the two windows counted once more.

set variable as_of = (select as_of from release);
set variable as_of_before = (select as_of from past.release);

create temp table recount as
with shifted as (
  select src, dst, observed from edge_out
  where is_active(observed, getvariable('as_of')) <> is_active(observed, getvariable('as_of_before'))
    or is_active(observed, getvariable('as_of') - interval 90 day) <> is_active(observed, getvariable('as_of_before') - interval 90 day)
)
select src, dst, observed, -1 as n, getvariable('as_of_before') as moment from edge_dead
union all
select src, dst, observed, 1, getvariable('as_of_before') from own.edge_out
union all
select src, dst, observed, -1, getvariable('as_of_before') from shifted
union all
select src, dst, observed, 1, getvariable('as_of') from shifted;

create temp table counted as
with ends as (
  select src as rid, n, observed, moment from recount
  union all
  select dst, n, observed, moment from recount where src <> dst
)
select rid, sum(degree)::bigint as degree, sum(activity_90d)::bigint as activity_90d, sum(activity_before)::bigint as activity_before
from (
  select rid, degree, activity_90d, activity_before from past.signal
  union all
  select
    rid,
    n,
    case when is_active(observed, moment) then n else 0 end,
    case when is_active(observed, moment - interval 90 day) then n else 0 end
  from ends
)
group by rid
having sum(degree) > 0;

drop table recount;
