-- name: chembl
-- title: ChEMBL, drugs with their names, mechanisms, targets and indications
-- source: ChEMBL
-- licence: CC-BY-SA-3.0
-- attribution: ChEMBL, European Bioinformatics Institute (EMBL-EBI); www.ebi.ac.uk/chembl
-- url: https://www.ebi.ac.uk/chembl/api/data/docs (molecule, mechanism, target, drug_indication; as CSV)
-- files: molecules=chembl_molecule_synonyms*.csv, mechanisms=chembl_mechanisms*.csv?, targets=chembl_targets*.csv?,
--   indications=chembl_indications*.csv?, approvals=drug_approval_years*.csv?, areas=disease_therapeutic_areas*.csv?
-- columns: molecules=csv(molecule_chembl_id pref_name max_phase synonyms), mechanisms=csv(action_type mechanism_of_action molecule_chembl_id target_chembl_id),
--   targets=csv(target_chembl_id target_name uniprot_acc ensembl_id), indications=csv(efo_id efo_term max_phase_for_ind molecule_chembl_id),
--   approvals=csv(drug_id first_approval), areas=csv(efo_id_norm ot_ta_raw)
-- priority: 58
-- confidence: 0.9
-- keep: matched target
-- fills: Products by ChEMBL id with their research codes and trade names; what each does to what by its stated mechanism (action,
--   text, human targets, primary), which is as good as a statement gets here; every indication with the highest phase reached;
--   the year of first approval; a salt's parent; the areas of a disease that Open Targets gives, as its parents. Of a target that is a complex or family, or of another species, only the
--   mechanism's text is kept.

create temp table molecule as
select upper(trim(molecule_chembl_id)) as chembl, trim(pref_name) as pref, try_cast(max_phase as double) as phase, split_list(synonyms, '|') as synonyms
from read_csv(getvariable('molecules'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true)
where na(molecule_chembl_id) is not null and na(pref_name) is not null;
create temp table mechanism as
select distinct upper(trim(molecule_chembl_id)) as chembl, na(action_type) as action, na(mechanism_of_action) as text, na(target_chembl_id) as target
from read_csv(getvariable('mechanisms'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'action_type': 'VARCHAR', 'mechanism_of_action': 'VARCHAR', 'molecule_chembl_id': 'VARCHAR', 'target_chembl_id': 'VARCHAR'})
where na(molecule_chembl_id) is not null and na(mechanism_of_action) is not null;
create temp table protein as
select trim(target_chembl_id) as target, na(target_name) as name, na(uniprot_acc) as uniprot, na(ensembl_id) as ensembl
from read_csv(getvariable('targets'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'target_chembl_id': 'VARCHAR', 'target_name': 'VARCHAR', 'uniprot_acc': 'VARCHAR', 'ensembl_id': 'VARCHAR'});
create temp table indication as
select upper(trim(molecule_chembl_id)) as chembl, replace(na(efo_id), '_', ':') as id, na(efo_term) as label, max(try_cast(max_phase_for_ind as double)) as phase
from read_csv(getvariable('indications'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'efo_id': 'VARCHAR', 'efo_term': 'VARCHAR', 'max_phase_for_ind': 'VARCHAR', 'molecule_chembl_id': 'VARCHAR'})
-- Processes, chemicals and parts of the body are not diseases.
where na(molecule_chembl_id) is not null and coalesce(na(efo_id), na(efo_term)) is not null and (na(efo_id) is null or regexp_matches(efo_id, '^(EFO|MONDO|HP|Orphanet|DOID|MP)[:_]'))
group by 1, 2, 3;
-- What was approved before 1982 is said to be of 1982, as the FDA says it of its records.
create temp table first_approval as
select upper(trim(drug_id)) as chembl, min(nullif(try_cast(first_approval as integer), 1982)) as year
from read_csv(getvariable('approvals'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'drug_id': 'VARCHAR', 'first_approval': 'VARCHAR'}) group by 1;

create temp view rejects as
select null as file, null::bigint as line, 'the molecule has no id or preferred name' as reason, to_json(r)::varchar as "row"
from read_csv(getvariable('molecules'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', ignore_errors = true) r
where na(molecule_chembl_id) is null or na(pref_name) is null;

-- Synonyms are research codes, trade names and other spellings, without their type, mixed with ATC codes and isotopes.
-- "R 15,403 [AS HYDROCHLORIDE]" is R 15,403; "Voltarol ret" and "Adalat la 30" are Voltarol and Adalat, whose form and strength, or
-- schedule of control, stand behind the name.
create temp table called as
select chembl, pref, phase, regexp_replace(trim(regexp_replace(said, '\s*\[[^\]]*\]\s*$', '')),
  '^(.*[A-Za-z]{4,})(?: \d{1,4})*(?: (?:xl|sr|ret|retard|mr|fte|cr|la|er|xr|ec|cd|cii|ciii|civ|cv))(?: \d{1,4})*$', '\1', 'i') as said
from (select chembl, pref, phase, unnest(list_prepend(pref, coalesce(synonyms, []))) as said from molecule);
create temp table atc as select chembl, tidy(list(said)) as codes from called where regexp_matches(said, '^[A-Z]\d{2}[A-Z]{2}\d{2}$') group by chembl;
create temp table synonym as
select distinct on (chembl, fold(said)) chembl,
  case when is_drug_code(said) then drug_code(said) when fold(said) = fold(pref) then lower(said) else said end as name,
  case when is_drug_code(said) then 'code' when fold(said) = fold(pref) then 'generic' else 'synonym' end as type
from called
where not regexp_matches(said, '^[A-Z]\d{2}[A-Z]{2}\d{2}$') and not regexp_matches(said, '^\d{1,3}[A-Za-z]{1,2}$') and length(said) between 2 and 120
order by chembl, fold(said), said;
-- A name of several molecules belongs to the one with it as its main name; "tenofovir" is not a name of its prodrugs.
create temp table name_of as
select s.* from synonym s left join (select fold(pref) as name, list(chembl) as bearers from molecule group by 1) p on p.name = fold(s.name)
where p.name is null or list_contains(p.bearers, s.chembl);

-- A salt and its parent have separate ids: the parent is the molecule with the name without the salt.
create temp table parent as
select m.chembl, min(p.chembl) as parent
from (select chembl, plain_words(pref) as words, salt_free(plain_words(pref)) as base from molecule) m
join (select chembl, plain_words(pref) as words from molecule) p on p.words = m.base
where m.base <> m.words group by m.chembl having count(distinct p.chembl) = 1;
-- Of two molecules with one name the one is a hydrate, as its other names say.
insert into parent
select chembl, first from (
  select m.chembl, first_value(m.chembl) over of_name as first, row_number() over of_name as place
  from molecule m left join (
    select chembl, bool_or(regexp_matches(lower(name), '\b(\w*hydrate|anhydrous|hydrochloride|sodium|potassium|salt)$')) as is_form from synonym group by chembl
  ) s using (chembl)
  window of_name as (partition by plain_words(m.pref) order by coalesce(s.is_form, false), length(m.chembl), m.chembl)
) where place > 1 and chembl <> first and chembl not in (select chembl from parent);

create temp view entities as
select
  'chembl:' || m.chembl as key, 'product' as kind, case when is_drug_code(m.pref) then drug_code(m.pref) else lower(m.pref) end as name, n.names,
  'chembl:' || p.parent as moiety, 'therapeutic' as product_family, ['drug'] as product_categories,
  a.mechanisms, i.indications,
  {chembl_id: m.chembl, generic: case when not is_drug_code(m.pref) then lower(m.pref) end, max_phase: (case when m.phase > 0 then ceil(m.phase) else m.phase end)::integer, first_approval_year: f.year, atc: c.codes} as attributes,
  m.chembl as source_record
from (select distinct on (chembl) * from molecule order by chembl, pref) m
left join (select chembl, list({name: name, type: type} order by name) as names from name_of group by chembl) n using (chembl)
left join parent p using (chembl) left join first_approval f using (chembl) left join atc c using (chembl)
left join (
  select chembl, list({mechanism: text, action: lower(action), role: 'primary', target: coalesce(t.name, m.target),
    target_keys: case when t.ensembl is not null then ['uniprot:' || t.uniprot] end, protein: 'uniprot:' || t.uniprot, confidence: 0.95, record: chembl || '/' || coalesce(m.target, '-')} order by text, m.target) as mechanisms
  from mechanism m left join protein t using (target) group by chembl
) a using (chembl)
left join (
  -- In phase 1 an approved drug is often only given together with a new one, or shows how that one changes its level (midazolam): it is not meant to
  -- treat the condition of the trial.
  select chembl, list({id: id, label: label, phase: case phase when 4 then 'approved' when 3 then 'phase 3' when 2 then 'phase 2' when 1 then 'phase 1' end,
    confidence: case when phase = 4 then 0.9 when coalesce(phase, 0) <= 1 and chembl in (select chembl from molecule where molecule.phase = 4) then 0.6 else 0.8 end, record: chembl || '/' || coalesce(id, label)} order by phase desc, label, id) as indications
  from indication group by chembl
) i using (chembl)
union all by name
-- A protein without an Ensembl gene belongs to another species.
select 'uniprot:' || uniprot as key, tidy(list('ensembl:' || ensembl)) as same_as, 'target' as kind, min(name) as name,
  {uniprot: uniprot, ensembl_id: min(ensembl)} as attributes, min(target) as source_record
from protein where uniprot is not null and ensembl is not null and target in (select target from mechanism) group by uniprot;

-- Open Targets' therapeutic areas, as terms; what is a finding or inherited may be of any organ.
create temp table area (name varchar, term varchar);
insert into area values ('cancer or benign tumor', 'MONDO:0045024'), ('nervous system disease', 'MONDO:0005071'), ('immune system disease', 'MONDO:0005046'),
  ('musculoskeletal or connective tissue disease', 'MONDO:0002081'), ('gastrointestinal disease', 'EFO:0010282'), ('hematologic disease', 'MONDO:0005570'),
  ('endocrine system disease', 'MONDO:0005151'), ('integumentary system disease', 'MONDO:0005093'), ('cardiovascular disease', 'MONDO:0004995'),
  ('reproductive system or breast disease', 'MONDO:0005039'), ('respiratory or thoracic disease', 'MONDO:0005087'), ('nutritional or metabolic disease', 'MONDO:0005066'),
  ('psychiatric disorder', 'MONDO:0002025'), ('infectious disease', 'MONDO:0005550'), ('disorder of visual system', 'MONDO:0005328'), ('urinary system disease', 'MONDO:0002118'),
  ('disorder of ear', 'MONDO:0002409');
create temp view diseases as
select d.id, null::varchar as label, null::varchar[] as xrefs, null::varchar[] as synonyms, list(distinct a.term order by a.term) as parents
from (
  select replace(trim(efo_id_norm), '_', ':') as id, unnest(string_split(ot_ta_raw, '|')) as name
  from read_csv(getvariable('areas'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
    columns = {'efo_id_norm': 'VARCHAR', 'ot_therapeutic_area': 'VARCHAR', 'ot_ta_raw': 'VARCHAR'})
  where na(efo_id_norm) is not null and na(ot_ta_raw) is not null
) d join area a on a.name = trim(d.name) where a.term <> d.id group by d.id;
