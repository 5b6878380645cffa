-- name: hgnc
-- title: Human genes of the HUGO Gene Nomenclature Committee
-- source: HGNC
-- licence: CC0-1.0
-- attribution: HGNC database, HUGO Gene Nomenclature Committee, European Bioinformatics Institute; www.genenames.org
-- url: https://www.genenames.org/download/archive/ (hgnc_complete_set.txt)
-- download: genes=https://storage.googleapis.com/public-download-files/hgnc/tsv/tsv/hgnc_complete_set.txt
-- files: genes=hgnc_complete_set*.txt
-- columns: genes=tsv(hgnc_id symbol name locus_type status location alias_symbol alias_name prev_symbol gene_group date_modified entrez_id ensembl_gene_id uniprot_ids)
-- priority: 90
-- confidence: 0.99
-- fills: Targets with symbol, alias and previous symbols, Ensembl and UniProt ids; the look-up by which a target named
--   anywhere gets its symbol and Ensembl id.

create temp table genes as
select * from read_csv(getvariable('genes'), header = true, all_varchar = true, delim = '\t', quote = '"', escape = '"', store_rejects = true);

create temp view entities as
select
  'hgnc:' || hgnc_id as key,
  -- A few Ensembl and UniProt ids are given to two genes, and identify neither.
  tidy(list_concat(['symbol:' || symbol, 'entrez:' || na(entrez_id), case when count(*) over (partition by ensembl_gene_id) = 1 then 'ensembl:' || ensembl_gene_id end],
    list_transform(u.accessions, lambda a: 'uniprot:' || a))) as same_as,
  'target' as kind,
  symbol as name,
  list_distinct(list_concat([name], split_list(alias_symbol, '|'), split_list(prev_symbol, '|'), split_list(alias_name, '|'))) as aliases,
  {
    hgnc_id: hgnc_id, ensembl_id: ensembl_gene_id, uniprot: split_list(uniprot_ids, '|')[1],
    previous_symbols: split_list(prev_symbol, '|'), alias_symbols: split_list(alias_symbol, '|'), gene_name: name,
    locus_type: locus_type, location: location, entrez_id: entrez_id, gene_groups: split_list(gene_group, '|')
  } as attributes,
  date_modified as updated_at,
  [{field: 'name', source: 'HGNC', confidence: 0.99, observed_at: date_modified}] as provenance
from genes
left join (
  select hgnc_id, list(accession order by accession) as accessions
  from (select hgnc_id, unnest(string_split(uniprot_ids, '|')) as accession from genes where status = 'Approved')
  where accession in (select a from (select unnest(string_split(uniprot_ids, '|')) as a from genes where status = 'Approved') group by a having count(*) = 1)
  group by hgnc_id
) u using (hgnc_id)
where status = 'Approved';
