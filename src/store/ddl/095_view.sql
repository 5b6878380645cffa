-- The documented views: what `graph.sql` and `biograph sql` are for. Merged and removed entities are never in them.

-- live_entities: one row per live entity: id, kind, name, slug, identifiers, MoA fields, confidence, platform_type,
-- product_family, source, updated_at (UTC), and its signals (null without live edges).
create view graph.live_entities as
select e.id, k.kind, e.name, e.slug, e.domain, e.cik, e.ticker, e.uei, e.orcid, e.doi, e.target, e.target_id, e.target_symbol,
  e.modality, e.mechanism, e.therapeutic_area, e.disease_id, e.disease_label, e.confidence, e.platform_type, e.product_family, e.source, e.updated_at,
  s.degree, s.prominence, s.momentum, s.rank_in_kind, s.activity_90d
from graph.entity e join graph.kind k on k.kind_no = e.rid >> 26 left join graph.signal s on s.rid = e.rid;

-- trusted_entities: the live entities whose MoA enrichment is trusted (confidence at or above the release's trusted_confidence).
create view graph.trusted_entities as
from graph.live_entities where confidence >= (select trusted_confidence from graph.release);

-- live_edges: source and target ids with their kinds, relation, observed_at (UTC, may be null).
create view graph.live_edges as
select s.id as source, sk.kind as source_kind, r.relation, t.id as target, tk.kind as target_kind, o.observed as observed_at
from graph.edge_out o
join graph.relation r on r.rel = o.rel
join graph.entity s on s.rid = o.src join graph.kind sk on sk.kind_no = s.rid >> 26
join graph.entity t on t.rid = o.dst join graph.kind tk on tk.kind_no = t.rid >> 26;

-- labels: one row for each distinct value an entity carries: id, field, value, confidence, trusted.
create view graph.labels as
select e.id, v.field, v.value, l.confidence, l.trusted
from graph.label l join graph.value v on v.vid = l.vid join graph.entity e on e.rid = l.rid;

-- attributes: id, and the attributes of every live entity as JSON.
create view graph.attributes as
select e.id, json_extract('{' || str_split(d.doc, chr(30))[2] || '}}', '$.attributes') as attributes
from graph.document d join graph.entity e on e.rid = d.rid;
