-- name: drugcentral
-- title: DrugCentral, drugs with their protein targets
-- source: DrugCentral
-- licence: CC-BY-SA-4.0; the files with DrugBank names CC-BY-4.0
-- attribution: DrugCentral, University of New Mexico; drugcentral.org; tables by gene of D. Himmelstein (dhimmel/drugcentral)
-- url: https://drugcentral.org/download (structures.smiles.tsv); https://github.com/unmtransinfo/DrugCentral-2023 (AllTargets.json);
--   https://github.com/dhimmel/drugcentral (rephetio)
-- files: targets=AllTargets*.json, structures=structures.smiles*.tsv?, actions=rephetio_targets*.tsv?, classes=rephetio_classes*.tsv?,
--   class_of=rephetio_drug-to-class*.tsv?, fda=FDA_Approved*.csv?, ema=EMA_Approved*.csv?
-- columns: targets=json(accession struct_id target_name name), structures=tsv(SMILES InChI InChIKey ID INN CAS_RN),
--   actions=tsv(GeneID drugbank_id drugbank_name pubmed_ids sources actions),
--   classes=tsv(class_id class_name class_source class_type), class_of=tsv(drugbank_id drugbank_name class_id class_name)
-- priority: 55
-- confidence: 0.85
-- keep: matched target
-- fills: Products by their nonproprietary name, with CAS number, structure and where they are approved; the targets they act on
--   where the source states an action (targets), FDA's established pharmacologic classes
--   (attributes.pharmacologic_classes), and every other measured interaction (binds). Of proteins it keeps those that another recipe of
--   the build knows: many are of other species.

create temp table pair as
select struct_id, trim(name) as name, target_name, split_list(accession, '|') as accessions
from read_json(getvariable('targets'), columns = {'accession': 'VARCHAR', 'struct_id': 'VARCHAR', 'target_name': 'VARCHAR', 'name': 'VARCHAR'}, maximum_object_size = 67108864);
create temp table structure as
select trim(ID) as struct_id, na(INN) as name, na(InChIKey) as inchikey, na(CAS_RN) as cas
from read_csv(getvariable('structures'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true,
  columns = {'SMILES': 'VARCHAR', 'InChI': 'VARCHAR', 'InChIKey': 'VARCHAR', 'ID': 'VARCHAR', 'INN': 'VARCHAR', 'CAS_RN': 'VARCHAR'});
create temp table action as
select 'entrez:' || trim(GeneID) as target_key, trim(drugbank_name) as name, na(drugbank_id) as drugbank, split_list(actions, '|') as actions
from read_csv(getvariable('actions'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true,
  columns = {'GeneID': 'VARCHAR', 'drugbank_id': 'VARCHAR', 'drugbank_name': 'VARCHAR', 'pubmed_ids': 'VARCHAR', 'sources': 'VARCHAR', 'actions': 'VARCHAR', 'urls': 'VARCHAR'});
-- FDA's established pharmacologic classes; what MeSH and ChEBI say a substance does includes what it does in a test tube.
create temp table class as
select trim(o.drugbank_id) as drugbank, min(trim(o.drugbank_name)) as name, list(distinct trim(c.class_name) order by trim(c.class_name)) as names
from read_csv(getvariable('class_of'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true,
  columns = {'drugbank_id': 'VARCHAR', 'drugbank_name': 'VARCHAR', 'class_id': 'VARCHAR', 'class_name': 'VARCHAR'}) o
join read_csv(getvariable('classes'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true,
  columns = {'class_id': 'VARCHAR', 'class_name': 'VARCHAR', 'class_source': 'VARCHAR', 'class_type': 'VARCHAR', 'url': 'VARCHAR'}) c using (class_id)
where c.class_type = 'FDA Established Pharmacologic Class' and na(c.class_name) is not null and na(o.drugbank_id) is not null and na(o.drugbank_name) is not null group by 1;
create macro list_of(path, agency) as table
select trim(id) as struct_id, trim(name) as name, agency as agency from read_csv(path, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'id': 'VARCHAR', 'name': 'VARCHAR'}) where na(name) is not null;
create temp table listed as from list_of(getvariable('fda'), 'FDA') union all from list_of(getvariable('ema'), 'EMA');

create temp table drug as
select struct_id, min_by(name, place) as name from (
  select struct_id, name, 0 as place from structure union all select struct_id, name, 1 from pair union all select struct_id, name, 2 from listed
) where na(name) is not null and na(struct_id) is not null group by struct_id;

create temp view entities as
select product_key(d.name) as key, tidy(list('drugcentral:' || d.struct_id)) as same_as, 'product' as kind, min(d.name) as name, tidy(list(d.name)) as aliases,
  'therapeutic' as product_family, ['drug'] as product_categories,
  {generic: lower(min(d.name)), cas: min(s.cas), inchikey: min(s.inchikey), approved_by: tidy(list(l.agency))} as attributes
from drug d left join structure s using (struct_id) left join listed l using (struct_id)
group by 1
union all by name
select product_key(name) as key, tidy(list('drugbank:' || drugbank)) as same_as, 'product' as kind, min(name) as name, {generic: lower(min(name)), pharmacologic_classes: any_value(c.names)} as attributes
from (select name, drugbank from action union select name, drugbank from class) a left join (select drugbank, names from class) c using (drugbank) where na(name) is not null group by 1
union all by name
select 'uniprot:' || accessions[1] as key, 'target' as kind, min(target_name) as name, {uniprot: accessions[1]} as attributes
from pair where len(accessions) = 1 group by accessions[1]
union all by name
select target_key as key, 'target' as kind, replace(target_key, ':', ' ') as name, {entrez_id: key_value(target_key)} as attributes from action where actions is not null group by target_key;

create temp view edges as
select distinct product_key(d.name) as source_key, 'binds' as relation, 'uniprot:' || accessions[1] as target_key from pair join drug d using (struct_id) where len(accessions) = 1
union all by name
select distinct product_key(name) as source_key, 'targets' as relation, target_key from action where actions is not null and na(name) is not null;
