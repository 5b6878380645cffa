-- An institution whose name has the words of another's in another order, or with other small words between them (University Hospital, Umeå;
-- Hospital Clinico de San Carlos), is that one (0.85): in the same country and city, or where one does not say and the others say only one. A
-- name that many have needs the city from each, and so does one of two words: the University of Washington is not Washington University. Of two
-- names with a slash between them (Toledo Hospital/Toledo Children's Hospital), words that both have count as two.

create temp macro words_of(name_key) as list_sort(list_distinct(list_filter(string_split(name_key, ' '), lambda w: w <> '' and w not in (
  'the', 'of', 'and', 'for', 'at', 'in', 'an', 'de', 'la', 'le', 'les', 'du', 'des', 'et', 'del', 'della', 'di', 'el', 'al', 'los', 'las', 'do', 'da', 'der', 'und', 'zu', 'von', 'am', 'van', 'het'))));
create temp table identified as select distinct coalesce(c.root, s.record) as root from scheme_of s left join component c using (record);
create temp table place_of as
select coalesce(c.root, row.record) as root, min(land_key(stated_country(row.name, attributes))) as land, min(fold(attributes::json ->> 'city')) as city,
  count(distinct land_key(stated_country(row.name, attributes))) as lands, count(distinct fold(attributes::json ->> 'city')) as cities
from row left join component c using (record) where kind = 'institution' and stated_country(row.name, attributes) is not null group by 1;
create temp table named as
select words_of(o.name_key) as words, coalesce(c.root, o.record) as root, min(o.record) as record, bool_or(o.how = 'name') as is_name, any_value(o.name_key) as name_key
from org_name o left join component c using (record)
where o.kind = 'institution' and len(words_of(o.name_key)) >= 2 and not (contains(o.name, '/') and len(list_distinct(string_split(o.name_key, ' '))) < len(string_split(o.name_key, ' '))) and regexp_matches(o.name_key, '[a-z]{4}') and not is_generic_place(o.name_key)
group by all;

insert into likeness
with one as (
  select n.*, p.land, case when p.cities = 1 then p.city end as city, i.root is not null as has_id,
    is_common_place(n.name_key) or is_shared_name(n.name_key) or len(n.words) = 2 or is_generic_place(regexp_replace(n.name_key, '\b(hematology|oncology|urology|dermatology|cardiology|neurology|paediatrics?|pediatrics?|children|science|economic|public|state)\b', ' ', 'g')) as is_common
  from named n left join place_of p using (root) left join identified i using (root) where coalesce(p.lands, 1) = 1
), at_land as (
  select * replace (coalesce(land, case when count(distinct land) over w = 1 then min(land) over w end, '') as land), count(distinct land) over w as lands from one window w as (partition by words)
), at_city as (
  select * replace (coalesce(city, case when not bool_or(is_common) over w and count(distinct city) over w <= 1 then coalesce(min(city) over w, '') end) as city) from at_land where land <> '' or lands = 0
  window w as (partition by words, land)
), place as (
  select *, min(record) over w as first, count(*) filter (where has_id) over w as ids, bool_or(is_name) over w as is_named from at_city where city is not null window w as (partition by words, land, city)
)
select distinct first, record, 'word order', 0.85 from place where record <> first and ids <= 1 and is_named and (is_name or has_id);
drop table identified; drop table place_of; drop table named; drop macro words_of;
