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
select e.rid, list_sort(list(end_key(p.rowid + 1, e.other, e.step))) as ends
from ends e join by_prominence p on p.rid = e.other
group by e.rid;

create table adjacency_more as
select rid, others_of(rest) as others, steps_of(rest) as steps
from (
  select rid, list_filter(ends, lambda x: (x >> 8) >= next) as rest
  from (select rid, ends, list_sort(list_distinct(list_transform(ends, lambda x: x >> 8)))[102] as next from keyed)
  where next is not null
)
order by rid;

drop table hub;
drop table keyed;
