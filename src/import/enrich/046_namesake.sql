-- A registry gives institutions of several countries one name in English (National Cancer Institute, of the United States and of Lithuania).
-- Whoever says that name alone means the one that the others are little beside: those get their country behind their name, as registries
-- write it themselves (Novartis (Switzerland)), and keep the name as an alias. Of a
-- ministry, and of a name that many have, it says nothing.

create temp table bearer as
select e.id, e.natural_key, plain_words(e.name) as name_key, e.attributes ->> 'country' as country, coalesce(d.n, 0) as n
from entity e left join (select id, count(*) as n from (select source as id from edge union all select target from edge) group by id) d using (id)
where e.kind = 'institution' and e.state = 'live';
create temp table hit as
select b.id, b.country from bearer b join (
  select name_key, max_by(id, n) as id, max_by(country, n) as country, max(n) as most from bearer group by name_key having count(*) between 2 and 3
) f using (name_key)
where b.id <> f.id and b.country is not null and f.country is not null and land_key(b.country) <> land_key(f.country) and f.most >= 10 and f.most >= case when starts_with(b.natural_key, 'ror:') then 5 else 2 end * b.n
  and not regexp_matches(b.name_key, '^(department|ministry)\b')
  -- Of several that are left in one country, none is told by it.
qualify count(*) over (partition by name_key, b.country) = 1;
update entity set name = entity.name || ' (' || hit.country || ')', aliases = list_sort(list_distinct(list_append(coalesce(entity.aliases, []), entity.name)))
from hit where hit.id = entity.id;
insert into proposal_applied select 'namesake', id from hit;
drop table bearer; drop table hit;
