-- reads: disease_lineage, disease_of_name, entity, own_day, rid_of, snapshot_entities, snapshot_provenance
-- refresh: by-key

-- Values stated in an entity's own row, other than in its columns; each with its confidence once.

-- Values in lists, and the platform with the confidence from its provenance.
create temp table attribute_value as
select r.rid, e.kind, e.disease_id, e.disease_label, e.moa_confidence as confidence,
  texts_of(e.attributes, '$.phase') as phase, texts_of(e.attributes, '$.status') as status,
  case when e.kind in ('approval', 'opportunity') then texts_of(e.attributes, '$.agency') else [] end as agency,
  case when e.kind in ('company', 'institution') then texts_of(e.attributes, '$.country') else [] end as country,
  from_json(json_extract(e.attributes, '$.indications'), '[{"id":"VARCHAR","label":"VARCHAR","confidence":"DOUBLE"}]') as indications
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and (length(e.attributes) > 2 or coalesce(e.disease_id, e.disease_label) is not null);

-- Diseases by id and label, each with the confidence of its own statement. `own` is the disease of the tree it refers
-- to, or else the text as stated.
create table disease_stated as
with said as (
  select distinct rid, nullif(trim(id), '') as id, nullif(trim(label), '') as label, confidence
  from (
    select rid, disease_id as id, disease_label as label, confidence from attribute_value
    union all
    select rid, i.id, i.label, coalesce(i.confidence, confidence) from (select rid, confidence, unnest(indications) as i from attribute_value)
  )
  where coalesce(nullif(trim(id), ''), nullif(trim(label), '')) is not null
)
select s.*, coalesce(a.own, b.own, norm(s.label), norm(s.id)) as own
from said s left join disease_of_name a on a.key = norm(s.id) left join disease_of_name b on b.key = norm(s.label);

create table claim as
select r.rid, 'modality' as field, unnest(list_filter(list_distinct(e.secondary_modalities), lambda m: m is distinct from e.modality)) as value,
  e.moa_confidence as confidence
from snapshot_entities e join rid_of r on r.id = e.id::uuid where e.state = 'live' and e.secondary_modalities is not null
union all
select r.rid, 'category', unnest(list_distinct(e.product_categories)), 1.0
from snapshot_entities e join rid_of r on r.id = e.id::uuid where e.state = 'live' and e.product_categories is not null
union all
-- The groups of a gene are the categories of a target.
select r.rid, 'category', unnest(list_distinct(texts_of(e.attributes, '$.gene_groups'))), 1.0
from snapshot_entities e join rid_of r on r.id = e.id::uuid where e.state = 'live' and e.kind = 'target' and contains(e.attributes, '"gene_groups"')
union all
select e.rid, 'platform_type', e.platform_type, coalesce(p.confidence, e.confidence)
from entity e
left join (
  select r.rid, max(p.confidence) as confidence
  from snapshot_provenance p join rid_of r on r.id = p.entity_id::uuid
  where p.field = 'platform_type' group by r.rid
) p using (rid)
where e.platform_type is not null
union all
select rid, 'phase', unnest(list_distinct(phase)), 1.0 from attribute_value
union all
select rid, 'status', unnest(list_distinct(status)), 1.0 from attribute_value
union all
select rid, 'agency', unnest(list_distinct(agency)), 1.0 from attribute_value
union all
select rid, 'country', unnest(list_distinct(country)), 1.0 from attribute_value
union all
select rid, 'year', year(day)::varchar, 1.0 from own_day
union all
select distinct rid, 'disease_id', id, confidence from disease_stated where id is not null
union all
-- A disease and all its ancestors.
select distinct s.rid, 'disease', unnest(coalesce(l.above, [coalesce(s.label, s.id)])), s.confidence
from disease_stated s left join disease_lineage l on l.own = s.own;

drop table attribute_value;

-- A target's label is its HGNC symbol, or else its name. Symbols, names, aliases, previous symbols and Ensembl ids lead
-- to it, by rungs: a lower-ranked form (3) counts only if no better one has the key.
create table target_key as
with t as (
  select r.rid, coalesce(e.target_symbol, e.name) as label, e.name, e.target_id, e.aliases,
    from_json(json_extract(e.attributes, '$.previous_symbols'), '["VARCHAR"]') as previous,
    json_extract_string(e.attributes, '$.ensembl_id') as ensembl
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.kind = 'target' and e.state = 'live'
),
named as (
  select rid, norm(label) as key, label, 1::utinyint as rung from t
  union all select rid, norm(name), label, 2 from t
  union all select rid, norm(coalesce(target_id, ensembl)), label, 1 from t where coalesce(target_id, ensembl) is not null
  union all select rid, norm(unnest(aliases)), label, 3 from t
  union all select rid, norm(unnest(previous)), label, 3 from t
)
from named where key <> '';

create table technology_name as
select r.rid, unnest(list_concat([e.name, e.slug], coalesce(e.aliases, []))) as name
from snapshot_entities e join rid_of r on r.id = e.id::uuid where e.kind = 'technology' and e.state = 'live';

-- Codes and symbols of targets, which are never stemmed.
create table protected_word as
select distinct rid, word
from (
  select r.rid, unnest(words(fold(e.name))) as word
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.kind = 'target' and e.state = 'live' and not contains(e.name, ' ')
  union all
  select rid, unnest(words(fold(alias))) from (
    select r.rid, unnest(e.aliases) as alias
    from snapshot_entities e join rid_of r on r.id = e.id::uuid where e.kind = 'target' and e.state = 'live'
  ) where not contains(alias, ' ')
);
