-- name: hetionet
-- title: Hetionet, genes and compounds of a graph of biology
-- source: Hetionet
-- licence: CC0-1.0 for the compilation; each binding keeps its own source's licence, and those that forbid commercial use are left out
-- attribution: Hetionet v1.0, D. Himmelstein and others; het.io
-- url: https://github.com/hetio/hetionet (hetnet/tsv) and https://github.com/dhimmel/integrate (CbG-binding.tsv)
-- download: nodes=https://raw.githubusercontent.com/hetio/hetionet/8a6cc0c5604d0e2908786e4de38af67b8e46ee4a/hetnet/tsv/hetionet-v1.0-nodes.tsv
--   bindings=https://raw.githubusercontent.com/dhimmel/integrate/93feba1765fbcd76fd79e22f25121f5399629148/compile/CbG-binding.tsv
-- files: nodes=hetionet*nodes*.tsv, bindings=CbG-binding*.tsv?, edges=edges*.sif*?
-- columns: nodes=tsv(id name kind), bindings=tsv(drugbank_id entrez_gene_id sources license), edges=tsv(source metaedge target)
-- priority: 30
-- confidence: 0.7
-- keep: matched
-- fills: Which compounds bind which genes' products (binds), which genes interact (interacts_with) or regulate one another
--   (regulates), among genes and compounds that another recipe of the build knows. Diseases, anatomy, symptoms, side effects and
--   processes have no kind here and are left out.

create temp table node as
select trim(id) as id, na(name) as name, trim(kind) as kind, case kind when 'Gene' then 'entrez:' || split_part(trim(id), '::', 2) when 'Compound' then 'drugbank:' || split_part(trim(id), '::', 2) end as key
from read_csv(getvariable('nodes'), header = true, all_varchar = true, delim = '\t', quote = '', escape = '', store_rejects = true)
where kind in ('Gene', 'Compound');
create temp table binding as
select 'drugbank:' || trim(drugbank_id) as compound, 'entrez:' || trim(entrez_gene_id) as gene, na(license) as licence
from read_csv(getvariable('bindings'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true, columns = {'drugbank_id': 'VARCHAR', 'entrez_gene_id': 'VARCHAR',
  'sources': 'VARCHAR', 'pubmed_ids': 'VARCHAR', 'actions': 'VARCHAR', 'affinity_nM': 'VARCHAR', 'license': 'VARCHAR', 'urls': 'VARCHAR'})
where not contains(coalesce(license, ''), 'NC');
create temp table link as
select s.key as source_key, t.key as target_key, e.metaedge
from read_csv(getvariable('edges'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true, columns = {'source': 'VARCHAR', 'metaedge': 'VARCHAR', 'target': 'VARCHAR'}) e
join node s on s.id = e.source join node t on t.id = e.target
where e.metaedge in ('GiG', 'Gr>G') and s.id <> t.id;

create temp view entities as
select key, case kind when 'Gene' then 'target' else 'product' end as kind, coalesce(name, key_value(key)) as name, case kind when 'Compound' then [product_key(name)] end as same_as,
  {entrez_id: case kind when 'Gene' then key_value(key) end, drugbank: case kind when 'Compound' then key_value(key) end} as attributes
from node where key in (select compound from binding union select gene from binding union select source_key from link union select target_key from link);

create temp view edges as
select distinct compound as source_key, 'binds' as relation, gene as target_key from binding where compound in (select key from node) and gene in (select key from node)
union all by name
select distinct case when metaedge = 'GiG' then least(source_key, target_key) else source_key end as source_key, case metaedge when 'GiG' then 'interacts_with' else 'regulates' end as relation,
  case when metaedge = 'GiG' then greatest(source_key, target_key) else target_key end as target_key from link;
