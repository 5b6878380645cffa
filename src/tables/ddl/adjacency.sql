-- reads: edge_in, edge_out, order_rank
-- refresh: once

-- The neighbours of each entity, one row per entity: most prominent first (the order of order_key.prominence, with ties
-- broken by id), with a step for each edge: relation number * 2, plus 1 for an incoming edge. A neighbour by several
-- relations is listed once for each, next to each other; a loop once, as an outgoing edge. Only the first 101
-- neighbours are here, so that a hub is read as fast as another entity; the rest are in adjacency_more. `neighbours`
-- counts distinct neighbours. A view, because answers read the lists from a look-up file, which is written from the
-- edges (src/lookups/neighbours.ts).

create view graph.adjacency as
with keyed as (
  -- Position, row and step in one number: a list of numbers sorts fast.
  select e.rid, list_sort(list(end_key(p.pos, e.other, e.step))) as ends
  from (
    select src as rid, dst as other, (rel * 2)::bigint as step from edge_out
    union all
    select dst, src, rel * 2 + 1 from edge_in where src <> dst
  ) e
  join (select rid, pos from order_rank where scope = 0 and sort = 3) p on p.rid = e.other
  group by e.rid
),
-- Hubs: each distinct neighbour, and the first one that is not among the 101.
hub as (
  select rid, ends, all_others[102] as next, all_others
  from (
    select rid, ends, list_sort(list_distinct(list_transform(ends, lambda x: x >> 8))) as all_others
    from keyed where len(ends) > 101
  )
)
select rid, others, steps,
  -- A neighbour by several relations occurs several times in a row.
  (len(others) - len(list_filter(others, lambda x, i: x = rid or (i > 1 and x = others[i - 1]))))::integer as neighbours
from (select rid, others_of(ends) as others, steps_of(ends) as steps from keyed where len(ends) <= 101)
union all
select rid, others_of(head), steps_of(head), (len(all_others) - list_contains(list_transform(all_others, lambda x: key_rid(x)), rid)::integer)::integer
from (
  select rid, all_others,
    case when next is null then ends else list_filter(ends, lambda x: (x >> 8) < next) end as head
  from hub
);
