-- name: indications
-- title: Conditions of trials mapped to EFO and MONDO, biotech-screener
-- source: biotech-screener indications
-- licence: MIT
-- attribution: biotech-screener; mapped by the Ontology Lookup Service of EMBL-EBI
-- url: https://github.com/WR-SW-Dev/biotech-screener (production_data/indication_master)
-- files: indications=indication_master*.json
-- columns: indications=json(entries)
-- priority: 40
-- fills: No entities: other names of diseases, as trials write them, and what each disease is a kind of.

create temp table entry as
select r.raw_condition as said, replace(r.efo.efo_id, '_', ':') as id, na(r.efo.efo_name) as label, r.efo.synonyms as synonyms, r.efo.parents as parents
from (
  select unnest(map_values(entries)) as r
  from read_json(getvariable('indications'), columns = {entries: 'MAP(VARCHAR, STRUCT(raw_condition VARCHAR, efo STRUCT(efo_id VARCHAR, efo_name VARCHAR, parents STRUCT(id VARCHAR, name VARCHAR)[], synonyms VARCHAR[])))'}, maximum_object_size = 67108864)
) where na(r.efo.efo_id) is not null;

-- Terms of the ontology that are not diseases: measurements, procedures and symptoms.
create temp macro is_no_disease(label, parents) as regexp_matches(lower(label || ' ' || coalesce(array_to_string(list_transform(parents, lambda p: p.name), ' '), '')),
  '\b(measurement|biomarker|process|behaviou?r|response to|level of|status|procedure|surgery|arthroplasty|exercise|contraception|aging|trait|severity|self-injur\w*|intake|expenditure)\b');

-- The mapping took the first hit of a search, so that "Advanced Solid Tumor" became carcinoid tumor and "Non Hodgkin
-- Lymphoma" Hodgkin's: a condition is another name of the term only if both have the same words, apart from synonyms of
-- tumour and abbreviations, or if it consists of the term's initials.
create temp view diseases as
select id, min(label) as label, tidy(list_concat(list(said) filter (where is_same_disease(said, label)), flatten(list(synonyms)))) as synonyms,
  tidy(list_transform(flatten(list(parents)), lambda p: replace(p.id, '_', ':'))) as parents, null::varchar[] as xrefs
from entry where label is not null and not is_no_disease(label, parents) group by id
union all by name
select replace(p.id, '_', ':') as id, min(p.name) as label from (select unnest(parents) as p from entry) where na(p.id) is not null and na(p.name) is not null and not is_no_disease(p.name, null) group by 1;
