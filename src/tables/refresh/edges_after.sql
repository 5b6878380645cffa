-- If one end of an edge was merged, the edge may coincide with one that the survivor has: both are read again, as one.

create temp table edge_met as
select o.rowid as row, o.src, o.rel, o.dst, o.observed, o.origin, o.confidence, o.record, false as replaced
from edge_out o semi join (
  select s.rid as src, r.rel, t.rid as dst
  from edge_coming c
  join end_of s on s.id = try_cast(c.source as uuid)
  join end_of t on t.id = try_cast(c.target as uuid)
  join relation r using (relation)
  where s.moved or t.moved
) using (src, rel, dst)
where o.rowid not in (select row from edge_dead);

insert into edge_dead from edge_met;

insert into edge_coming
select s.id::varchar, r.relation, t.id::varchar, m.observed::timestamptz, m.origin, m.confidence, m.record
from edge_met m join relation r using (rel) join entity s on s.rid = m.src join entity t on t.rid = m.dst;

create temp view snapshot_edges as from edge_coming;
