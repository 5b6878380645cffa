-- Products with the same name are one substance (0.9), a combination being the set of its substances. A record with
-- another identifier at the level of the substance than the first one with the name stays separate and is reported.

-- A substance's name with its salt, of several in their order.
create or replace temp macro full_substance(said) as compared_code(said, array_to_string(list_sort(substance_parts(said)), '+'));
create table substance as
with said as (
  select distinct r.record, coalesce(attributes::json ->> 'generic', name) as said
  from row join record r using (record)
  where r.kind = 'product' and not r.removed and coalesce(product_family, 'therapeutic') = 'therapeutic' and not is_stub(name, record)
), called as (
  select said, compared_code(said, substance_key(said)) as name_key, full_substance(said) as full_name
  from (select distinct said from said)
), plain as (select distinct name_key from called)
-- FDA distinguishes makers by four letters after a biologic's name (adalimumab-atto) or a few before it
-- (ado-trastuzumab emtansine): if the name without them is a substance's, it is that substance.
select s.record, s.said, c.full_name, coalesce(p.name_key, b.name_key, c.name_key) as name_key
from said s join called c using (said)
-- Two substances named one after the other are their combination (sacubitril valsartan sodium hydrate).
left join plain b on b.name_key = case when regexp_matches(c.name_key, '^\w{6,} \w{6,}$') then array_to_string(list_sort(string_split(c.name_key, ' ')), '+') end
left join plain p on p.name_key = case
  when regexp_matches(trim(said), '^[^;,+/]*[a-z]{4,}(-[lt])?-[a-z]{4}$', 'i') then substance_key(regexp_replace(trim(said), '-[a-z]{4}$', '', 'i'))
  when regexp_matches(trim(said), '^[a-z]{3,4}-[a-z]{6,}', 'i') then substance_key(regexp_replace(trim(said), '^[a-z]{3,4}-', '', 'i')) end
where length(c.name_key) >= 4 or regexp_matches(c.name_key, '^[a-z]{2}\d$');

create temp table bearer as
select full_name, coalesce(c.root, s.record) as root, min(s.record) as record, min(case key_prefix(s.record) when 'drugbank' then 0 when 'chembl' then 1 else 2 end) as place, min(said) as said
from substance s left join component c using (record) group by 1, 2;
create temp table pair as
select full_name, root, record, said, first(root) over w as center, first(record) over w as center_record from bearer
window w as (partition by full_name order by place, root) qualify root <> center;
create temp table carried as
select distinct coalesce(c.root, v.record) as root, v.scheme, v.value from scheme_value v left join component c using (record) where v.scheme in ('drugbank', 'chembl', 'drugcentral', 'unii', 'inn', 'drug list');
create temp table clash as
select distinct center as a, root as b from (
  select p.center, p.root from pair p join carried a on a.root = p.center join carried b on b.root = p.root and b.scheme = a.scheme group by p.center, p.root, a.scheme having not bool_or(a.value = b.value));

-- A record without identifiers could be either of two with different ones.
create table contested_substance as select distinct p.full_name from pair p join clash c on c.a = p.center and c.b = p.root;
insert into likeness select center_record, record, 'substance name', 0.9 from pair
where (center, root) not in (select (a, b) from clash) and (root in (select root from carried) or full_name not in (from contested_substance));
insert into ambiguous
select 'product', min(said), list_sort(list_append(list(distinct record), min(center_record))) from pair
where full_name in (from contested_substance) group by full_name;
drop table bearer; drop table pair; drop table carried; drop table clash;
