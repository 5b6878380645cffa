-- reads: by_prominence, edge_in, edge_out, signal
-- refresh: full

-- The neighbours of hubs beyond the first 101, as `adjacency` has those.

create temp table hub as select rid from signal where degree > 101;

create temp table keyed as
with ends as (
  select src as rid, dst as other, (rel * 2)::bigint as step from edge_out semi join hub on hub.rid = src
  union all
  select dst, src, rel * 2 + 1 from edge_in semi join hub on hub.rid = dst where src <> dst
)
select e.rid, end_key(p.rowid + 1, e.other, e.step) as key from ends e join by_prominence p on p.rid = e.other;

create table adjacency_more as
with next as (
  select rid, min(place, 102)[102] as next from (select distinct rid, key >> 8 as place from keyed) group by rid
)
select rid, others_of(rest) as others, steps_of(rest) as steps
from (select k.rid, list(k.key order by k.key) as rest from keyed k join next n on n.rid = k.rid and k.key >> 8 >= n.next group by k.rid)
order by rid;

drop table hub;
drop table keyed;
