-- A product known by name only is the only substance that lists it as a synonym (0.9); and a product with a code or
-- brand in the project's own list of drugs is that drug, unless it has another number.

create or replace temp macro is_kept_apart(name) as regexp_matches(name, '(complex|inhibitor|vaccine)\b');
create or replace temp macro is_variant(name) as regexp_matches(name, ' (alfa|alpha|beta|gamma|delta|epsilon|zeta|theta|omega)$');
create temp table part as select distinct coalesce(c.root, s.record) as root, s.record, full_name from substance s left join component c using (record);
create temp table numbered as select distinct coalesce(c.root, v.record) as root from scheme_value v left join component c using (record) where v.scheme in ('drugbank', 'chembl');
create temp table said_synonym as
select distinct name, root, record from (
  select compared_code(n, plain_words(n)) as name, coalesce(c.root, r.record) as root, r.record from (
    select record, unnest(list_concat(coalesce(list_transform(list_filter(names, lambda x: x.type is distinct from 'chemical'), lambda x: x.name), []), coalesce(aliases, []))) as n
    from row where kind = 'product' and key_prefix(record) in ('drugbank', 'chembl')
    union all select record, attributes::json ->> 'brand' from row where kind = 'product' and (attributes::json ->> 'brand') is not null and not contains(trim(attributes::json ->> 'brand'), ' ')
  ) r left join component c using (record)
) where length(name) >= 5;
create temp table synonym as
select name, min(root) as root, min(record) as record from said_synonym group by name having count(distinct root) = 1;

-- By the names with and without their salts and what stands in brackets.
create temp table list_name as
select drug_key, full_substance(drug) as drug_full, unnest([name_key, full_substance(name)]) as name from drug_fact;
create temp table listed as
select name, root, record from (
  select f.name, min(p.root) as root, min(p.record) as record, f.rung
  from (
    select name, min(drug_key) as drug, 1 as rung from list_name group by name having count(distinct drug_key) = 1
    union all select name, min(drug_full), 2 from list_name group by name having count(distinct drug_key) = 1) f
  join part p on p.full_name = f.drug group by f.name, f.rung having count(distinct p.root) = 1
) qualify row_number() over (partition by name order by rung) = 1;
drop table list_name;

create temp table pair as
select p.full_name, p.root, min(p.record) as record, s.root as center, min(s.record) as center_record
from part p join (select *, false as is_listed from synonym where name not in (select name from listed) union all select *, true from listed) s on s.name = p.full_name
where p.root <> s.root and (s.is_listed or p.root not in (from numbered))
  -- Follitropin delta is not follitropin, and a mixture or a vaccine is none of its components.
  and not is_kept_apart(p.full_name)
  and not (is_variant(p.full_name) and exists (select 1 from part o where o.root = s.root and o.full_name = regexp_extract(p.full_name, '^(.*) \w+$', 1)))
  and not exists (select 1 from part o where o.full_name = p.full_name and o.root <> p.root and o.root <> s.root)
group by all;
create temp table carried as
select distinct coalesce(c.root, v.record) as root, v.scheme, v.value from scheme_value v left join component c using (record) where v.scheme in ('drugbank', 'chembl', 'drugcentral', 'unii', 'inn', 'drug list');
create temp table clash as
select distinct center as a, root as b from (
  select p.center, p.root from pair p join carried a on a.root = p.center join carried b on b.root = p.root and b.scheme = a.scheme group by p.center, p.root, a.scheme having not bool_or(a.value = b.value));
insert into likeness
select center_record, record, 'synonym of a substance', 0.9 from pair
where (center, root) not in (select (a, b) from clash) and (root in (select root from carried) or root not in (select coalesce(c.root, s.record) from substance s join contested_substance using (full_name) left join component c using (record))) and root in (select root from pair group by root having count(distinct center) = 1);
-- A vaccine with a brand as its name is the one that a registry has under its proper name, if no other brand has that
-- name.
create temp table proper as
select name, min(root) as root, min(record) as record from (
  select plain_words(row.attributes::json ->> 'proper_name') as name, p.root, p.record from row join part p using (record) where row.kind = 'product' and (row.attributes::json ->> 'proper_name') is not null
) where regexp_matches(name, '\bvaccine\b') group by name having count(distinct root) = 1;
insert into likeness
select min(s.record), any_value(v.record), 'synonym of a substance', 0.9
from proper v join part s on s.full_name = compared_code(v.name, v.name) and s.root <> v.root
where s.root in (from numbered) and v.root not in (from numbered) group by v.root having count(distinct s.root) = 1;
-- And where the proper name has a strain's or vector's in brackets, COVID-19 vaccine (Ad26.COV2-S [recombinant]), the one that a registry also calls so.
insert into likeness
select min(s.record), any_value(v.record), 'synonym of a substance', 0.9
from (
  select name, min(root) as root, min(record) as record from (
    select compared_code(said, plain_words(said)) as name, root, record from (
      select regexp_extract(row.attributes::json ->> 'proper_name', '(?i)\bvaccine\b.*?\((.+)\)\s*$', 1) as said, p.root, p.record from row join part p using (record) where row.kind = 'product')
    where regexp_matches(said, '\d') and length(said) >= 6) group by name having count(distinct root) = 1) v
join synonym s on s.name = v.name and s.root <> v.root
where s.root in (from numbered) and v.root not in (from numbered) group by v.root having count(distinct s.root) = 1;
-- What several list as a synonym may be any of them, and what lists the names of several may, too; so may a vaccine, a complex or an alfa
-- that the rule above leaves apart. They are reported.
create temp table called_too as
select distinct coalesce(c.root, r.record) as root, r.record, compared_code(r.alias, plain_words(r.alias)) as name
from (select record, unnest(list_concat(coalesce(aliases, []), coalesce(list_transform(names, lambda n: n.name), []))) as alias from row where kind = 'product') r left join component c using (record);
create temp table called_apart as
select p.full_name, p.root, p.record, s.root as other_root, s.record as other from part p join called_too s on s.name = p.full_name
where s.root <> p.root and length(p.full_name) >= 5;
insert into ambiguous
select 'product', full_name, list_sort(list_distinct(list_concat(list(record), list(other)))) from called_apart
group by full_name having count(distinct other_root) > 1 or is_kept_apart(full_name) or is_variant(full_name)
union all
select 'product', min(s.full_name), list_sort(list_distinct(list_concat(list(a.record), [a.other]))) from called_apart a join part s on s.record = a.other
group by a.other having count(distinct a.root) > 1;
drop table called_too; drop table called_apart;
drop table proper; drop table part; drop table numbered; drop table listed; drop table synonym; drop table said_synonym; drop table pair; drop table carried; drop table clash; drop table contested_substance;
