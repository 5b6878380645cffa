-- reads: edge_in, edge_out, order_rank
-- refresh: full

-- The neighbours of each entity, one row per entity: most prominent first (the order of order_key.prominence, with ties
-- broken by id), with a step for each edge: relation number * 2, plus 1 for an incoming edge. A neighbour by several
-- relations is listed once for each, next to each other; a loop once, as an outgoing edge. Only the first 101
-- neighbours are here, so that a hub is read as fast as another entity; the rest are in adjacency_more. `neighbours`
-- counts distinct neighbours.

create temp table keyed as
with ends as (
  select src as rid, dst as other, (rel * 2)::bigint as step from edge_out
  union all
  select dst, src, rel * 2 + 1 from edge_in where src <> dst
)
-- Position, row and step in one number: a list of numbers sorts fast.
select e.rid, list_sort(list(end_key(p.pos, e.other, e.step))) as ends
from ends e join (select rid, pos from order_rank where scope = 0 and sort = 3) p on p.rid = e.other
group by e.rid;

create or replace macro others_of(ends) as list_transform(ends, lambda x: key_rid(x >> 8));
create or replace macro steps_of(ends) as list_transform(ends, lambda x: (x & 255)::utinyint);

-- Hubs: each distinct neighbour, and the first one that is not among the 101.
create temp table hub as
select rid, ends, all_others[102] as next, all_others
from (
  select rid, ends, list_sort(list_distinct(list_transform(ends, lambda x: x >> 8))) as all_others
  from keyed where len(ends) > 101
);

create table adjacency as
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
)
order by rid;

drop table keyed;

create table adjacency_more as
select rid, others_of(rest) as others, steps_of(rest) as steps
from (select rid, list_filter(ends, lambda x: (x >> 8) >= next) as rest from hub where next is not null)
order by rid;

drop table hub;
