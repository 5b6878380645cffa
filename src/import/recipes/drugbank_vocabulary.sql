-- name: drugbank_vocabulary
-- title: DrugBank open vocabulary, names and identifiers of drugs
-- source: DrugBank
-- licence: CC0-1.0
-- attribution: DrugBank Open Data, drugbank vocabulary; go.drugbank.com
-- url: https://go.drugbank.com/releases/latest#open-data (drugbank vocabulary.csv)
-- download: vocabulary=zip https://go.drugbank.com/releases/5-1-13/downloads/all-drugbank-vocabulary
-- files: vocabulary=drugbank*vocabulary*.csv
-- columns: vocabulary=csv("DrugBank ID" "Accession Numbers" "Common name" CAS UNII Synonyms "Standard InChI Key")
-- priority: 48
-- fills: Products by DrugBank id with UNII, InChIKey and CAS number as identifiers where they are one substance's only, and their
--   synonyms. Substances that have neither a UNII nor a research code and were never a drug
--   (ligands of protein structures) and what allergy tests are made of are left out.

create temp table entry as
select upper(trim("DrugBank ID")) as id, trim("Common name") as name, na(CAS) as cas, upper(na(UNII)) as unii, upper(na("Standard InChI Key")) as inchikey,
  split_list(na("Accession Numbers"), ' | ') as accessions, list_transform(split_list(Synonyms, ' | '), lambda s: regexp_replace(s, 'https?://.*$', '')) as synonyms
from read_csv(getvariable('vocabulary'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true)
where na("DrugBank ID") is not null and na("Common name") is not null;

create temp view rejects as
select null as file, null::bigint as line, 'the drug has no DrugBank id or name' as reason, to_json(r)::varchar as "row"
from read_csv(getvariable('vocabulary'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', ignore_errors = true) r
where na("DrugBank ID") is null or na("Common name") is null;

create temp table drug as
select *, list_filter(accessions, lambda a: regexp_matches(a, '^(BIOD|BTD)\d')) <> [] as is_biotech,
  coalesce(list_filter(accessions, lambda a: regexp_matches(a, '^(APRD|BIOD|BTD|NUTR)\d')), []) = [] as was_never_drug,
  -- Heparins share a CAS number: a number of several substances identifies none.
  count(*) over (partition by cas) = 1 as own_cas, count(*) over (partition by unii) = 1 as own_unii, count(*) over (partition by inchikey) = 1 as own_inchikey
from entry
where (unii is not null or is_drug_code(name) or list_filter(accessions, lambda a: regexp_matches(a, '^(APRD|BIOD|BTD|NUTR)\d')) <> [])
  -- Substances of allergy tests have a UNII too: pollen, fish, fruit.
  and not (cas is null and inchikey is null and accessions is null
    and regexp_matches(lower(concat_ws(' ', name, array_to_string(synonyms, ' '))), '\b(pollen|dander|flesh|meat|fruit|seed|nut|leaf|bark|flower|feathers?|hair|mold|spores?|mycelium|whole|skin test|allergenic extract)\b'));

create temp table synonym as
select distinct on (id, fold(said)) id, case when is_drug_code(said) or fold(said) = fold(drug.name) then substance_name(said) else said end as name,
  case when is_drug_code(said) then 'code' when fold(said) = fold(drug.name) then 'generic' when is_chemical_name(said) then 'chemical' else 'synonym' end as type
from (select id, name, unnest(list_prepend(name, coalesce(synonyms, []))) as said from drug) drug
where length(said) between 2 and 120
order by id, fold(said), said;

create temp view entities as
select
  -- A research code without a UNII is a name, not a substance: it may be another drug's, which has long had a better one.
  case when d.unii is null and d.was_never_drug then product_key(d.name) else 'drugbank:' || d.id end as key,
  tidy([case when d.own_unii then 'unii:' || d.unii end, case when d.own_inchikey then 'inchikey:' || d.inchikey end, case when d.own_cas then 'cas:' || d.cas end]) as same_as,
  'product' as kind, substance_name(d.name) as name, n.names,
  'therapeutic' as product_family, ['drug'] as product_categories,
  {drugbank_id: d.id, unii: d.unii, cas: d.cas, inchikey: d.inchikey, generic: case when not is_drug_code(d.name) and not is_chemical_name(d.name) then lower(d.name) end,
    drug_types: case when d.is_biotech then ['biotech'] end} as attributes,
  d.id as source_record
from drug d
left join (select id, list({name: name, type: type} order by name) as names from synonym group by id) n using (id);
