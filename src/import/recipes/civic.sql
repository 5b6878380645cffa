-- name: civic
-- title: CIViC, clinical interpretation of variants in cancer
-- source: CIViC
-- licence: CC0-1.0
-- attribution: CIViC, Griffith Lab, Washington University; civicdb.org
-- url: https://civicdb.org/releases/main (nightly or monthly, tab-separated)
-- download: evidence=https://civicdb.org/downloads/nightly/nightly-ClinicalEvidenceSummaries.tsv features=https://civicdb.org/downloads/nightly/nightly-FeatureSummaries.tsv
-- files: evidence=*vidence*.tsv, features=*eatures*.tsv
-- columns: evidence=tsv(molecular_profile disease doid therapies evidence_type evidence_direction significance citation_id source_type citation nct_ids last_review_date is_flagged), features=tsv(feature_type name entrez_id)
-- priority: 52
-- confidence: 0.9
-- fills: Papers as stubs with the one gene and disease they are evidence for; genes they study (targets), therapies they study
--   (studies), trials they report (reports_on); which gene's variants predict a response to which therapy (biomarker_for).
--   Flagged evidence is left out. A predictive gene is not what the drug acts on, so products get no target from here.

create macro civic_file(path) as table
select * from read_csv(path, header = true, all_varchar = true, delim = '\t', quote = '"', escape = '"', store_rejects = true, max_line_size = 16777216, null_padding = true);
create temp table raw as from civic_file(getvariable('evidence'));
create temp table gene as
select name, min(entrez_id) as entrez from civic_file(getvariable('features')) where feature_type = 'Gene' and na(entrez_id) is not null group by name;

-- NCI's thesaurus names a drug that has only a code by its class and the code (MTOR Kinase Inhibitor AZD8055).
create or replace temp macro therapy(t) as regexp_replace(regexp_replace(t, '^.* (?:Inhibitor|Antagonist|Agonist|Modulator|Degrader) ([A-Z]{2,6}-?\d{2,}(?:-\d+)?)$', '\1'), '^([A-Z][a-z]+(?: [A-Z]?[a-z]+)*) Regimen$', '\1');
-- A class of drugs or a scheme of several is no product.
create or replace temp macro is_class(t) as regexp_matches(t, '(?i)(^|[ /])(inhibitors?|(ant)?agonists?|modulators?|antibod(y|ies)|(chemo|immuno|radio)?therapy|regimen|agents?|surgery|resection|radiation)$|^(taxane|platinum) compound$');
create temp table evidence as
select row_number() over () as id, molecular_profile as profile, na(disease) as disease, 'DOID:' || na(doid) as doid, list_filter(list_transform(split_list(regexp_replace(therapies, '(\d),(\d{3})\b', '\1\2', 'g'), ','), lambda t: therapy(t)), lambda t: not is_class(t)) as therapies,
  evidence_type, evidence_direction as direction, significance, trim(citation_id) as citation_id, na(citation) as citation, split_list(nct_ids, ',') as ncts,
  case source_type when 'PubMed' then 'pmid:' else lower(source_type) || ':' end || trim(citation_id) as paper_key, source_type,
  loose_date(last_review_date) as reviewed
from raw where na(citation_id) is not null and coalesce(is_flagged, 'false') <> 'true';

create temp view rejects as
select null as file, null::bigint as line, 'the evidence names no publication' as reason, to_json(r)::varchar as "row" from raw r where na(citation_id) is null;

-- "EML4::ALK Fusion AND ALK L1196M" names EML4 and ALK.
create temp table about as
select distinct e.id, g.entrez, g.name as symbol
from (select id, unnest(regexp_split_to_array(profile, '[ :()]+')) as word from evidence) e join gene g on g.name = e.word;

create temp table paper as
select e.paper_key, min(e.citation_id) as citation_id, min(e.source_type) as source_type, min(e.citation) as citation, max(e.reviewed) as reviewed,
  case when count(distinct a.symbol) = 1 then min(a.symbol) end as symbol,
  case when count(distinct e.doid) = 1 then min(e.doid) end as doid, case when count(distinct e.doid) = 1 then min(e.disease) end as disease
from evidence e left join about a using (id) group by 1;

create temp view entities as
select paper_key as key, 'paper' as kind, coalesce(citation, case source_type when 'PubMed' then 'PMID ' else source_type || ' ' end || citation_id) as name,
  symbol as target, doid as disease_id, disease as disease_label, case when coalesce(symbol, doid) is not null then 0.9 end as moa_confidence,
  {pmid: case source_type when 'PubMed' then citation_id end, citation: citation, published_at: year_in(citation), date_precision: case when year_in(citation) is not null then 'year' end} as attributes, reviewed as observed_at
from paper
union all by name
select 'entrez:' || entrez as key, 'target' as kind, min(symbol) as name, {entrez_id: entrez} as attributes from about group by entrez
union all by name
select product_key(t) as key, 'product' as kind, min(t) as name, {generic: lower(min(t))} as attributes
from (select unnest(therapies) as t from evidence) where product_key(t) is not null group by 1
union all by name
select 'nct:' || upper(nct) as key, 'trial' as kind, upper(nct) as name, {nct: upper(nct)} as attributes
from (select distinct unnest(ncts) as nct from evidence) where regexp_matches(upper(nct), '^NCT\d{8}$') group by all;

create temp view edges as
select distinct paper_key as source_key, 'targets' as relation, 'entrez:' || entrez as target_key from evidence join about using (id)
union all by name
select distinct paper_key as source_key, 'studies' as relation, product_key(t) as target_key from (select paper_key, unnest(therapies) as t from evidence) where product_key(t) is not null
union all by name
select distinct paper_key as source_key, 'reports_on' as relation, 'nct:' || upper(nct) as target_key from (select paper_key, unnest(ncts) as nct from evidence) where regexp_matches(upper(nct), '^NCT\d{8}$')
union all by name
select distinct 'entrez:' || a.entrez as source_key, 'biomarker_for' as relation, product_key(e.t) as target_key
from (select id, unnest(therapies) as t from evidence where evidence_type = 'Predictive' and direction = 'Supports') e join about a using (id) where product_key(e.t) is not null;
