-- The names by which diseases and targets are found.

create table disease_name as
select disease_key(name) as name_key, min(id) as id from (
  select id, label as name from disease union select id, unnest(synonyms) from disease
) where disease_key(name) <> '' group by 1 having count(distinct id) = 1;

-- Another registry's id of a disease, where it is the exact counterpart of one term only.
create table disease_xref as
select xref, min(id) as id from (select id, upper(unnest(xrefs)) as xref from disease) group by 1 having count(distinct id) = 1;

-- A target by Ensembl id, symbol, and those aliases and previous symbols that are nobody else's.
create table target_name as
with gene as (
  select natural_key, name as symbol, attributes ->> 'ensembl_id' as ensembl, aliases from entity
  where kind = 'target' and state = 'live' and starts_with(natural_key, 'hgnc:')
), exact as (
  select fold(symbol) as name_key, symbol, ensembl from gene
  union all select fold(ensembl), symbol, ensembl from gene where ensembl is not null
), other as (
  select name_key, any_value(symbol) as symbol, any_value(ensembl) as ensembl
  from (select fold(unnest(aliases)) as name_key, symbol, ensembl from gene) group by 1 having count(distinct symbol) = 1
)
select name_key, min(symbol) as symbol, min(ensembl) as ensembl, true as is_exact from exact group by 1
union all
select name_key, symbol, ensembl, false from other where name_key not in (select name_key from exact);
