-- name: gtopdb
-- title: IUPHAR/BPS Guide to Pharmacology, targets and families
-- source: Guide to Pharmacology
-- licence: ODbL-1.0; contents CC-BY-SA-4.0
-- attribution: IUPHAR/BPS Guide to PHARMACOLOGY; www.guidetopharmacology.org
-- url: https://www.guidetopharmacology.org/download.jsp (targets_and_families.csv)
-- download: targets=https://www.guidetopharmacology.org/DATA/targets_and_families.csv
-- folder: gtopdb_targets
-- files: targets=targets_and_families*.csv
-- columns: targets=csv(Type "Family name" "Target id" "Target name" "Subunit id" "Target systematic name" "Target abbreviated name" synonyms "HGNC id" "HGNC symbol" "Human SwissProt" "Human Ensembl Gene")
-- priority: 75
-- confidence: 0.95
-- fills: Names and synonyms of targets as pharmacologists write them, their class (attributes.target_class) and families
--   (attributes.families); complexes (CGRP receptor) as targets of their own, with the genes that are part of them.

create macro greek(s) as replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(regexp_replace(s, '</?[a-zA-Z]+>', '', 'g'),
  '&alpha;', 'α'), '&beta;', 'β'), '&gamma;', 'γ'), '&delta;', 'δ'), '&epsilon;', 'ε'), '&kappa;', 'κ'), '&mu;', 'μ'), '&chi;', 'χ'), '&omega;', 'ω'), '&zeta;', 'ζ'), '&agrave;', 'à');
create temp table entry as
select na("Target id") as id, greek(na("Target name")) as name, greek(na("Target abbreviated name")) as short, greek(na("Target systematic name")) as systematic,
  greek(na("Family name")) as family, lower(na(Type)) as type, list_transform(split_list(synonyms, '|'), lambda s: greek(s)) as synonyms, split_list("Subunit id", '|') as subunits,
  na("HGNC id") as hgnc, na("HGNC symbol") as symbol, na("Human SwissProt") as uniprot, na("Human Ensembl Gene") as ensembl
from read_csv(getvariable('targets'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true)
where na("Target id") is not null and na("Target name") is not null;

create temp view rejects as
select null as file, null::bigint as line, 'the target has no id or name' as reason, to_json(r)::varchar as "row"
from read_csv(getvariable('targets'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', ignore_errors = true) r
where na("Target id") is null or na("Target name") is null;

-- A target is repeated for each of its families; a row may name several genes (a|b), which are then parts of it.
create temp table target as
select id, min(name) as name, min(short) as short, min(systematic) as systematic, tidy(list(family)) as families, min(type) as type, tidy(flatten(list(synonyms))) as synonyms,
  tidy(flatten(list(subunits))) as subunits, min(split_list(hgnc, '|')) as hgnc, min(symbol) as symbol, min(uniprot) as uniprot, min(ensembl) as ensembl
from entry group by id;
create temp table class as
from (values ('gpcr', 'G protein-coupled receptor'), ('nhr', 'nuclear hormone receptor'), ('lgic', 'ligand-gated ion channel'), ('vgic', 'voltage-gated ion channel'),
  ('other_ic', 'other ion channel'), ('enzyme', 'enzyme'), ('transporter', 'transporter'), ('catalytic_receptor', 'catalytic receptor'), ('other_protein', 'other protein')) v(type, name);
create temp table keyed as
select *, case when len(hgnc) = 1 then 'hgnc:HGNC:' || hgnc[1] when len(subunits) > 0 or len(hgnc) > 1 then 'gtopdb:' || id end as key from target;

create temp view entities as
select
  key, 'target' as kind, case when starts_with(key, 'hgnc:') then coalesce(min(symbol), min(k.name)) else min(k.name) end as name,
  list_sort(list_distinct(flatten(list(list_filter([
    {name: k.name, type: 'synonym'}, {name: short, type: 'abbreviation'}, {name: systematic, type: 'synonym'},
    -- "LAG3 (CD223)" has both names.
    {name: nullif(regexp_extract(k.name, '^(.+?) \(([A-Z0-9-]+)\)$', 1), ''), type: 'synonym'}, {name: nullif(regexp_extract(k.name, '^(.+?) \(([A-Z0-9-]+)\)$', 2), ''), type: 'synonym'}
  ], lambda n: n.name is not null) || list_transform(coalesce(synonyms, []), lambda s: {name: s, type: 'synonym'}))))) as names,
  {gtopdb_id: min(id), target_class: min(class.name), families: tidy(flatten(list(families)))} as attributes, min(id) as source_record
from keyed k left join class using (type) where key is not null group by key;

create temp view edges as
select distinct part.key as source_key, 'part_of' as relation, whole.key as target_key, whole.id as source_record
from (select key, id, unnest(subunits) as subunit from keyed where starts_with(key, 'gtopdb:')) whole
join keyed part on part.id = whole.subunit and starts_with(part.key, 'hgnc:')
union all by name
select distinct 'hgnc:HGNC:' || gene as source_key, 'part_of' as relation, key as target_key, id as source_record
from (select key, id, unnest(hgnc) as gene from keyed where starts_with(key, 'gtopdb:'));
