-- Who stands beside whom, one row per entity: neighbours most prominent first (the order of position.prominence, which
-- ends in id), with a step for each edge: relation number * 2, one more against its direction. A neighbour by several
-- relations stands there several times, side by side; a loop once, as an edge that goes out. `observed` is that of the edge, kept where the edge goes out.
create table graph.adjacency as
with ends as (
  select src as rid, dst as other, (rel * 2)::bigint as step, observed from edge_out
  union all
  select dst, src, rel * 2 + 1, null from edge_in where src <> dst
),
-- Place, row and step in one number: a list of numbers sorts faster, and in less memory, than a list of rows.
keyed as (
  select e.rid, list_sort(list({k: (p.prominence::bigint << 38) | (e.other::bigint << 8) | e.step, o: e.observed})) as ends
  from ends e join position p on p.rid = e.other
  group by e.rid
)
select
  rid,
  list_transform(ends, lambda x: ((x.k >> 8) & 1073741823)::integer) as others,
  list_transform(ends, lambda x: (x.k & 255)::utinyint) as steps,
  list_transform(ends, lambda x: x.o) as observed
from keyed
order by rid;
