-- reads: end_of, relation, snapshot_edges
-- refresh: by-difference

-- Live edges between live entities, in both orders. Edges of merged entities are redirected to the survivor; an edge
-- between a duplicate and its survivor is dropped.

create temp table edge_found as
select s.rid as src, r.rel, t.rid as dst, make_timestamp_ms(epoch_ms(e.observed_at)) as observed, e.origin, e.confidence, e.record, s.moved or t.moved as moved
from snapshot_edges e
join end_of s on s.id = e.source::uuid
join end_of t on t.id = e.target::uuid
join relation r on r.relation = e.relation
where s.rid <> t.rid or e.source = e.target;

-- Only redirected edges can become duplicates, so only the pairs they touch are grouped.
create temp table twin as
select src, rel, dst, observed, told.origin as origin, -told.doubt as confidence, told.record as record
from (
  -- Of several statements of an edge the most confident is kept, with its provenance.
  select src, rel, dst, max(observed) as observed, min({doubt: -confidence, origin: origin, record: record}) as told
  from edge_found
  where (src, rel, dst) in (select (src, rel, dst) from edge_found where moved)
  group by all
);

create temp table edge_once as
select src, rel, dst, observed, origin, confidence, record from edge_found
where not exists (select 1 from twin t where t.src = edge_found.src and t.rel = edge_found.rel and t.dst = edge_found.dst)
union all
select src, rel, dst, observed, origin, confidence, record from twin;

drop table edge_found;

create table edge_out as select src, rel, dst, observed, origin, confidence, record from edge_once order by src, rel, observed desc nulls last, dst;
create table edge_in as select dst, rel, src, observed, origin, confidence, record from edge_once order by dst, rel, observed desc nulls last, src;

drop table edge_once;
drop table twin;
