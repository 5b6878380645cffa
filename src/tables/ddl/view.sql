-- reads: edge_out, entity, kind, label, relation, release, remainder, signal, value
-- refresh: once

-- The documented views for `sql` and `biograph sql`. They never include merged or removed entities.

-- live_entities: One row per live entity: id, kind, name, slug, identifiers, MoA fields, confidence, platform_type,
-- product_family, source, updated_at (UTC), and its signals (null without live edges).
create view graph.live_entities as
select e.id, k.kind, e.* exclude (rid, id), s.degree, s.prominence, s.momentum, s.rank_in_kind, s.activity_90d
from entity e join kind k on k.kind_no = kind_of(e.rid) left join signal s on s.rid = e.rid;

-- trusted_entities: The live entities whose MoA enrichment is trusted (confidence at or above the release's trusted_confidence).
create view graph.trusted_entities as
from live_entities where confidence >= (select trusted_confidence from release);

-- live_edges: Source and target ids with their kinds, relation, observed_at (UTC, may be null), and the provenance of the edge: origin
-- (the source's label), confidence, and record (the source's own id of the row), each null if unknown.
create view graph.live_edges as
-- The target's id also follows from the edge: else the engine joins all entities with all for a condition such as source <> target.
select s.id as source, sk.kind as source_kind, r.relation, case when o.dst is not null then t.id end as target, tk.kind as target_kind, o.observed as observed_at,
  o.origin, o.confidence, o.record
from edge_out o
join relation r on r.rel = o.rel
join entity s on s.rid = o.src join kind sk on sk.kind_no = kind_of(s.rid)
join entity t on t.rid = o.dst join kind tk on tk.kind_no = kind_of(t.rid);

-- labels: One row for each distinct value of an entity: id, field, value, confidence, trusted. The field disease has the stated
-- diseases and everything above them in the disease tree; disease_id has only the stated ones.
create view graph.labels as
select e.id, v.field, v.value, l.confidence, l.trusted
from label l join value v on v.label_id = l.label_id join entity e on e.rid = l.rid;

-- attributes: The id and the attributes of every live entity as JSON.
create view graph.attributes as
select e.id, case when len(n.aliases) > 0
  then json_merge_patch(json_object('aliases', n.aliases), coalesce(n.attributes, '{}')) else coalesce(n.attributes, '{}')::json end as attributes
from remainder n join entity e on e.rid = n.rid;
