-- name: patentsview
-- title: PatentsView, granted US patents with their assignees
-- source: PatentsView
-- licence: CC-BY-4.0
-- attribution: PatentsView, U.S. Patent and Trademark Office; patentsview.org
-- url: https://patentsview.org/download/data-download-tables (g_patent, g_assignee_disambiguated, g_cpc_current, joined as one CSV)
-- files: patents=patents*.csv
-- priority: 57
-- confidence: 0.95
-- fills: Patents by US number with title, grant date and CPC subclasses; who they are assigned to (companies, and institutions where
--   the name is one). Patents without a class of the life sciences, which measurement (G01N) draws in, are left out and counted.

create temp table raw as
select * from read_csv(getvariable('patents'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);
create temp table entry as
select upper(trim(patent_id)) as number, loose_date(patent_date) as granted, trim(patent_title) as title, na(assignee_id) as assignee_id, na(assignee_organization) as assignee,
  split_list(cpc_subclass_ids, '|') as cpc, try_cast(times_cited_by_us_patents as integer) as cited_by,
  list_has_any(split_list(cpc_subclass_ids, '|'), ['A61K', 'A61P', 'C07H', 'C07K', 'C12N', 'C12P', 'C12Q', 'C12Y', 'C40B', 'G16B', 'C12M', 'A61L', 'C07J']) as is_life_science
from raw where na(patent_id) is not null and na(patent_title) is not null;

create temp view rejects as
select null as file, null::bigint as line, 'the patent has no number or title' as reason, to_json(r)::varchar as "row" from raw r where na(patent_id) is null or na(patent_title) is null;
create temp view left_out as
select 'no class of the life sciences' as reason, count(*) as rows from entry where is_life_science is distinct from true;

create temp table assignee as
select distinct assignee_id, assignee as name, coalesce(org_kind(assignee), case when regexp_matches(plain_words(assignee), '^(commissariat|board of|regents|president and|trustees|agence|centre|consejo|fraunhofer|max planck|united states|secretary)') then 'institution' end, 'company') as kind
from entry where assignee is not null;

create temp view entities as
select 'patent:US' || number as key, 'patent' as kind, min(title) as name, ['US' || number] as aliases,
  {publication_number: 'US' || number, jurisdiction: 'US', published_at: min(granted), granted_at: min(granted), cpc: tidy(flatten(list(cpc))), cited_by: max(cited_by)} as attributes, number as source_record
from entry where is_life_science group by number
union all by name
select org_name_key(a.kind, a.name) as key, tidy(list('patentsview:' || a.assignee_id)) as same_as, a.kind, min(a.name) as name from assignee a
where a.name in (select assignee from entry where is_life_science) group by 1, a.kind;

create temp view edges as
select distinct 'patent:US' || e.number as source_key, 'assigned_to' as relation, org_name_key(a.kind, a.name) as target_key, e.granted as observed_at, e.number as source_record
from entry e join assignee a on a.name = e.assignee and a.assignee_id is not distinct from e.assignee_id where e.is_life_science;
