-- name: ot_approvals
-- title: FDA approvals 2013-2022 with diseases and targets, Open Targets
-- source: Open Targets FDA approvals
-- licence: Apache-2.0
-- attribution: Open Targets, FDA approvals and human genetic support
-- url: https://github.com/opentargets (2013-2022_approvals_GE.csv)
-- download: approvals=https://raw.githubusercontent.com/opentargets/approvalsSupport/3511cef7950e1a11a1cc2fd2ddb582d0026af72e/data/2013-2022_approvals_GE.csv
-- files: approvals=*approvals_GE.csv
-- columns: approvals=csv(brandDrugName originalDrugName drugId sponsor properties therapeuticArea indication diseaseName diseaseIds reviewType yearApproval targetIds)
-- priority: 70
-- confidence: 0.9
-- fills: The complete chain: companies hold approvals and develop products, approvals are of products, both have targets;
--   target, mechanism and disease as the source states them.

-- Ids are separated by commas, and NA is written if there is none, also within a list.
create macro ids(s) as nullif(list_filter(split_list(na(s), ','), lambda x: na(x) is not null), []);
-- A Greek letter with the wrong encoding (Interferon-‚Äö√¢-blocking), or that became an underscore (FR_-targeted), is lost, and with it the
-- names in the text; a lone underscore was a sign of multiplication (BCMA _ CD3). That nothing is known is no mechanism.
create macro legible(s) as case when not regexp_matches(s, '√|‚Ä|Ã.|Â.|�|\w_|_\w|(?i)^unknown\b|\b(moa|mechanism)( of action)? unknown|unknown (moa|mechanism)') then replace(s, ' _ ', ' x ') end;
create temp table approval as
select
  brandDrugName as brand, na(originalDrugName) as generic, legible(na(properties)) as mechanism, na(indication) as indication,
  nullif(list_filter(split_list(na(sponsor), '/'), lambda s: legible(s) is not null), []) as sponsors, ids(drugId) as chembl, na(diseaseName) as disease,
  list_transform(ids(diseaseIds), lambda x: replace(x, '_', ':')) as diseases,
  ids(targetIds) as targets, na(therapeuticArea) as area, split_list(na(reviewType), ',') as review,
  try_cast(yearApproval as integer) as year,
  -- A product is named after its substance; no single ChEMBL id identifies a combination.
  case when len(ids(drugId)) = 1 then 'chembl:' || ids(drugId)[1] else coalesce(product_key(without_suffix(na(originalDrugName))), product_key(brandDrugName)) end as product_key, 'approval:fda:' || kebab(brandDrugName) || ':' || yearApproval as approval_key
from read_csv(getvariable('approvals'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);

create temp table stated as
select *,
  -- A list that does not say which target is the drug's has no primary one: all are additional.
  case when len(targets) = 1 then targets[1] end as target_id, list_filter(diseases, lambda x: regexp_matches(x, '^(MONDO|EFO):'))[1] as disease_id,
  case when area = 'Oncology' then 'oncology' end as therapeutic_area,
  case when coalesce(case when len(targets) = 1 then targets[1] end, mechanism, disease, case when area = 'Oncology' then area end) is not null then 0.9 end as moa_confidence
from approval;

create temp view entities as
select approval_key as key, 'approval' as kind, 'FDA approval of ' || brand || coalesce(' (' || generic || ')', '') || ', ' || year as name,
  target_id, mechanism, disease_id, disease as disease_label, therapeutic_area, moa_confidence,
  {agency: 'FDA', approved_at: year || '-01-01', date_precision: 'year', indication: indication, review: review, brand: brand, generic: generic} as attributes
from stated
union all by name
-- What one approval is for is one use of the product.
select product_key as key, 'product' as kind, coalesce(generic, brand) as name, [brand] as aliases,
  target_id, mechanism, therapeutic_area, moa_confidence,
  case when coalesce(disease_id, disease) is not null then [{id: disease_id, label: disease, phase: 'approved', confidence: 0.9}] end as indications,
  'therapeutic' as product_family, ['drug'] as product_categories,
  substance_uid(array_to_string(list_sort(chembl), '+'), generic) as product_uid,
  {
    brand: brand, generic: generic, chembl_id: chembl[1], chembl_ids: case when len(chembl) > 1 then chembl end,
    -- Each by the letter that reviews of the year's approvals have for it.
    designations: tidy(list_transform(review, lambda letter: map_extract(
      map {'A': 'accelerated approval (FDA)', 'B': 'breakthrough therapy (FDA)', 'F': 'fast track (FDA)', 'O': 'orphan (FDA)', 'P': 'priority review (FDA)'}, letter)[1]))
  } as attributes
from stated
union all by name
select org_name_key('company', company) as key, 'company' as kind, company as name
from (select distinct unnest(sponsors) as company from stated)
union all by name
-- The targets' own names come from the HGNC recipe; without it they are named by their Ensembl ids.
select 'ensembl:' || t as key, 'target' as kind, t as name, {ensembl_id: t} as attributes
from (select distinct unnest(targets) as t from stated);

create temp view edges as
select org_name_key('company', company) as source_key, unnest(['holds', 'develops']) as relation, unnest([approval_key, product_key]) as target_key, year || '-01-01' as observed_at
from (select approval_key, product_key, year, unnest(sponsors) as company from stated)
union all by name
select approval_key as source_key, 'approval_of' as relation, product_key as target_key, year || '-01-01' as observed_at from stated
union all by name
select unnest([approval_key, product_key]) as source_key, 'targets' as relation, 'ensembl:' || t as target_key, year || '-01-01' as observed_at
from (select approval_key, product_key, year, unnest(targets) as t from stated);
