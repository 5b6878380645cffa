-- Edges that change, found while the row numbers of both generations can be told apart.

create temp table ended as select rid from replaced where rid not in (select rid from own.entity);

-- An edge that is restated or removed is replaced by what the changes say of it.
create temp table edge_replaced as
select o.rowid as row from edge_out o semi join (
  select s.rid as src, r.rel, t.rid as dst
  from (select source, relation, target from change_edges union all from change_edges_gone) c
  join relation r using (relation)
  join entity s on s.id = try_cast(c.source as uuid)
  join entity t on t.id = try_cast(c.target as uuid)
) using (src, rel, dst);

create temp table edge_dead as
select rowid as row, src, rel, dst, observed, origin, confidence, record, rowid in (from edge_replaced) as replaced
from edge_out where rowid in (from edge_replaced) or src in (from ended) or dst in (from ended);

-- The edges that replace them, by ids.
create temp table edge_coming as
select s.id::varchar as source, r.relation, t.id::varchar as target, d.observed::timestamptz as observed_at, d.origin, d.confidence, d.record
from edge_dead d join relation r using (rel) join entity s on s.rid = d.src join entity t on t.rid = d.dst
where not d.replaced
union all by name
select source, relation, target, observed_at, origin, confidence, record from change_edges;
