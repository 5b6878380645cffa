-- name: sample
-- title: The bundled sample
-- source: biograph sample
-- licence: CC0-1.0
-- attribution: Well-known facts recorded by the biograph project
-- url: https://github.com/biograph
-- confidence: 0.95
-- files: companies=companies.csv, products=products.csv, pipeline=pipeline.csv, targets=targets.csv, target_ids=target_ids.csv,
--   diseases=diseases.csv, trials=trials.csv, papers=papers.csv, patents=patents.csv, people=people.csv, founders=founders.csv,
--   institutions=institutions.csv, funders=funders.csv, funding_events=funding_events.csv, opportunities=opportunities.csv,
--   catalysts=catalysts.csv, technologies=technologies.csv, duplicates=duplicates.csv
-- fills: every kind and relation, in small: companies and their approved and tested products, with the people, papers, patents,
--   trials, funding, catalysts and technologies around them

create temp macro named(kind, name) as 'sample:' || kind || ':' || kebab(name);
create temp macro rows_of(file) as table select * from read_csv(getvariable(file), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"');
-- A statement of this sample about one field.
create temp macro stated(field, source, confidence, day) as {field: field, source: source, confidence: confidence, observed_at: day::timestamptz};
create temp macro stated_moa(source, confidence, day, target, modality, mechanism, area) as list_filter([
  case when target is not null then stated('moa.target', source, confidence, day) end,
  case when modality is not null then stated('moa.modality', source, confidence, day) end,
  case when mechanism is not null then stated('moa.mechanism', source, confidence, day) end,
  case when area is not null then stated('moa.therapeutic_area', source, confidence, day) end], lambda x: x is not null);

create temp table target as
select t.*, i.hgnc_id, i.ensembl_id, i.uniprot from rows_of('targets') t left join rows_of('target_ids') i using (symbol);

-- One row for each product, approved or in the pipeline; its first target is the primary one.
create temp table drug as
select p.*, d.mondo, t.ensembl_id as target_id, named('product', p.name) as key, named('company', p.company) as company_key
from (
  select generic as name, brand, generic, null as aliases, modality, secondary_modality, string_split(target, '|') as targets, mechanism, therapeutic_area, disease,
    approved_at, company, chembl_id, 'approved' as stage, approved_at as day, 0.95 as confidence
  from rows_of('products')
  union all by name
  select name, aliases, modality, string_split(target, '|') as targets, mechanism, therapeutic_area, disease, company, stage, as_of as day, 0.9 as confidence
  from rows_of('pipeline')
) p
left join rows_of('diseases') d on d.label = p.disease
left join target t on t.symbol = p.targets[1];

-- A company's work on one target with one modality.
create temp table program as
select company, company_key, targets[1] as target, modality, any_value(target_id) as target_id,
  named('program', company || ' ' || targets[1] || ' ' || modality) as key, company || ' ' || targets[1] || ' ' || modality as name,
  case when count(distinct therapeutic_area) = 1 then any_value(therapeutic_area) end as therapeutic_area, list(key order by key) as products, max(day) as day, min(day) as first_day
from drug where targets[1] is not null group by company, company_key, targets[1], modality;

create temp table trial as
select t.*, d.targets, d.target_id, d.modality, d.mechanism, case when d.therapeutic_area = 'oncology' then 'oncology' end as therapeutic_area,
  'sample:trial:' || t.nct as key, d.key as product_key, t.start || '-01' as start_date
from rows_of('trials') t left join drug d on d.name = t.product;

-- Values read from a title alone are guesses: below trust, and marked as such.
create temp table paper as
select p.*, t.ensembl_id as target_id, 'sample:paper:' || pmid as key, case when guess = '1' then 0.55 else 0.9 end as confidence,
  case when guess = '1' then 'llm:title' else 'biograph sample' end as said_by
from rows_of('papers') p left join target t on t.symbol = p.target;

create temp table patent as
select p.*, t.ensembl_id as target_id, 'sample:patent:' || publication_number as key, case when guess = '1' then 0.55 else 0.9 end as confidence,
  case when guess = '1' then 'llm:title' else 'biograph sample' end as said_by
from rows_of('patents') p left join target t on t.symbol = p.target;

-- The most frequent value among a company's products says something about the company, but not enough to be trusted.
create temp table leaning as
select company, mode(modality) as modality from drug group by company
having count(*) > 2 and 2 * count(*) filter (modality = (select mode(d.modality) from drug d where d.company = drug.company)) > count(*);

create temp view entities as
select named('company', name) as key, 'company' as kind, name, split_list(aliases, '|') as aliases, domain, lpad(cik, 10, '0') as cik, ticker,
  list_filter(['cik:' || cik, 'ticker:' || ticker], lambda x: x is not null) as same_as, slug, updated_at, platform_type,
  l.modality, case when l.modality is not null then 0.55 end as moa_confidence,
  list_filter([
    case when platform_type is not null then stated('platform_type', 'biograph sample', case when platform_type = 'computational' then 0.6 else 0.9 end, '2025-06-30') end,
    case when l.modality is not null then stated('moa.modality', 'rule: most of its products', 0.55, '2025-06-30') end], lambda x: x is not null) as provenance,
  case when raised_usd is not null then {total_raised_usd: raised_usd::double, rounds: rounds::int, last: {type: last_type, date: last_date, amount_usd: last_usd::double}} end as funding,
  {country: country, founded_year: founded_year::int, tech_extraction: case when e.n > 0 then {count: e.n, scanned_at: '2025-06-30T00:00:00Z'} end} as attributes
from rows_of('companies')
left join leaning l on l.company = name
left join (select company, count(*) as n from (select unnest(string_split(companies, '|')) as company from rows_of('technologies')) group by company) e on e.company = name
union all by name
select key, 'product' as kind, name, list_filter(list_concat([brand], split_list(aliases, '|')), lambda x: x is not null) as aliases,
  ['chembl:' || chembl_id] as same_as, targets[1] as target, targets[1] as target_symbol, target_id, modality, split_list(secondary_modality, '|') as secondary_modalities,
  mechanism, therapeutic_area, mondo as disease_id, disease as disease_label, confidence as moa_confidence, 'therapeutic' as product_family,
  list_filter([case when modality ilike '%antibody%' then 'biologic' when modality = 'small molecule' then 'oral or injected chemical' when modality ilike '%gene%' or modality ilike '%cell%' then 'advanced therapy' else 'biologic' end,
    case when stage <> 'approved' then 'investigational' end], lambda x: x is not null) as product_categories,
  substance_uid(chembl_id, name) as product_uid, {brand: brand, generic: generic, chembl_id: chembl_id, stage: case when stage <> 'approved' then stage end} as attributes,
  day as updated_at, stated_moa('biograph sample', confidence, day, targets[1], modality, mechanism, therapeutic_area) as provenance
from drug
union all by name
-- The products of a tools company are products too.
select named('product', name) as key, 'product' as kind, name, family as product_family, [category] as product_categories, substance_uid(null, name) as product_uid
from (values ('NovaSeq X', 'physical_product', 'sequencer'), ('Chromium', 'physical_product', 'single-cell instrument'), ('Maestro', 'data_software', 'molecular modelling'),
  ('Ginkgo Foundry services', 'platform_service', 'organism engineering'), ('Adimab antibody discovery', 'platform_service', 'antibody discovery'), ('AbCellera antibody discovery', 'platform_service', 'antibody discovery')) v(name, family, category)
union all by name
select 'sample:approval:' || kebab(name) as key, 'approval' as kind, 'FDA approval of ' || brand || ' (' || generic || '), ' || left(approved_at, 4) as name,
  targets[1] as target, targets[1] as target_symbol, target_id, modality, split_list(secondary_modality, '|') as secondary_modalities, mechanism, therapeutic_area,
  mondo as disease_id, disease as disease_label, confidence as moa_confidence, {agency: 'FDA', approved_at: approved_at} as attributes,
  approved_at as updated_at, stated_moa('biograph sample', confidence, day, targets[1], modality, mechanism, therapeutic_area) as provenance
from drug where approved_at is not null
union all by name
select key, 'program' as kind, name, target, target as target_symbol, target_id, modality, therapeutic_area, 0.9 as moa_confidence, day as updated_at,
  stated_moa('biograph sample', 0.9, day, target, modality, null, therapeutic_area) as provenance
from program
union all by name
select named('target', symbol) as key, 'target' as kind, name, 1.0 as identity_confidence, list_concat([symbol], coalesce(split_list(aliases, '|'), [])) as aliases, symbol as target_symbol, ensembl_id as target_id,
  list_filter(['hgnc:' || hgnc_id, 'ensembl:' || ensembl_id], lambda x: x is not null) as same_as,
  {hgnc_id: hgnc_id, ensembl_id: ensembl_id, uniprot: uniprot, previous_symbols: split_list(previous, '|')} as attributes
from target
union all by name
select key, 'trial' as kind, coalesce(acronym || ': ', '') || title as name, case when acronym is not null then [acronym] end as aliases, ['nct:' || nct] as same_as,
  targets[1] as target, targets[1] as target_symbol, target_id, modality, mechanism, therapeutic_area, case when targets[1] is not null or modality is not null then 0.85 end as moa_confidence,
  phase as pos_phase, {nct: nct, phase: phase, status: status, start_date: start_date, interventions: case when product is not null then [product] end} as attributes, start_date as updated_at
from trial
union all by name
select key, 'paper' as kind, title as name, doi, ['pmid:' || pmid, 'doi:' || doi] as same_as, target, target as target_symbol, target_id, modality, therapeutic_area,
  case when coalesce(target, modality, therapeutic_area) is not null then confidence end as moa_confidence,
  {pmid: pmid, journal: journal, published_at: published_at} as attributes, published_at as updated_at, stated_moa(said_by, confidence, published_at, target, modality, null, therapeutic_area) as provenance
from paper
union all by name
select key, 'patent' as kind, title as name, ['patent:' || publication_number] as same_as, target, target as target_symbol, target_id, modality, therapeutic_area,
  case when coalesce(target, modality, therapeutic_area) is not null then confidence end as moa_confidence,
  {publication_number: publication_number, filed_at: filed_at, published_at: published_at, cpc: [cpc]} as attributes, published_at as updated_at,
  stated_moa(said_by, confidence, published_at, target, modality, null, therapeutic_area) as provenance
from patent
union all by name
select named('person', name) as key, 'person' as kind, name, split_list(aliases, '|') as aliases, orcid, ['orcid:' || orcid] as same_as from rows_of('people')
union all by name
select named('institution', name) as key, 'institution' as kind, name, split_list(aliases, '|') as aliases, domain, ['ror:' || ror] as same_as,
  {ror: 'https://ror.org/' || ror, country: country, city: city} as attributes
from rows_of('institutions')
union all by name
select named('funder', name) as key, 'funder' as kind, name, split_list(aliases, '|') as aliases, {country: country, type: type} as attributes from rows_of('funders')
union all by name
-- Amounts are decimal numbers, as in most sources.
select named('funding_event', name) as key, 'funding_event' as kind, name, {type: type, amount_usd: amount_usd::double, currency: case when amount_usd is not null then 'USD' end, date: date, is_grant: is_grant = 'true'} as funding,
  {type: type, award_id: award_id, awarded_at: date, amount_usd: amount_usd::double, is_grant: is_grant = 'true'} as attributes, date as updated_at
from rows_of('funding_events')
union all by name
select named('opportunity', number) as key, 'opportunity' as kind, title as name, [number] as aliases, {number: number, agency: agency, opens_at: opens_at, closes_at: closes_at} as attributes, opens_at as updated_at
from rows_of('opportunities')
union all by name
select named('catalyst', name) as key, 'catalyst' as kind, name, {type: type, date: date, date_precision: precision, status: status} as attributes, case when date <= '2025-06-30' then date end as updated_at
from rows_of('catalysts')
union all by name
select named('technology', name) as key, 'technology' as kind, name, split_list(aliases, '|') as aliases, {first_described: first_described::int} as attributes from rows_of('technologies')
union all by name
select named(kind, name) as key, kind, name, named(kind, merged_into) as merged_into, merged_into is null as removed, identity_confidence::double as identity_confidence from rows_of('duplicates');

create temp view edge_row as
select company_key as source_key, 'develops' as relation, key as target_key, day as observed_at from drug
union all by name select company_key as source_key, 'develops' as relation, key as target_key, first_day as observed_at from program
union all by name
select named('company', company) as source_key, 'develops' as relation, named('product', product) as target_key
from (values ('Illumina', 'NovaSeq X'), ('10x Genomics', 'Chromium'), ('Schrödinger', 'Maestro'), ('Ginkgo Bioworks', 'Ginkgo Foundry services'), ('Adimab', 'Adimab antibody discovery'), ('AbCellera', 'AbCellera antibody discovery')) v(company, product)
union all by name select company_key as source_key, 'holds' as relation, 'sample:approval:' || kebab(name) as target_key, approved_at as observed_at from drug where approved_at is not null
union all by name select 'sample:approval:' || kebab(name) as source_key, 'approval_of' as relation, key as target_key, approved_at as observed_at from drug where approved_at is not null
union all by name select unnest([d.key, case when approved_at is not null then 'sample:approval:' || kebab(d.name) end]) as source_key, 'targets' as relation, named('target', s.symbol) as target_key, day as observed_at
  from drug d, unnest(d.targets) as s(symbol)
union all by name select key as source_key, 'targets' as relation, named('target', target) as target_key, first_day as observed_at from program
union all by name select key as source_key, 'targets' as relation, named('target', s.symbol) as target_key, start_date as observed_at from trial, unnest(targets) as s(symbol)
union all by name select key as source_key, 'targets' as relation, named('target', target) as target_key, published_at as observed_at from paper where target is not null
union all by name select key as source_key, 'targets' as relation, named('target', target) as target_key, published_at as observed_at from patent where target is not null
union all by name select product_key as source_key, 'tested_in' as relation, key as target_key, start_date as observed_at from trial where product_key is not null
union all by name select p.key as source_key, 'tested_in' as relation, t.key as target_key, start_date as observed_at from trial t join program p on list_contains(p.products, t.product_key)
union all by name select coalesce(case when i.name is not null then named('institution', sponsor) end, named('company', sponsor)) as source_key, 'sponsors' as relation, key as target_key, start_date as observed_at
  from trial left join rows_of('institutions') i on i.name = sponsor
union all by name select named('company', s.name) as source_key, 'collaborates_on' as relation, key as target_key, start_date as observed_at from trial, unnest(split_list(collaborators, '|')) as s(name)
union all by name select key as source_key, 'covers' as relation, named('product', s.name) as target_key, published_at as observed_at from patent, unnest(split_list(products, '|')) as s(name)
union all by name select named('catalyst', c.name) as source_key, 'announced_by' as relation, d.company_key as target_key, case when date <= '2025-06-30' then date end as observed_at
  from rows_of('catalysts') c join drug d on d.name = c.product
union all by name select named('person', s.name) as source_key, 'authored' as relation, key as target_key, published_at as observed_at from paper, unnest(split_list(authors, '|')) as s(name)
union all by name select named('person', s.name) as source_key, 'investigates' as relation, 'sample:trial:' || trial as target_key, published_at as observed_at
  from paper, unnest(split_list(authors, '|')) as s(name) where trial is not null
union all by name select named('person', s.name) as source_key, 'invented' as relation, key as target_key, coalesce(filed_at, published_at) as observed_at from patent, unnest(split_list(inventors, '|')) as s(name)
union all by name select key as source_key, 'assigned_to' as relation, case when i.name is not null then named('institution', s.name) else named('company', s.name) end as target_key, published_at as observed_at
  from patent, unnest(split_list(assignees, '|')) as s(name) left join rows_of('institutions') i on i.name = s.name
union all by name select named('person', p.name) as source_key, 'affiliated_with' as relation, case when i.name is not null then named('institution', affiliation) else named('company', affiliation) end as target_key, since || '-01-01' as observed_at
  from rows_of('people') p left join rows_of('institutions') i on i.name = affiliation where affiliation is not null
union all by name select named('company', company) as source_key, 'founded_by' as relation, named('person', person) as target_key, year || '-01-01' as observed_at from rows_of('founders')
union all by name select named(recipient_kind, recipient) as source_key, 'received' as relation, named('funding_event', name) as target_key, date as observed_at from rows_of('funding_events')
union all by name select named('funding_event', e.name) as source_key, 'awarded_by' as relation, named('funder', s.name) as target_key, date as observed_at from rows_of('funding_events') e, unnest(split_list(funders, '|')) as s(name)
union all by name select named('funder', funder) as source_key, 'offers' as relation, named('opportunity', number) as target_key, opens_at as observed_at from rows_of('opportunities')
union all by name select named('catalyst', name) as source_key, 'concerns' as relation, unnest([named('product', product), 'sample:trial:' || trial]) as target_key, case when date <= '2025-06-30' then date end as observed_at from rows_of('catalysts')
union all by name select named('company', s.name) as source_key, 'employs' as relation, named('technology', t.name) as target_key from rows_of('technologies') t, unnest(split_list(companies, '|')) as s(name)
union all by name select named('product', s.name) as source_key, 'employs' as relation, named('technology', t.name) as target_key from rows_of('technologies') t, unnest(split_list(products, '|')) as s(name)
union all by name select unnest([d.key, p.key]) as source_key, 'employs' as relation, named('technology', t.name) as target_key, p.first_day as observed_at
  from rows_of('technologies') t join drug d on d.modality = t.modality left join program p on list_contains(p.products, d.key)
union all by name select key as source_key, 'employs' as relation, named('technology', technology) as target_key, published_at as observed_at from paper where technology is not null
union all by name select key as source_key, 'employs' as relation, named('technology', technology) as target_key, published_at as observed_at from patent where technology is not null;

-- An ambiguous row leaves the other end open: no edge.
create temp view edges as select * from edge_row where source_key is not null and target_key is not null;
