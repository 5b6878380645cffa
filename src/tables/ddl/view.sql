-- reads: edge_out, entity, kind, label, relation, release, remainder, signal, value
-- refresh: once

-- The documented views: what `sql` and `biograph sql` are for. Merged and removed entities are never in them.

-- live_entities: one row per live entity: id, kind, name, slug, identifiers, MoA fields, confidence, platform_type,
-- product_family, source, updated_at (UTC), and its signals (null without live edges).
create view graph.live_entities as
select e.id, k.kind, e.* exclude (rid, id), s.degree, s.prominence, s.momentum, s.rank_in_kind, s.activity_90d
from entity e join kind k on k.kind_no = e.rid >> 26 left join signal s on s.rid = e.rid;

-- trusted_entities: the live entities whose MoA enrichment is trusted (confidence at or above the release's trusted_confidence).
create view graph.trusted_entities as
from live_entities where confidence >= (select trusted_confidence from release);

-- live_edges: source and target ids with their kinds, relation, observed_at (UTC, may be null), and where the edge comes from: origin
-- (the source's label), confidence, and record (the source's own id of the row), each null where unknown.
create view graph.live_edges as
select s.id as source, sk.kind as source_kind, r.relation, t.id as target, tk.kind as target_kind, o.observed as observed_at,
  o.origin, o.confidence, o.record
from edge_out o
join relation r on r.rel = o.rel
join entity s on s.rid = o.src join kind sk on sk.kind_no = s.rid >> 26
join entity t on t.rid = o.dst join kind tk on tk.kind_no = t.rid >> 26;

-- labels: one row for each distinct value an entity carries: id, field, value, confidence, trusted. A disease and everything it is a
-- kind of are values of the field disease; disease_id has only what is stated.
create view graph.labels as
select e.id, v.field, v.value, l.confidence, l.trusted
from label l join value v on v.label_id = l.label_id join entity e on e.rid = l.rid;

-- attributes: id, and the attributes of every live entity as JSON.
create view graph.attributes as
select e.id, case when len(n.aliases) > 0
  then json_merge_patch(json_object('aliases', n.aliases), coalesce(n.attributes, '{}')) else coalesce(n.attributes, '{}')::json end as attributes
from remainder n join entity e on e.rid = n.rid;
