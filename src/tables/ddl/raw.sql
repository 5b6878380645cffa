-- reads: disease, disease_about, edge_out, entity, gone, kind, relation, remainder, stated
-- refresh: once

-- The rows of the snapshot again: `snapshot create` and the next generation read them from here. Ends of edges are the
-- survivors of merged entities.

create view graph.raw_entities as
select e.id::varchar as id, k.kind, 'live' as state, null::varchar as merged_into, e.* exclude (rid, id, confidence, updated_at),
  e.confidence as moa_confidence, n.* exclude (rid), e.updated_at::timestamptz as updated_at
from entity e
join kind k on k.kind_no = kind_of(e.rid)
join remainder n on n.rid = e.rid
union all by name
select id::varchar as id, k.kind, case when merged_into is null then 'removed' else 'merged' end as state,
  merged_into::varchar as merged_into, natural_key, name, slug, source, updated_at::timestamptz as updated_at
from gone g join kind k on k.kind_no = g.kind_no;

create view graph.raw_edges as
select s.id::varchar as source, r.relation, t.id::varchar as target, o.observed::timestamptz as observed_at, o.origin, o.confidence, o.record
from edge_out o
join relation r on r.rel = o.rel
join entity s on s.rid = o.src
join entity t on t.rid = o.dst;

create view graph.raw_provenance as
select e.id::varchar as entity_id, p.* exclude (rid) from stated p join entity e on e.rid = p.rid;

create view graph.raw_diseases as
select id, label, synonyms, parents from disease where (select origin from disease_about) = 'snapshot';
