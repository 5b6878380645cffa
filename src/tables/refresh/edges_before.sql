-- Edges that change, while the row numbers of both generations can still be told apart.

create temp table ended as select rid from replaced where rid not in (select rid from own.entity);

create temp table edge_dead as
select o.rowid as row, o.src, o.rel, o.dst, o.observed, o.origin, o.confidence, o.record, false as replaced
from edge_out o where o.src in (from ended) or o.dst in (from ended);

-- An edge that is stated anew, or taken back, gives way to what is said of it now.
create temp table edge_replaced as
select s.rid as src, r.rel, t.rid as dst
from (select source, relation, target from change_edges union all from change_edges_gone) c
join relation r using (relation)
join entity s on s.id = try_cast(c.source as uuid)
join entity t on t.id = try_cast(c.target as uuid);

update edge_dead set replaced = true
from edge_replaced r where r.src = edge_dead.src and r.rel = edge_dead.rel and r.dst = edge_dead.dst;

insert into edge_dead
select o.rowid, o.src, o.rel, o.dst, o.observed, o.origin, o.confidence, o.record, true
from edge_out o semi join edge_replaced using (src, rel, dst)
where o.rowid not in (select row from edge_dead);

-- What comes in their place, by ids.
create temp table edge_coming as
select s.id::varchar as source, r.relation, t.id::varchar as target, d.observed::timestamptz as observed_at, d.origin, d.confidence, d.record
from edge_dead d join relation r using (rel) join entity s on s.rid = d.src join entity t on t.rid = d.dst
where not d.replaced
union all by name
select source, relation, target, observed_at, origin, confidence, record from change_edges;
