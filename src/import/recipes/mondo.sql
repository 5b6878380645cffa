-- name: mondo
-- title: Mondo Disease Ontology, terms and exact cross-references
-- source: MONDO
-- licence: CC-BY-4.0
-- attribution: Mondo Disease Ontology, Monarch Initiative; mondo.monarchinitiative.org
-- url: https://mondo.monarchinitiative.org/pages/download/ (terms and xrefs as CSV)
-- files: terms=mondo_terms*.csv, xrefs=mondo_xrefs*.csv?
-- priority: 90
-- fills: No entities: the disease look-up by which a condition gets its MONDO id, label and therapeutic area.

create temp table terms as
select * from read_csv(getvariable('terms'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);
create temp table xrefs as
select * from read_csv(getvariable('xrefs'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'mondo_id': 'VARCHAR', 'predicate': 'VARCHAR', 'xref': 'VARCHAR'});

create temp view diseases as
select t.mondo_id as id, t.label, list(x.xref order by x.xref) filter (where x.xref is not null and x.predicate = 'exact') as xrefs
from terms t left join xrefs x using (mondo_id)
where not starts_with(lower(t.label), 'obsolete')
group by all;
