-- Whose list of neighbours is another: ends of edges that came or went, and whoever had somebody who moved beside one that is on his other
-- side now. Hubs are not searched: theirs is another when anybody in it moved.

create temp table mover as select key as rid from moved_prominence;

create temp table beside as
select other as rid, mover, count(*)::integer as times
from (
  select rid as mover, unnest(others) as other from past.adjacency where rid in (from mover)
  union all
  select rid, unnest(others) from past.adjacency_more where rid in (from mover)
)
group by all;

create temp table beside_hub as select distinct rid from beside where rid in (select rid from past.adjacency_more);

create temp table restated as
select src as rid from edge_dead
union
select dst from edge_dead
union
select src from own.edge_out
union
select dst from own.edge_out
union
from beside_hub
union
select f.rid
from (
  select rid, mover, others[place - 1] as before, others[place + times] as after
  from (
    select b.rid, b.mover, b.times, a.others, list_position(a.others, b.mover) as place
    from past.adjacency a join beside b using (rid) where b.rid not in (from beside_hub)
  )
) f
join position m on m.rid = f.mover
left join position b on b.rid = f.before
left join position a on a.rid = f.after
where b.prominence > m.prominence or a.prominence < m.prominence;

drop table mover;
drop table beside;
drop table beside_hub;

-- The build's statement makes their lists anew, in a database beside that has their edges alone.
attach ':memory:' as lists;
create view lists.edge_out as from graph.edge_out where src in (from temp.restated);
create view lists.edge_in as from graph.edge_in where dst in (from temp.restated);
create view lists.order_rank as from graph.order_rank;
