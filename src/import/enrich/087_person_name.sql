-- A catalogue of papers has what follows a family name before it (James E Jr Crowe). It is written behind it only here, after people have been compared
-- by the last word of their names.
create temp table hit as
select id, regexp_replace(regexp_replace(regexp_replace(regexp_replace(name, '^(.+?) (Jr|Sr|2nd|3rd|4th) (.+)$', '\1 \3 \2'), ' 2nd$', ' II'), ' 3rd$', ' III'), ' 4th$', ' IV') as name
from entity where kind = 'person' and state = 'live' and regexp_matches(name, '^\S.* (Jr|Sr|2nd|3rd|4th) \S');
update entity set name = hit.name from hit where hit.id = entity.id;
insert into proposal_applied select 'person_name', id from hit;
drop table hit;
