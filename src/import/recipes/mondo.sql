-- name: mondo
-- title: Mondo Disease Ontology, terms, cross-references, synonyms and parents
-- source: MONDO
-- licence: CC-BY-4.0
-- attribution: Mondo Disease Ontology, Monarch Initiative; mondo.monarchinitiative.org
-- url: https://mondo.monarchinitiative.org/pages/download/ (mondo.obo; or terms and xrefs as CSV)
-- files: terms=mondo_terms*.csv?, xrefs=mondo_xrefs*.csv?, ontology=mondo*.obo?
-- columns: terms=csv(mondo_id label), xrefs=csv(mondo_id predicate xref)
-- priority: 90
-- fills: No entities: the diseases by which a condition gets its MONDO id, label and therapeutic area, and the tree that
--   diseases.parquet holds. Synonyms and parents come from mondo.obo; without it, from what other recipes say and from the labels.

create temp table terms as
select * from read_csv(getvariable('terms'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'mondo_id': 'VARCHAR', 'label': 'VARCHAR'});
create temp table xrefs as
select * from read_csv(getvariable('xrefs'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'mondo_id': 'VARCHAR', 'predicate': 'VARCHAR', 'xref': 'VARCHAR'});

-- OBO: stanzas of "tag: value" lines; a term's lines are those up to the next stanza.
create temp table obo_line as
select n, text, count(*) filter (where starts_with(text, '[')) over (order by n) as stanza
from (select row_number() over () as n, text from read_csv(getvariable('ontology'), columns = {'text': 'VARCHAR'}, auto_detect = false, header = false, delim = e'\x01', quote = '', escape = '', parallel = false));
create temp table obo as
select regexp_extract(min(text) filter (where starts_with(text, 'id: ')), '^id: (\S+)', 1) as id, min(text[7:]) filter (where starts_with(text, 'name: ')) as label,
  list(regexp_extract(text, '^synonym: "((?:[^"\\]|\\.)*)" EXACT', 1)) filter (where regexp_matches(text, '^synonym: ".*" EXACT')) as synonyms,
  list(regexp_extract(text, '^xref: (\S+)', 1)) filter (where regexp_matches(text, '^xref: \S+ .*MONDO:equivalentTo')) as xrefs,
  list(regexp_extract(text, '^is_a: (\S+)', 1)) filter (where starts_with(text, 'is_a: MONDO:')) as parents,
  bool_or(text = '[Term]') as is_term, bool_or(text = 'is_obsolete: true') as obsolete
from obo_line where stanza > 0 group by stanza;

-- Some labels state in brackets that they are diseases, which people do not write.
create macro disease_label(s) as regexp_replace(trim(s), '\s+\(disease\)$', '');
create temp view diseases as
select t.mondo_id as id, disease_label(t.label) as label, list(x.xref order by x.xref) filter (where x.xref is not null and x.predicate = 'exact') as xrefs, null::varchar[] as synonyms, null::varchar[] as parents
from terms t left join xrefs x using (mondo_id)
where not starts_with(lower(t.label), 'obsolete')
group by t.mondo_id, t.label
union all by name
select id, disease_label(label) as label, xrefs, synonyms, parents from obo where is_term and starts_with(id, 'MONDO:') and label is not null and not coalesce(obsolete, false);
