-- name: ror
-- title: Research Organization Registry
-- source: ROR
-- licence: CC0-1.0
-- attribution: Research Organization Registry, ror.org
-- url: https://zenodo.org/communities/ror-data (as CSV)
-- files: organizations=ror_organizations*.csv, relationships=ror_relationships*.csv?
-- columns: organizations=csv(ror_id name aliases types status established city country_code country website grid isni wikidata fundref), relationships=csv(ror_id type related_id)
-- priority: 85
-- confidence: 0.95
-- keep: matched company
-- fills: Institutions with ROR id, names in several languages, country and city; how they belong together
--   (part_of, related_to, succeeded_by); organisations the registry calls funders also as funders.

create temp table organizations as
select *, regexp_extract(ror_id, '([0-9a-z]{9})$', 1) as ror
from read_csv(getvariable('organizations'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);
create temp table relationships as
select *, regexp_extract(ror_id, '([0-9a-z]{9})$', 1) as ror, regexp_extract(related_id, '([0-9a-z]{9})$', 1) as related
from read_csv(getvariable('relationships'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'ror_id': 'VARCHAR', 'type': 'VARCHAR', 'related_id': 'VARCHAR', 'related_label': 'VARCHAR'});

create temp view entities as
select
  'ror:' || ror as key,
  case when list_contains(string_split(types, '|'), 'company') then 'company' else 'institution' end as kind,
  name,
  split_list(aliases, '|') as aliases,
  nullif(regexp_extract(lower(website), '^https?://(?:www\.)?([^/:]+)', 1), '') as domain,
  status = 'withdrawn' as removed,
  {
    ror: ror, country: country, city: city, country_code: country_code, types: split_list(types, '|'),
    founded_year: try_cast(established as integer), registry_status: status, grid: grid, isni: isni, wikidata: wikidata, fundref: fundref
  } as attributes,
  [{field: 'name', source: 'ROR', confidence: 0.99, observed_at: null::timestamptz}] as provenance
from organizations
where ror <> ''
union all by name
-- A funder is an entity of its own, with the key of the funder registry.
select
  'fundref:' || fundref as key, 'funder' as kind, name, split_list(aliases, '|') as aliases,
  nullif(regexp_extract(lower(website), '^https?://(?:www\.)?([^/:]+)', 1), '') as domain,
  {country: country, city: city, ror: ror, fundref: fundref} as attributes
from organizations
where fundref is not null and regexp_matches(fundref, '^\d+$') and list_contains(string_split(types, '|'), 'funder') and status = 'active'
qualify row_number() over (partition by fundref order by ror) = 1;

create temp view edges as
select
  'ror:' || case type when 'child' then related else ror end as source_key,
  case type when 'related' then 'related_to' when 'successor' then 'succeeded_by' when 'predecessor' then 'succeeded_by' else 'part_of' end as relation,
  'ror:' || case type when 'child' then ror else related end as target_key
from relationships
-- Each relationship is written at both ends: one is enough.
where type in ('parent', 'successor') or (type = 'related' and ror < related);
