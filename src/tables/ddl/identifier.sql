-- reads: entity, kind, rid_of, snapshot_entities
-- refresh: by-key

-- Entities by identifier.
create table identifier as
with attribute as (
  select r.rid, s.kind, s.attributes as a from snapshot_entities s join rid_of r on r.id = s.id::uuid
  where s.state = 'live' and length(s.attributes) > 2
    and s.kind in ('trial', 'paper', 'patent', 'target', 'institution', 'product', 'approval', 'opportunity', 'funding_event')
),
stated as (
  select rid, case when getvariable('identifier_forms')[field] = 'number' then field || ':' || ltrim(value, '0') else lower(value) end as key
  from (unpivot (select rid, columns(lambda c: c in getvariable('identifier_columns')) from entity) on * exclude (rid) into name field value value)
  union all select rid, lower(target_id) from entity
    where target_id is not null and kind_of(rid) = (select kind_no from kind where kind = 'target')
  union all select rid, lower(json_extract_string(a, '$.nct')) from attribute where kind = 'trial'
  union all select rid, 'pmid:' || json_extract_string(a, '$.pmid') from attribute where kind = 'paper'
  union all select rid, lower(json_extract_string(a, '$.publication_number')) from attribute where kind = 'patent'
  union all select rid, lower(json_extract_string(a, '$.hgnc_id')) from attribute where kind = 'target'
  union all select rid, lower(json_extract_string(a, '$.ensembl_id')) from attribute where kind = 'target'
  union all select rid, lower(unnest(case when json_type(a, '$.uniprot') = 'ARRAY' then from_json(json_extract(a, '$.uniprot'), '["VARCHAR"]')
      else [json_extract_string(a, '$.uniprot')] end)) from attribute where kind = 'target'
  union all select rid, lower(regexp_replace(json_extract_string(a, '$.ror'), '^https?://ror.org/', '')) from attribute where kind = 'institution'
  union all select rid, lower(json_extract_string(a, '$.chembl_id')) from attribute where kind = 'product'
  union all select rid, lower(json_extract_string(a, '$.application_number')) from attribute where kind = 'approval'
  union all select rid, lower(json_extract_string(a, '$.number')) from attribute where kind = 'opportunity'
  union all select rid, lower(json_extract_string(a, '$.award_id')) from attribute where kind = 'funding_event'
)
select key_hash(key) as h, key, rid
from (select distinct key, rid from stated where key <> '')
order by h, rid;

-- Numbers of trials and patents without separators, sorted: the start of one leads to the first that begins with it.
create table identifier_start as
select distinct regexp_replace(lower(number), '[^a-z0-9]+', '', 'g') as key, rid
from (
  select r.rid, json_extract_string(s.attributes, case s.kind when 'trial' then '$.nct' else '$.publication_number' end) as number
  from snapshot_entities s join rid_of r on r.id = s.id::uuid
  where s.state = 'live' and s.kind in ('trial', 'patent')
)
where number is not null
order by key, rid;
