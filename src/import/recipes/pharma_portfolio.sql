-- name: pharma_portfolio
-- title: Pipelines of twenty pharmaceutical companies, Open Targets
-- source: Open Targets pharma portfolio
-- licence: Apache-2.0
-- attribution: Open Targets, pharma portfolio; from the companies' own pipeline pages
-- url: https://github.com/opentargets/hackathon_pharma_portfolio (data/pharma_portfolio_enriched.parquet)
-- download: portfolio=https://raw.githubusercontent.com/opentargets/hackathon_pharma_portfolio/f44302b44b7bf2ce3281cae996593759b2cd00a9/data/pharma_portfolio_enriched.parquet
-- folder: ot_pharma_portfolio
-- files: portfolio=pharma_portfolio*.parquet
-- columns: portfolio=parquet(company asset_name synonyms mechanism_of_action indication phase modality diseaseId drugId)
-- priority: 56
-- confidence: 0.85
-- fills: Programs (one for each company and asset) with phase, indications, mechanism, target where the mechanism is one target's
--   name, modality and disease; who develops them; the product where one ChEMBL id is given; the trial where one is named.

-- Companies write into the column of indications what a drug is, how it is given or whose field it is.
create temp macro says_no_disease(said) as regexp_matches(lower(said),
  '\b(antibody|bispecific|biosimilars?|injectable|participants|volunteers|technolog\w*|booster|developed|volume|augmentation|hollowing|imaging|recombinant|formulation)\b|^(long-acting )?oral\b|^long-acting\b|^((\w+ )?oncology|immunology|neuroscience|immunology & neuroscience|mental health|inflammatory indication|anti-coagulation)$');
-- A partner's mark (CHU, for Chugai) stands in place of the names of all that are its; they are then among the synonyms, or in the column of indications.
create temp table mark as
select company, asset_name from read_parquet(getvariable('portfolio')) where regexp_full_match(trim(asset_name), '[A-Z]{2,4}') group by all having count(distinct synonyms::varchar) >= 3;
create temp view listed as
select * replace (case when is_mark then coalesce(case when is_swapped then indication else synonyms[1] end, asset_name) else asset_name end as asset_name,
  case when is_mark and is_swapped then synonyms[1] else indication end as indication,
  case when not is_mark then synonyms when regexp_matches(coalesce(synonyms[1], ''), '\(\S+\)$') then [regexp_extract(synonyms[1], '\((\S+)\)$', 1)] end as synonyms)
from (
  select p.*, (company, asset_name) in (from mark) as is_mark, regexp_matches(coalesce(indication, ''), '(?i)\b(inhibitor|antibody|agonist|antagonist|adc|degrader)\b') as is_swapped
  from read_parquet(getvariable('portfolio')) p
);
create temp table entry as
select trim(company) as company, trim(asset_name) as asset, synonyms, na(mechanism_of_action) as mechanism, na(therapeutic_area) as area, na(replace(indication, '&#039;', '''')) as indication,
  na(phase) as stage, na(modality) as modality, na(trial_id) as nct, loose_date(extraction_date) as seen, list_transform(diseaseId, lambda d: replace(d, '_', ':')) as diseases, drugId as drugs,
  program_key(org_name_key('company', company), asset_name) as key, source_url
from listed where na(company) is not null and na(asset_name) is not null;

create temp view rejects as
select null as file, null::bigint as line, 'the asset has no company or name' as reason, to_json(r)::varchar as "row"
from read_parquet(getvariable('portfolio')) r where na(company) is null or na(asset_name) is null;

create temp table staged_entry as
select *, case when contains(asset, '+') then null when length(mechanism) <= 40 then
    nullif(regexp_extract(regexp_replace(mechanism, '^(anti-|targeting )', '', 'i'), '^([A-Za-z0-9]+(?:-[A-Za-z0-9]+)?)(?: (?:inhibitor|antagonist|agonist|mAb|antibody|ADC|degrader|TKI|CAR-T|modulator|activator|blocker|small molecule|monoclonal antibody|tyrosine kinase inhibitor|kinase inhibitor|targeted mAb|siRNA|ASO))?$', 1), '') end as target,
  case lower(regexp_replace(modality, '[® ]+', ' ', 'g')) when 'small molecule' then 'small molecule' when 'monoclonal antibody' then 'monoclonal antibody' when 'vaccine' then 'vaccine' when 'gene therapy' then 'gene therapy'
    when 'cell therapy' then 'cell therapy' when 'device' then 'device' when 'antibody drug conjugate' then 'antibody-drug conjugate' when 'bite molecule' then 'bispecific antibody' end as class,
  case phase(stage) when null then null else phase(stage) end as phase,
  case stage when 'Preclinical' then 0 when 'Phase 1' then 1 when 'Phase 1/2' then 1.5 when 'Phase 2' then 2 when 'Phase 2/3' then 2.5 when 'Phase 3' then 3 when 'Preregistration' then 4 when 'Registered' then 5 end as rung,
  case when lower(area) in ('oncology', 'immunology', 'ophthalmology', 'hematology', 'cardiovascular', 'dermatology') then lower(area) when lower(area) in ('cancer', 'oncology: solid tumors') then 'oncology'
    when lower(area) in ('neuroscience', 'neurology') then
      case when regexp_matches(lower(indication), 'schizo|depressi(on|ve)|bipolar|autis|anxiety|psychos|attention deficit|adhd|dependence|use disorder|addict|agitation|traumatic stress') then 'psychiatry' else 'neurology' end
    when lower(area) in ('infectious diseases', 'virology') then 'infectious disease' when lower(area) in ('rare disease', 'rare diseases') then 'rare disease'
    when lower(area) in ('diabetes', 'obesity') then 'metabolic' end as therapeutic_area
from entry;

create temp table asset as
select key, min(company) as company, min(asset) as name, tidy(flatten(list(synonyms))) as aliases, max_by(stage, rung) as stage, max_by(phase, rung) as phase, min(mechanism) as mechanism,
  case when count(distinct target) = 1 then min(target) end as target, case when count(distinct class) = 1 then min(class) end as class,
  case when count(distinct therapeutic_area) = 1 then min(therapeutic_area) end as area,
  -- Of several ids for one indication none is chosen: the first is often another reading of its abbreviation.
  case when count(distinct indication) = 1 and max(len(diseases)) = 1 then min(diseases[1]) end as disease_id,
  tidy(list(indication)) as indications, case when count(distinct drugs[1]) = 1 and max(len(drugs)) = 1 then min(drugs[1]) end as chembl, max(seen) as seen, min(source_url) as url,
  bool_and(stage = 'Discontinued') as discontinued, tidy(list(upper(nct))) as ncts
from staged_entry group by key;

create temp view entities as
select key, 'program' as kind, name, aliases, target, class as modality, case when length(mechanism) <= 120 then mechanism end as mechanism, area as therapeutic_area,
  -- A mechanism whose only word is not the name of a target stays a mechanism; enrichment decides by HGNC.
  disease_id, case when len(indications) = 1 and (disease_id is not null or not says_no_disease(indications[1])) then indications[1] end as disease_label,
  case when coalesce(target, class, case when length(mechanism) <= 120 then mechanism end, area, disease_id, case when len(indications) = 1 then indications[1] end) is not null then 0.85 end as moa_confidence,
  {phase: phase, stage: case stage when 'Preregistration' then 'filed' when 'Registered' then 'approved' else lower(stage) end, conditions: indications, mechanism: mechanism, chembl_id: chembl, url: url, discontinued: case when discontinued then true end} as attributes,
  seen as observed_at
from asset
union all by name
select org_name_key('company', company) as key, 'company' as kind, min(company) as name from asset group by 1
union all by name
select 'chembl:' || chembl as key, 'product' as kind, chembl as name, {chembl_id: chembl} as attributes from asset where chembl is not null group by chembl
union all by name
select 'nct:' || nct as key, 'trial' as kind, nct as name, {nct: nct} as attributes from (select distinct unnest(ncts) as nct from asset) where regexp_matches(nct, '^NCT\d{8}$');

create temp view edges as
select org_name_key('company', company) as source_key, 'develops' as relation, key as target_key from asset where not discontinued
union all by name
select key as source_key, 'program_of' as relation, 'chembl:' || chembl as target_key from asset where chembl is not null
union all by name
select key as source_key, 'tested_in' as relation, 'nct:' || nct as target_key from (select key, unnest(ncts) as nct from asset) where regexp_matches(nct, '^NCT\d{8}$');
