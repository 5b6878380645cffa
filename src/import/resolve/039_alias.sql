-- An organisation known by name only, whose name is an alias of exactly one other organisation of its kind, is that one
-- (0.9), unless both state different places (for a university: different countries). A short alias (an abbreviation, a
-- single word) may belong to many: it counts if the organisation's own name contains the word. A single word that
-- begins the name of exactly one filer, apart from trade words (Gilead, of Gilead Sciences), is that filer (0.85).

create temp table bearer as
select distinct o.kind, case when o.kind = 'institution' then bare_key(o.kind, o.name_key) else o.name_key end as name_key, o.name_key as words, o.how, coalesce(c.root, o.record) as root, o.record from org_name o left join component c using (record);
create temp table told as
select distinct coalesce(c.root, s.record) as root from scheme_of s left join component c using (record);

create temp table alias_of as
select b.kind, b.name_key, min(b.root) as root, min(b.record) as record from bearer b
where b.how <> 'name' and (b.kind, b.name_key, b.root) not in (select (kind, name_key, root) from bearer where how = 'name')
  and length(b.name_key) >= 5 and not is_generic_place(b.words)
  -- A funder's office abroad is named after it.
  and not (b.kind = 'funder' and exists (select 1 from bearer o where o.kind = 'funder' and o.root = b.root and o.how = 'name' and starts_with(o.words, b.words || ' ')))
group by b.kind, b.name_key having count(distinct b.root) = 1;

create temp table land_of as
select distinct coalesce(c.root, row.record) as root, land_key(stated_country(row.name, attributes)) as land, fold(attributes::json ->> 'city') as city from row left join component c using (record)
where kind = 'institution' and stated_country(row.name, attributes) is not null;

create temp table found_alias as
select n.kind, n.name_key, n.root, n.record, a.root as into_root, a.record as into_record
from (select kind, name_key, min(words) as words, min(root) as root, min(record) as record from bearer where how = 'name' and root not in (from told) group by kind, name_key having count(distinct root) = 1) n
join alias_of a using (kind, name_key)
where a.root <> n.root
  and (a.root not in (select root from land_of) or n.root not in (select root from land_of) or exists (select 1 from land_of x join land_of y using (land) where x.root = a.root and y.root = n.root and (coalesce(x.city = y.city, true) or contains(n.words, 'universit'))))
  -- A name of two common words (Heart Institute, Beaumont Hospital) needs the city to identify it; saints and cities
  -- have many hospitals.
  and (n.kind <> 'institution' or not (is_common_place(n.words) or regexp_matches(n.words, '^\w+( cancer| medical)? (hospital|institute|center|centre|clinic)$'))
    or exists (select 1 from land_of x join land_of y using (land, city) where x.root = a.root and y.root = n.root))
  and not exists (select 1 from bearer b where b.kind = n.kind and b.name_key = n.name_key and b.how = 'name' and b.root <> n.root and b.root <> a.root)
  and (contains(n.words, ' ') and length(n.words) >= 10
    or exists (select 1 from bearer b where b.root = a.root and b.how = 'name' and starts_with(b.words || ' ', n.words || ' ')));

insert into likeness
select into_record, record, 'alias', 0.9 from found_alias where root in (select root from found_alias group by root having count(distinct into_root) = 1);

create temp table filer_core as
select core, min(root) as root, min(record) as record, count(distinct root) as n from (
  select regexp_extract(name_key, '^(\w{5,})(?: (?:pharma\w*|therapeutic\w*|bio\w*|science|laborator\w*|labs?|medical|medicine|oncology|genetic|genomic|vaccine))+$', 1) as core, root, record, name_key
  from bearer where kind = 'company' and how = 'name'
) where core <> '' group by core;
insert into likeness
select f.record, n.record, 'first word of a filer', 0.85
from (select name_key, min(root) as root, min(record) as record from bearer where kind = 'company' and how = 'name' and not contains(name_key, ' ')
    group by name_key having count(distinct root) = 1 and bool_and(root not in (from told))) n
join filer_core f on f.core = n.name_key and f.n = 1 and f.root <> n.root
-- Of a filer that only its registry knows, no word is enough (Galmed Pharmaceuticals in Tel Aviv, GALMED GmbH in Halle).
join (select coalesce(c.root, r.record) as root from row join record r using (record) left join component c on c.record = row.record where r.kind = 'company' group by 1 having count(distinct row.recipe) > 1) v on v.root = f.root
where f.root in (select coalesce(c.root, v.record) from scheme_value v left join component c using (record) where v.scheme = 'cik');

-- A name that is several organisations' alias and could not be assigned.
insert into ambiguous
select b.kind, min(b.words), list_sort(list(distinct b.record)) from bearer b join (
  select kind, name_key from bearer group by kind, name_key
  -- A company with a short form in FDA's files (MEDICURE) also has another company's name.
  having (kind = 'company' or count(distinct root) filter (where how = 'name') = 1) and count(distinct root) > 1
) m using (kind, name_key)
where (b.kind, b.name_key) not in (select (kind, name_key) from found_alias)
group by b.kind, b.name_key having not exists (from ambiguous a where a.kind = b.kind and list_has_all(a.keys, list(distinct b.record)));
drop table bearer; drop table told; drop table alias_of; drop table land_of; drop table found_alias; drop table filer_core;
