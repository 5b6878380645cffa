-- name: fraunhofer
-- title: Patents of compounds with rare-disease genes, with harmonised assignees
-- source: Fraunhofer ITMP patent landscape
-- licence: MIT; gene-disease table: CC-BY-4.0 (Orphadata)
-- attribution: Fraunhofer ITMP, pharmaceutical patent landscaping; SureChEMBL; Orphanet
-- url: https://github.com/Fraunhofer-ITMP/Pharmaceutical-patent-landscaping
-- folder: fraunhofer_patents
-- files: patents=*patent_data*.tsv, organisations=organization*.tsv?, chemicals=orphanet_chemicals*.tsv?, genes=orphanet_20*.tsv?
-- columns: patents=tsv(chembl patent_id date ipc assignee organization_name acquired_by person genes), organisations=tsv(name harmonized_name),
--   chemicals=tsv(chembl schembl_id name), genes=tsv(db_id disease_name gene_symbol pmid)
-- priority: 42
-- confidence: 0.8
-- keep: matched product
-- fills: Patents with date and IPC classes; who they are assigned to, by the harmonised name of the assignee, whose other names
--   become one organisation with it; which compounds they claim (claims) and which genes' products those bind; papers as stubs
--   with the one gene and rare disease they tie together. Of compounds it keeps those that another recipe knows. "Merck" is
--   two companies, which the source's map takes for one: there the assignee's own name counts.

create temp table raw as
select chembl, trim(patent_id) as patent_id, loose_date(date) as date, na(ipc) as ipc, na(assignee) as assignee, na(organization_name) as organisation, na(acquired_by) as acquirer, coalesce(lower(na(person)) = 'true', false) as is_person, genes
from read_csv(getvariable('patents'), header = true, all_varchar = true, delim = '\t', quote = '"', escape = '"', store_rejects = true, null_padding = true);
create temp table map_line as
select trim(name) as name, trim(harmonized_name) as harmonised from read_csv(getvariable('organisations'), header = true, auto_detect = false, delim = '\t', quote = '"', escape = '"', store_rejects = true,
  columns = {'name': 'VARCHAR', 'harmonized_name': 'VARCHAR'}) where na(name) is not null and na(harmonized_name) is not null;
create temp table chemical as
select trim(chembl) as chembl, na(name) as name from read_csv(getvariable('chemicals'), header = true, auto_detect = false, delim = '\t', quote = '"', escape = '"', store_rejects = true,
  columns = {'chembl': 'VARCHAR', 'schembl_id': 'VARCHAR', 'name': 'VARCHAR'});
create temp table gene_paper as
-- Orphanet says before the name whether a disease is rare.
select 'Orphanet:' || trim(db_id) as disease_id, na(regexp_replace(disease_name, '^(NON RARE IN EUROPE|OBSOLETE): (Non rare )?', '', 'i')) as disease, na(gene_symbol) as symbol, nullif(regexp_extract(pmid, '^(\d+)', 1), '') as pmid
from read_csv(getvariable('genes'), header = true, auto_detect = false, delim = '\t', quote = '"', escape = '"', store_rejects = true,
  columns = {'db_id': 'VARCHAR', 'disease_name': 'VARCHAR', 'gene_symbol': 'VARCHAR', 'pmid': 'VARCHAR'});

create temp view rejects as
select null as file, null::bigint as line, 'the row has no patent number' as reason, to_json(r)::varchar as "row" from raw r where not coalesce(regexp_matches(patent_id, '^[A-Z]{2}-[A-Z]{0,2}\d'), false);

create temp table patent as
select 'patent:' || replace(patent_id, '-', '') as key, replace(patent_id, '-', '') as number, min(date) as date, tidy(list(ipc)) as ipc, min(assignee) as assignee, min(organisation) as organisation,
  min(acquirer) as acquirer, bool_or(is_person) as is_person
from raw where regexp_matches(patent_id, '^[A-Z]{2}-[A-Z]{0,2}\d') group by patent_id;

-- A name must mean one organisation: names that the map assigns to two are left out.
create temp table harmonised as
select name_key, min(harmonised) as harmonised from (
  select org_key(name) as name_key, harmonised from map_line union select org_key(assignee), organisation from patent where organisation is not null and assignee is not null
) where org_key(harmonised) <> 'merck' group by 1 having count(distinct org_key(harmonised)) = 1;

create temp table organisation as
select name, org_key(name) as name_key, coalesce(h.harmonised, name) as called, coalesce(org_kind(h.harmonised), org_kind(name), 'company') as kind
from (select assignee as name from patent where assignee is not null and not is_person union select name from map_line where name in (select assignee from patent)) n
left join harmonised h on h.name_key = org_key(n.name);

create temp view entities as
select key, 'patent' as kind, number as name, {publication_number: number, published_at: date, jurisdiction: left(number, 2), kind_code: nullif(regexp_extract(number, '\d([A-Z]\d?)$', 1), ''), ipc: ipc} as attributes, date as observed_at
from patent
union all by name
select org_name_key(kind, called) as key, tidy(list(case when org_kind(name) is distinct from 'institution' or kind = 'institution' then org_name_key(kind, name) end)) as same_as, kind, min(called) as name, tidy(list(name)) as aliases
from organisation group by 1, 3
union all by name
select org_name_key('company', acquirer) as key, 'company' as kind, min(acquirer) as name from patent where acquirer is not null and upper(acquirer) <> 'MERK' group by 1
union all by name
-- A compound with a name other than a code of a database or a patent is the substance of that name.
select 'chembl:' || chembl as key, case when regexp_matches(min(name), '^[A-Za-z][a-z]{4,}( [a-z]{3,})*$') then [product_key(min(name))] end as same_as,
  'product' as kind, coalesce(min(name), chembl) as name, {chembl_id: chembl} as attributes
from (select distinct chembl from raw where na(chembl) is not null) left join chemical using (chembl) group by chembl
union all by name
select 'symbol:' || gene as key, 'target' as kind, gene as name from (
  select trim(unnest(string_split(genes, ','))) as gene from raw union select symbol from gene_paper) where na(gene) is not null group by gene
union all by name
select 'pmid:' || pmid as key, 'paper' as kind, coalesce(nullif(concat_ws(' in ', array_to_string(tidy(list(symbol))[1:3], ', '), min(disease)), ''), 'a paper') || ' (PMID ' || pmid || ')' as name, case when count(distinct symbol) = 1 then min(symbol) end as target,
  case when count(distinct disease_id) = 1 then min(disease_id) end as disease_id, case when count(distinct disease_id) = 1 then min(disease) end as disease_label,
  case when count(distinct symbol) = 1 or count(distinct disease_id) = 1 then 0.85 end as moa_confidence, {pmid: pmid} as attributes, 'Orphanet' as source
from gene_paper where pmid is not null group by pmid;

create temp view edges as
select p.key as source_key, 'assigned_to' as relation, org_name_key(o.kind, o.called) as target_key, p.date as observed_at
from patent p join organisation o on o.name = p.assignee where not p.is_person
union all by name
select distinct org_name_key(o.kind, o.called) as source_key, 'acquired_by' as relation, org_name_key('company', p.acquirer) as target_key
from patent p join organisation o on o.name = p.assignee where p.acquirer is not null and upper(p.acquirer) <> 'MERK' and o.kind = 'company' and org_key(p.acquirer) <> org_key(o.called)
union all by name
select distinct p.key as source_key, 'claims' as relation, 'chembl:' || r.chembl as target_key, p.date as observed_at from raw r join patent p on p.number = replace(r.patent_id, '-', '') where na(r.chembl) is not null
union all by name
select distinct 'chembl:' || chembl as source_key, 'binds' as relation, 'symbol:' || gene as target_key
from (select chembl, trim(unnest(string_split(genes, ','))) as gene from raw where na(chembl) is not null) where na(gene) is not null
union all by name
select distinct 'pmid:' || pmid as source_key, 'targets' as relation, 'symbol:' || symbol as target_key, null::date as observed_at, 'Orphanet' as origin from gene_paper where pmid is not null and symbol is not null;
