-- name: drugmechdb
-- title: DrugMechDB, curated paths from drug to disease
-- source: DrugMechDB
-- licence: CC0-1.0
-- attribution: DrugMechDB, Su Lab, Scripps Research
-- url: https://github.com/SuLab/DrugMechDB (indication_paths; one JSON object a line)
-- files: paths=indication_paths*.jsonl
-- columns: paths=jsonl(graph)
-- priority: 58
-- confidence: 0.85
-- fills: Products with what they act on first (targets, mechanism) and what they are for; targets by UniProt, and how one acts
--   on the next along a path (regulates). Processes, cells, anatomy, species and InterPro's families and domains are left out.

create temp table lines as
select filename as file, row_number() over (partition by filename) as line, text, try_cast(text as json) as doc
from read_csv(getvariable('paths'), columns = {'text': 'VARCHAR'}, auto_detect = false, header = false, delim = e'\x01', quote = '', escape = '',
  filename = true, parallel = false, max_line_size = 16777216);
create temp view rejects as
select file, line, case when doc is null then 'the line is not JSON' else 'the path names no drug' end as reason, text as "row"
from lines where trim(text) <> '' and na(doc ->> '$.graph.drug') is null;

create temp table path as
select row_number() over (order by file, line) as id, na(doc ->> '$.graph.drug') as drug, na(doc ->> '$.graph.disease') as disease, na(doc ->> '$.graph.disease_mesh') as disease_id,
  nullif(regexp_extract(doc ->> '$.graph.drugbank', '(DB\d{5})$', 1), '') as drugbank, nullif(regexp_extract(doc ->> '$.graph.drug_mesh', '^MESH:(\w+)$', 1), '') as mesh,
  from_json(doc -> '$.nodes', '[{"id": "VARCHAR", "label": "VARCHAR", "name": "VARCHAR"}]') as nodes,
  from_json(doc -> '$.links', '[{"key": "VARCHAR", "source": "VARCHAR", "target": "VARCHAR"}]') as links
from lines where na(doc ->> '$.graph.drug') is not null;

-- Nodes that are targets: proteins. What InterPro has are domains and families of proteins of all species (Keratin; Sodium ion
-- transport-associated), which a drug does not act on as such.
create temp table node as
select id, n.id as node, n.label as label, n.name as name,
  case when n.label = 'Protein' and starts_with(n.id, 'UniProt:') then 'uniprot:' || key_value(n.id) end as key
from (select id, unnest(nodes) as n from path);

create temp table link as
select p.id, p.drug, l.key as action, s.label as source_label, s.key as source_key, t.key as target_key, t.label as target_label
from (select id, drug, unnest(links) as l from path) p
join node s on s.id = p.id and s.node = l.source join node t on t.id = p.id and t.node = l.target;

-- What the drug acts on first. A protein of which there is more or less afterwards (factor VIII after desmopressin) is an effect, one that makes the
-- drug or is like it no target.
create temp table acts as
select distinct product_key(drug) as key, target_key
from link where source_label = 'Drug' and target_key is not null
  and not regexp_matches(action, '^((in|de)creases (abundance|expression|secretion|synthesis) of|(positively|negatively) correlated with|produced by|(chemically )?similar to)$');

create temp table stated as
select product_key(drug) as key, min(drug) as drug, tidy(list('drugbank:' || drugbank)) as drugbank, tidy(list('mesh:' || mesh)) as mesh,
  list_sort(list(distinct {label: disease, id: disease_id, confidence: 0.85})) as indications
from path group by 1;

create temp view entities as
-- The paths of a drug are some of its uses; one alone need not be its main one.
select key, list_concat(coalesce(drugbank, []), coalesce(mesh, [])) as same_as, 'product' as kind, drug as name, 'therapeutic' as product_family, ['drug'] as product_categories,
  indications, {generic: lower(drug)} as attributes
from stated
union all by name
select key, 'target' as kind, min(name) as name, {uniprot: key_value(key)} as attributes
from node where key is not null group by key;

create temp view edges as
select distinct key as source_key, 'targets' as relation, target_key from acts
union all by name
select distinct source_key, 'regulates' as relation, target_key from link where source_key is not null and target_key is not null and source_key <> target_key;
