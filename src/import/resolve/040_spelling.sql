-- An institution whose name has the letters of another's in each word, in another order, is that one misspelled (Thomas Jefferson University
-- Hopsital), or spelled as elsewhere in English (Medical Centre; 0.85): only by its name, in the same country, in the same city where both tell
-- one, and where the name is one that many have, if both do. Numbers have to be the same.

create temp table identified as select distinct coalesce(c.root, s.record) as root from scheme_of s left join component c using (record);
create temp table land_of as
select coalesce(c.root, row.record) as root, min(land_key(stated_country(row.name, attributes))) as land, min(fold(attributes::json ->> 'city')) as city
from row left join component c using (record) where kind = 'institution' and stated_country(row.name, attributes) is not null
group by 1 having count(distinct land_key(stated_country(row.name, attributes))) = 1;
create temp table spelled as
select distinct o.name_key, coalesce(c.root, o.record) as root, letters_of(o.name_key) as letters
from org_name o left join component c using (record) where o.kind = 'institution' and o.how = 'name' and length(o.name_key) >= 12;

insert into likeness
with pair as (
  select a.root, b.root as other from spelled a join spelled b on b.letters = a.letters and b.name_key <> a.name_key and b.root <> a.root
  join land_of al on al.root = a.root join land_of bl on bl.root = b.root
  where al.land = bl.land and coalesce(al.city = bl.city, not (is_common_place(a.name_key) or is_shared_name(a.name_key) or length(a.name_key) < 20))
    and (a.root not in (from identified) or b.root not in (from identified))
  group by all
)
select least(root, other), greatest(root, other), 'spelling', 0.85 from pair
where root in (select root from pair group by root having count(distinct other) = 1) and other in (select root from pair group by root having count(distinct other) = 1)
group by all;
drop table identified; drop table land_of; drop table spelled;
