-- Signals of every entity that has a live edge, measured at as_of. A self-loop is one edge of its entity.

create table signal as
with
ends as (
  select src as rid, observed from edge_out
  union all
  select dst, observed from edge_in where src <> dst
),
counted as (
  select
    rid,
    count(*) as degree,
    count(*) filter (observed > as_of - interval 90 day and observed <= as_of) as activity_90d,
    count(*) filter (observed > as_of - interval 180 day and observed <= as_of - interval 90 day) as before
  from ends, release
  group by rid
)
select
  rid,
  degree,
  activity_90d,
  round(10.0 * (activity_90d - before) / (activity_90d + before + 1), 4) as momentum,
  round(100 * percent_rank() over (partition by kind_of(rid) order by degree), 4) as prominence,
  row_number() over (partition by kind_of(rid) order by degree desc, e.name, e.id) as rank_in_kind
from counted join entity e using (rid)
order by rid;
