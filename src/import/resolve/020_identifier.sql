-- What each record is known by, its own key and those it states to be the same thing, and where those would bring different things
-- together: two identifiers of one scheme that tells things of that kind apart.

create table known_as as
select distinct record, kind, key, key = record as own from (
  select record, kind, unnest(list_append(coalesce(same, []), record)) as key
  from row join record r using (record, kind)
);

-- The schemes of which a thing has one identifier. A ticker is a hint: it is given anew. A trial may have had several NCT numbers.
create temp table telling as
select unnest(kinds) as kind, scheme from (values
  (['company', 'institution'], 'ror'), (['company'], 'cik'), (['company'], 'lei'), (['funder'], 'fundref'), (['funder'], 'sec13f'), (['person'], 'orcid'),
  (['target'], 'hgnc'), (['product'], 'drugbank'), (['product'], 'chembl'), (['product'], 'drugcentral'), (['product'], 'unii'), (['product'], 'inn'),
  (['approval'], 'nda'), (['paper'], 'pmid')
) v(kinds, scheme);

-- What a record is called, as names of its kind are compared.
create or replace temp macro compared_name(kind, name) as case
  when kind = 'product' then substance_key(name) when kind in ('company', 'institution', 'funder') then org_match_key(name) else plain_words(name) end;

-- Salts and hydrates bear numbers of their own (ChEMBL, DrugCentral): what counts is the substance. A ChEMBL number is of the
-- substance its own record names; of DrugCentral's numbers those given to one name are one.
create temp table chembl_name as
select record as key, moiety_key(min_by(coalesce(f.drug_key, compared_name('product', without_maker(row.name))), {length: length(row.name), name: row.name})) as name from row left join drug_fact f on f.name_key = compared_code(row.name, substance_key(row.name))
where kind = 'product' and key_prefix(record) = 'chembl' and not is_stub(row.name, record) and not regexp_matches(row.name, '^S?CHEMBL\d+$', 'i') group by record;
-- A source that knows the salts says what each is a form of.
create temp table moiety_of as
select record as key, min(natural_key(moiety)) as moiety from row where kind = 'product' and moiety is not null group by record having count(distinct natural_key(moiety)) = 1;
-- DrugBank numbers some salts apart from their substance: they count as the substance's.
create temp table drugbank_salt as
select s.record as key, min(b.record) as base
from (select record, min(plain_words(name)) as name from row where kind = 'product' and key_prefix(record) = 'drugbank' and not is_stub(name, record) group by record) s
join (select record, min(plain_words(name)) as name from row where kind = 'product' and key_prefix(record) = 'drugbank' and not is_stub(name, record) group by record) b
  on b.name = salt_free(s.name) and b.name <> s.name
group by s.record having count(*) = 1;
-- An ester that carries a substance into the body is that substance (mometasone furoate) if it is the only one that agencies approved, and they
-- approved nothing without it: fluticasone has two.
create table sole_ester as
with product_name as (
  select distinct record, plain_words(name) as name from row where kind = 'product' and coalesce(product_family, 'therapeutic') = 'therapeutic' and not is_stub(name, record)
), approved as (
  select distinct n.name from staged_edge e join product_name n on n.record = e.target_key where e.relation = 'approval_of'
), ester as (
  select name, without_ester(name) as base from approved where without_ester(name) is not null
)
select name, base from ester where base in (select name from product_name where key_prefix(record) in ('drugbank', 'chembl')) and base not in (from approved)
qualify count(*) over (partition by base) = 1;
update chembl_name set name = e.base from sole_ester e where e.name = chembl_name.name;
-- A second record of a substance has its number.
update chembl_name set name = b.name from twin t join (
  select record, min(moiety_key(compared_name('product', name))) as name from row where kind = 'product' and key_prefix(record) = 'drugbank' group by record
  union all select key, name from chembl_name) b on b.record = t.base where t.record = chembl_name.key;
insert into drugbank_salt select record, base from twin where key_prefix(record) = 'drugbank' and key_prefix(base) = 'drugbank' and record not in (select key from drugbank_salt);
insert into drugbank_salt
select s.record, min(b.record)
from row s join sole_ester e on e.name = plain_words(s.name) join row b on b.kind = 'product' and key_prefix(b.record) = 'drugbank' and plain_words(b.name) = e.base
where s.kind = 'product' and key_prefix(s.record) = 'drugbank' and s.record not in (select key from drugbank_salt)
group by s.record having count(distinct b.record) = 1;
create temp table unii_salt as
select a.key, min(b.key) as base from known_as a join drugbank_salt s on s.key = a.record join known_as b on b.record = s.base and key_prefix(b.key) = 'unii'
where key_prefix(a.key) = 'unii' group by a.key;
create temp table telling_value as
select k.key, k.kind, t.scheme, case t.scheme when 'chembl' then coalesce(min(mc.name), min(m.moiety), min(c.name), k.key)
  when 'drugcentral' then case when count(distinct k.record) = 1 then min(k.record) else k.key end when 'drugbank' then coalesce(min(d.base), k.key) when 'unii' then coalesce(min(u.base), k.key) else k.key end as value
from (
  -- DrugBank numbers some codes apart from the substance, and such an entry says nothing but the code: what has no record tells nobody apart.
  from known_as where key_prefix(key) <> 'drugbank' or key in (select record from record) or not exists (from record where key_prefix(record) = 'drugbank')
) k join telling t on t.kind = k.kind and t.scheme = key_prefix(k.key) left join chembl_name c on c.key = k.key and k.kind = 'product' left join moiety_of m on m.key = k.key left join chembl_name mc on mc.key = m.moiety left join drugbank_salt d on d.key = k.key left join unii_salt u on u.key = k.key
group by k.key, k.kind, t.scheme;

create table scheme_value as
select distinct k.record, v.scheme, v.value from known_as k join telling_value v using (key, kind)
union select record, field, natural_key(field || ':' || value)
from (unpivot (select record, kind, columns(lambda c: c in getvariable('identifier_columns')) from row) on * exclude (record, kind) into name field value value)
where list_contains(getvariable('identifier_unique')[field], kind)
-- What the list of drugs lists as two drugs are two.
union select row.record, 'drug list', f.drug_key from row join (select distinct drug_key from drug_fact) f on f.drug_key = compared_code(row.name, substance_key(row.name)) where row.kind = 'product';

-- Two filers that the list of companies knows for one are one.
update scheme_value set value = 'cik:' || f.cik from company_fact f where f.relation = 'cik' and scheme_value.scheme = 'cik' and scheme_value.value = 'cik:' || f.name;
update telling_value set value = 'cik:' || f.cik from company_fact f where f.relation = 'cik' and telling_value.scheme = 'cik' and telling_value.value = 'cik:' || f.name;

-- The records that corrections speak of, by natural key or id, and the pairs they keep apart.
create table correction_end as
with said as (select line, 'key' as place, key as text from correction union all select line, 'value', value from correction where type in ('same', 'different', 'not-an-edge'))
select s.line, s.place, min_by(k.record, {own: not k.own, record: k.record}) as record
from said s join known_as k on k.key = natural_key(s.text) group by s.line, s.place
union all
select s.line, s.place, r.record from said s join record r on uuid5(r.record) = lower(trim(s.text));
create table apart as
select e.record, 'correction ' || c.line as scheme, e.place as value from correction c join correction_end e using (line) where c.type = 'different';

-- Two registries mean one substance where the one's name for it is the other's, too, and of one alone in each, blanks and hyphens aside: as
-- surely as if they stated each other's numbers.
create temp table registry_name as
select record, key_prefix(record) as registry, replace(plain_words(name), ' ', '') as name, bool_or(is_main) as is_main from (
  select record, name, true as is_main from row where kind = 'product' and key_prefix(record) in ('drugbank', 'chembl') and not is_stub(name, record)
  union all select record, n.name, false from (select record, unnest(names) as n from row where kind = 'product' and key_prefix(record) in ('drugbank', 'chembl')) where n.type is distinct from 'chemical'
) group by all;
create table registry_twin as
select d.record, c.record as key
from registry_name d join registry_name c on c.name = d.name and c.registry = 'chembl'
where d.registry = 'drugbank' and (d.is_main or c.is_main) and length(d.name) >= 4
  -- Of one alone in each registry, and of one that is called so before those that are also called so.
qualify count(*) over (partition by d.name) = 1 and count(distinct c.record) over (partition by d.record) = 1 and count(distinct d.record) over (partition by c.record) = 1;
-- ChEMBL gives a substance and its salts the same names: what is left is told by the substance.
insert into registry_twin
select distinct record, key from (
  select * from (
    select distinct d.record, d.name, coalesce(m.moiety, c.record) as key
    from registry_name d join registry_name c on c.name = d.name and c.registry = 'chembl' left join moiety_of m on m.key = c.record
    where d.registry = 'drugbank' and (d.is_main or c.is_main) and length(d.name) >= 4 and d.record not in (select record from registry_twin)
  ) qualify count(*) over (partition by name) = 1 and count(distinct key) over (partition by record) = 1 and count(distinct record) over (partition by key) = 1
) where key in (select record from record) and key not in (select coalesce(m.moiety, t.key) from registry_twin t left join moiety_of m using (key));

-- A systematic name that is the other's own name says it, too, of whatever is left.
insert into registry_twin
select record, key from (
  select distinct d.record, c.record as key, d.name
  from (
    select record, replace(plain_words(n.name), ' ', '') as name from (select record, unnest(names) as n from row where kind = 'product' and key_prefix(record) in ('drugbank', 'chembl')) where n.type = 'chemical'
    union select record, name from registry_name where is_main
  ) d join (from registry_name where is_main) c on c.name = d.name
  where key_prefix(d.record) = 'drugbank' and c.registry = 'chembl'
) where record not in (select record from registry_twin) and key not in (select key from registry_twin)
qualify count(*) over (partition by name) = 1 and count(distinct key) over (partition by record) = 1 and count(distinct record) over (partition by key) = 1;

create temp table stated_link as
select distinct a.record as a, b.record as b
from (select kind, key, min(record) as record from known_as group by kind, key having count(distinct record) > 1) a
join known_as b on b.kind = a.kind and b.key = a.key and b.record <> a.record
union select record, key from registry_twin;
