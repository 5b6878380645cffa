-- Organisations of one kind whose names are the same but for case, accents, punctuation and legal form are one
-- (identity_confidence 0.9), unless they carry different identifiers of one scheme: then they stay apart and are listed.
-- Blanks do not count in a longer name (Iso-Tex is Isotex, Beijing Tian Tan Hospital is Beijing Tiantan Hospital). A singular and its plural are one word; a subsidiary's name has more words than its parent's and so stays apart.
-- A registry's short form (VALE) whose bearer is known is no name of a filer that nobody else speaks of.

create temp table vouched as
select coalesce(c.root, row.record) as root from row join record r using (record) left join component c on c.record = row.record
where r.kind = 'company' group by 1 having count(distinct row.recipe) > 1;

-- An umlaut is written with two letters where there is none (Gruenenthal), and without blanks no word's plural can be told: the letter s does not count (St.Mary's, Universitets Hospital).
create or replace temp macro without_umlaut(s) as case when length(s) >= 10 then replace(replace(replace(s, 'ae', 'a'), 'oe', 'o'), 'ue', 'u') else s end;
-- A view, a wood or a field gives many hospitals their name: Lake View Hospital need not be Lakeview Hospital.
create or replace temp macro full_key(kind, name_key) as case when (kind = 'company' and length(replace(name_key, ' ', '')) >= 6) or (kind = 'institution' and length(replace(name_key, ' ', '')) >= 12 and not regexp_matches(name_key, '^\w+ ?(view|side|wood|land|field|ridge|dale|lawn) \w+$'))
  then replace(without_umlaut(name_key), ' ', '') else name_key end;
-- What many hospitals are called is told by its letters.
create or replace temp macro bare_key(kind, name_key) as case when kind = 'institution' and length(replace(name_key, ' ', '')) >= 12
    and not regexp_matches(name_key, '^(university )?(st|saint|san|santa|sao|mercy|methodist|memorial|baptist|general|central|regional|city|good|sacred|holy|child\w*|h\w+ clinico)\b')
  then replace(full_key(kind, name_key), 's', '') else full_key(kind, name_key) end;
create or replace temp macro is_department(name_key) as regexp_matches(name_key, '^(department|ministry) (of|for) \w+( and \w+( \w+)?)?$');
create temp table organisation as
with bearer as (
  select distinct o.record, o.kind, bare_key(o.kind, o.name_key) as name_key, full_key(o.kind, o.name_key) as full_name_key, o.name_key as words, coalesce(c.root, o.record) as root, o.name, key_prefix(o.record) = 'fda_applicant' and c.root is not null as is_short
  from org_name o left join component c using (record) where o.how = 'name'
)
select * exclude (is_short) from bearer b
where not (b.kind = 'funder' and key_prefix(b.record) = 'name' and is_department(b.name_key))
  and (not is_short or name_key not in (select name_key from bearer where kind = 'company' and key_prefix(record) = 'cik' and root not in (from vouched)));

create temp table scheme_id as
select distinct coalesce(c.root, s.record) as root, s.scheme from scheme_of s left join component c using (record);

-- Where two registered ones differ in that letter alone (Tartu, Tartus), it counts.
update organisation set name_key = full_name_key where (kind, name_key) in (
  select (o.kind, o.name_key) from (select distinct kind, name_key, full_name_key, root from organisation) o join scheme_id s using (root)
  group by o.kind, o.name_key, s.scheme having count(distinct o.full_name_key) > 1);

create temp table contested as
select distinct kind, name_key from (
  select o.kind, o.name_key, s.scheme
  from (select distinct kind, name_key, root from organisation) o join scheme_id s using (root)
  group by all having count(distinct o.root) > 1
);

-- Where records say an institution is. Institutions of one name in two countries are two; one that says no country is of the only one that the others say.
create temp table place_of as
select root, min(land) as land, case when count(distinct city) = 1 then min(city) end as city from (
  select coalesce(c.root, row.record) as root, land_key(stated_country(row.name, attributes)) as land, fold(attributes::json ->> 'city') as city
  from row left join component c using (record) where kind = 'institution' and stated_country(row.name, attributes) is not null
) group by root having count(distinct land) = 1;

insert into likeness
with namesake as (
  select o.*, t.name_key is not null as is_contested, o.root in (select root from scheme_id) as has_id
  from organisation o left join contested t using (kind, name_key)
), candidate as (
  select n.*, coalesce(l.land, case when count(distinct l.land) over (partition by n.kind, n.name_key) = 1 then min(l.land) over (partition by n.kind, n.name_key) end, '') as land
  from namesake n left join place_of l using (root) where not (n.is_contested and n.has_id)
  and not (n.kind = 'institution' and is_shared_name(n.words) and (n.has_id or n.root in (select root from place_of where city is not null))))
select f.record as a, c.record as b, 'normalised name' as rule, 0.9 as confidence
from candidate c
join (select kind, name_key, land, min(record) as record from candidate group by all having count(distinct root) > 1) f using (kind, name_key, land)
where c.record <> f.record;

-- Of several with an identifier, the one in the country that the others' rows state; in the city too, unless it is a
-- university, which has several seats.
insert into likeness
select min(f.record), c.record, 'name and country', 0.9
from (select distinct kind, name_key, words, root, record from organisation where kind = 'institution' and root not in (from (select root from scheme_id))) c join place_of cp on cp.root = c.root
join organisation f on f.kind = c.kind and f.name_key = c.name_key and f.root <> c.root and f.root in (select root from scheme_id)
join place_of fp on fp.root = f.root and fp.land = cp.land and (coalesce(fp.city = cp.city, not is_common_place(c.words)) or (contains(c.words, 'universit') and not is_common_place(c.words)))
where ((c.kind, c.name_key) in (select (kind, name_key) from contested) and not is_shared_name(c.words)) or (is_shared_name(c.words) and fp.city = cp.city)
group by c.record having count(distinct f.root) = 1;

insert into ambiguous
select o.kind, min(o.name) as name, list_sort(list(distinct o.record)) as keys
from organisation o join contested using (kind, name_key)
group by o.kind, o.name_key
union all
-- Many countries have a department of education.
select o.kind, min(o.name), list_sort(list(distinct o.record)) from org_name o left join component c using (record)
where o.kind = 'funder' and o.how = 'name' and is_department(o.name_key) group by o.kind, o.name_key having count(distinct coalesce(c.root, o.record)) > 1
union all
select kind, min(name), list_sort(list(distinct record)) from organisation
where kind = 'institution' and is_shared_name(words) and (kind, name_key) not in (select (kind, name_key) from contested)
group by kind, name_key having count(distinct root) > 1;
drop table place_of; drop table vouched; drop table organisation; drop table scheme_id; drop table contested;
