-- reads: entity, kind, rid_of, snapshot_entities
-- refresh: by-key

-- Entities by identifier.
create table identifier as
with stated as (
  select rid, case when getvariable('identifier_forms')[field] = 'number' then field || ':' || ltrim(value, '0') else lower(value) end as key
  from (unpivot (select rid, columns(lambda c: c in getvariable('identifier_columns')) from entity) on * exclude (rid) into name field value value)
  union all select rid, lower(target_id) from entity
    where target_id is not null and kind_of(rid) = (select kind_no from kind where kind = 'target')
  union all
  select r.rid, lower(case s.kind
    when 'trial' then json_extract_string(s.attributes, '$.nct')
    when 'paper' then 'pmid:' || json_extract_string(s.attributes, '$.pmid')
    when 'patent' then json_extract_string(s.attributes, '$.publication_number')
    when 'institution' then regexp_replace(json_extract_string(s.attributes, '$.ror'), '^https?://ror.org/', '')
    when 'product' then json_extract_string(s.attributes, '$.chembl_id')
    when 'approval' then json_extract_string(s.attributes, '$.application_number')
    when 'opportunity' then json_extract_string(s.attributes, '$.number')
    when 'funding_event' then json_extract_string(s.attributes, '$.award_id') end)
  from snapshot_entities s join rid_of r on r.id = s.id::uuid
  where s.state = 'live' and length(s.attributes) > 2
    and s.kind in ('trial', 'paper', 'patent', 'institution', 'product', 'approval', 'opportunity', 'funding_event')
  union all
  select r.rid, lower(unnest(texts_of(s.attributes, '$.other_chembl_ids')))
  from snapshot_entities s join rid_of r on r.id = s.id::uuid
  where s.state = 'live' and s.kind = 'product' and contains(s.attributes, '"other_chembl_ids"')
  union all
  select r.rid, lower(unnest(json_extract_string(s.attributes, ['$.drugbank_id', '$.unii', '$.cas', '$.inchikey'])))
  from snapshot_entities s join rid_of r on r.id = s.id::uuid
  where s.state = 'live' and s.kind = 'product' and length(s.attributes) > 2
  union all
  select r.rid, lower(unnest([json_extract_string(s.attributes, '$.hgnc_id'), json_extract_string(s.attributes, '$.ensembl_id')] || texts_of(s.attributes, '$.uniprot')))
  from snapshot_entities s join rid_of r on r.id = s.id::uuid
  where s.state = 'live' and length(s.attributes) > 2 and s.kind = 'target'
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
