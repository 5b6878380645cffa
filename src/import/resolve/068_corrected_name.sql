-- Names from corrections are applied before slugs are made from names; the previous name becomes an alias.
create temp table renamed as
select i.survivor_id as id, c.line, c.value from correction c join correction_end k on k.line = c.line and k.place = 'key' join identity i on i.record = k.record where c.type = 'name';
insert into correction_used select r.line from renamed r join entity e using (id) where e.name <> r.value;
update entity set aliases = list_sort(list_distinct(list_append(coalesce(entity.aliases, []), entity.name))), name = r.value
from (select id, max_by(value, line) as value from renamed group by id) r where r.id = entity.id and entity.state = 'live' and entity.name <> r.value;
drop table renamed;
