-- A target known by a symbol only is the only gene that has it as an alias or a previous symbol (0.9).
create temp table gene_alias as
select alias, min(record) as record, count(distinct record) as n, list_sort(list(distinct record)) as genes from (
  select fold(unnest(aliases)) as alias, record from row where key_prefix(record) = 'hgnc' and kind = 'target'
) group by alias;

create temp table by_symbol as
select r.record, a.record as gene, a.n, a.genes, min(row.name) as name
from record r join row using (record) left join component c using (record)
join gene_alias a on a.alias = fold(key_value(r.record))
where r.kind = 'target' and key_prefix(r.record) = 'symbol' and c.root is null and not r.removed
group by all;

insert into likeness select gene, record, 'unambiguous alias', 0.9 from by_symbol where n = 1;
insert into ambiguous select 'target', name, list_append(genes, record) from by_symbol where n > 1;
drop table gene_alias; drop table by_symbol;
