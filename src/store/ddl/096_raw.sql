-- The snapshot's rows once more: what a generation was made of can be read back from it, by `snapshot create` and by
-- whatever makes the next generation. Ends of edges that were folded have become their survivors.

create view graph.parsed as
select rid, from_json('{' || replace(doc, chr(30), '') || '}', '{
  "moa": {"secondary_modalities": ["VARCHAR"]},
  "product": {"categories": ["VARCHAR"], "uid": "VARCHAR"},
  "funding": "JSON",
  "attributes": "JSON",
  "provenance": {"observed_at": "VARCHAR", "identity_confidence": "DOUBLE",
    "fields": [{"field": "VARCHAR", "source": "VARCHAR", "confidence": "DOUBLE", "observed_at": "VARCHAR"}]}
}') as d
from graph.document;

create view graph.raw_entities as
select
  e.id::varchar as id, k.kind, 'live' as state, null::varchar as merged_into, n.natural_key, e.name, e.slug,
  from_json(json_extract(d.attributes, '$.aliases'), '["VARCHAR"]') as aliases,
  e.domain, e.cik, e.ticker, e.uei, e.orcid, e.doi,
  e.target, e.target_id, e.target_symbol, e.modality, case when len(d.moa.secondary_modalities) > 0 then d.moa.secondary_modalities end as secondary_modalities, e.mechanism,
  e.therapeutic_area, e.disease_id, e.disease_label, e.confidence as moa_confidence, e.platform_type,
  e.product_family, case when len(d.product.categories) > 0 then d.product.categories end as product_categories, d.product.uid as product_uid,
  n.pos_probability, n.pos_phase, n.pos_basis,
  case when d.funding::varchar <> 'null' then d.funding::varchar end as funding,
  nullif(case when json_exists(d.attributes, '$.aliases') then json_merge_patch(d.attributes, '{"aliases": null}')::varchar
    else d.attributes::varchar end, '{}') as attributes,
  e.source,
  d.provenance.observed_at::timestamptz as observed_at,
  d.provenance.identity_confidence as identity_confidence,
  e.updated_at::timestamptz as updated_at
from graph.entity e
join graph.kind k on k.kind_no = e.rid >> 26
join graph.parsed p on p.rid = e.rid
left join graph.kept n on n.rid = e.rid
union all by name
select id::varchar as id, k.kind, case when merged_into is null then 'removed' else 'merged' end as state,
  merged_into::varchar as merged_into, natural_key, name, slug, source, updated_at::timestamptz as updated_at
from graph.gone g join graph.kind k on k.kind_no = g.kind_no;

create view graph.raw_edges as
select s.id::varchar as source, r.relation, t.id::varchar as target, o.observed::timestamptz as observed_at, o.origin
from graph.edge_out o
join graph.relation r on r.rel = o.rel
join graph.entity s on s.rid = o.src
join graph.entity t on t.rid = o.dst;

create view graph.raw_provenance as
select e.id::varchar as entity_id, f.field, f.source, f.confidence, f.observed_at::timestamptz as observed_at
from (select rid, unnest(d.provenance.fields) as f from graph.parsed) p join graph.entity e on e.rid = p.rid;
