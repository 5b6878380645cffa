-- Entities that the files have no record of, and that the project's own lists know: the drug tested by a program
-- or trial in the files, a bought company whose buyer is in the files (AveXis, of Novartis), and who develops a drug
-- in the files (Kartos Therapeutics, navtemadlin). They are added, so that their names are found. In files about the whole field, with a
-- thousand companies or more, so are the other drugs of the list (zimislecel): registries are years behind.

create or replace temp macro squeezed(s) as replace(plain_words(s), ' ', '');
create temp table drug_called as
select distinct drug, squeezed(name) as name_key from (select drug, name from drug_fact union all select drug, drug from drug_list) where length(squeezed(name)) >= 5 or regexp_matches(squeezed(name), '^[a-z]\d{3}$');
create temp table product_called as
select squeezed(name) as name_key from (
  select distinct unnest(list_append(list_concat(coalesce(aliases, []), coalesce(list_transform(names, lambda n: n.name), [])), name)) as name from staged where kind = 'product')
union select squeezed(without_suffix(name)) from (select distinct name from staged where kind = 'product');
create temp table spoken as
select distinct squeezed(said) as name_key from (
  select distinct name as said from staged where kind = 'program'
  union select distinct unnest(from_json(attributes::json -> 'interventions', '["VARCHAR"]')) from staged where kind = 'trial' and attributes is not null
) where length(said) <= 60;
insert into staged by name
select 'drug list' as recipe, 0 as priority, md5(drug) as row_hash, product_key(drug) as key, 'product' as kind, drug as name, 'therapeutic' as product_family, ['drug'] as product_categories,
  to_json({generic: lower(drug)}) as attributes, 'drug list' as source
from (select distinct drug from drug_called c left join spoken s using (name_key) where product_key(drug) is not null and not contains(drug, ';')
  and (s.name_key is not null or (select count(distinct key) from staged where kind = 'company') >= 1000))
where drug not in (select drug from drug_called join product_called using (name_key));

insert into developer_there
select distinct company, company_key, source from developer_fact where drug_key in (select fold(name) from staged where recipe = 'drug list') and company not in (select company from developer_there);

-- Two names of one company must not make two: if the files have a company whose name begins alike, nothing is added.
-- Files with few companies are about those; former acquisitions of groups are only added to a graph of the whole field.
create or replace temp macro bare_name(name) as nullif(trim(regexp_replace(regexp_replace(name, '(?i),? (inc|ltd|llc|plc|gmbh|ag|holdings?|dac|ireland)\.?$', ''), '(?i)( (pharma\w*|therapeutics?|bio\w*|sciences?|vaccines?|oncology|medicines?|immunotherap\w*|genetics?|systems))+$', '')), '');
-- What it does tells two companies apart whose names begin with the same few letters: JW Therapeutics is not JW Pharmaceutical, nor SK Bioscience SK Biopharmaceuticals.
create or replace temp macro trade_word(name) as case when length(bare_name(name)) <= 4 then nullif(left(lower(regexp_extract(name, '(?i) ((pharma|thera|bio|scien|vacc|oncol|medi|immun|genet|syst)\w*)', 1)), 6), '') end;
create temp table company_called as
select org_match_key(name) as name_key, split_part(org_match_key(name), ' ', 1) as word, fold(bare_name(name)) as bare_key, trade_word(name) as trade from (
  select distinct unnest(list_append(coalesce(aliases, []), own_name(name))) as name from staged where kind = 'company') where name is not null;
create temp table head_there as
select distinct f.head from company_fact f join company_called c on c.name_key = org_match_key(f.name) where f.relation = 'name'
union select f.head from company_fact f join staged s on s.key = 'cik:' || f.cik;
create temp table missing as
select head as reason, name, source, split_part(org_match_key(name), ' ', 1) as word from company_fact join head_there using (head)
where relation = 'subsidiary' and split_part(org_match_key(name), ' ', 1) not in (select word from company_called)
union all
-- Whose company is in the files is in the graph, too (Asahi Kasei, of Calliditas).
select head, head, min(source), split_part(org_match_key(head), ' ', 1) from company_fact join company_called c on c.name_key = org_match_key(name)
where relation = 'subsidiary' and head not in (from head_there) group by head
union all
-- Heads that no file names are found too: what they make stands under the names of others.
select 'head', head, min(source), org_match_key(head) from company_fact where relation = 'name' and head not in (from head_there)
  and not exists (from company_called c where c.bare_key = fold(bare_name(head)) and coalesce(c.trade = trade_word(head), true)) group by head
union all
-- By their whole names: Jiangsu Aidea is not Jiangsu Carephar.
select 'developer', company, source, concat_ws(' ', fold(bare_name(company)), coalesce(trade_word(company), min(trade_word(company)) over (partition by fold(bare_name(company)))))
from developer_there
where not exists (from company_called c where c.bare_key = fold(bare_name(company)) and coalesce(c.trade = trade_word(company), true));
insert into staged by name
select 'company list' as recipe, 0 as priority, md5(name) as row_hash, org_name_key('company', name) as key, 'company' as kind, name,
  -- Its other names in the list begin alike (Morphic, Morphic Therapeutic).
  tidy(list_filter(list_append(list(name) over (partition by word, reason), case when length(bare_name(name)) >= 4 then bare_name(name) end), lambda n: fold(n) <> fold(name))) as aliases, 'company list' as source, source as source_record
from missing where org_match_key(name) not in (select name_key from company_called) and length(org_match_key(name)) >= 3
  and (select count(distinct key) from staged where kind = 'company') >= 1000
qualify row_number() over (partition by word order by reason = 'head', reason = 'developer', reason, length(name), name) = 1;
drop table drug_list; drop table drug_called; drop table product_called; drop table spoken; drop table company_called; drop table head_there; drop table missing;
