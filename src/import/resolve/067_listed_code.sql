-- A code that the project's list gives to one drug is no alias of another (ALD403 is eptinezumab's, whatever is said of abituzumab), and nor is the
-- nonproprietary name of another (denintuzumab mafodotin, of depatuxizumab mafodotin).
create temp table listed_code as
select squeezed(f.name) as code_key, min(e.id) as id from (select distinct drug, name from drug_fact where type = 'code') f
join (select id, fold(name) as name from entity where kind = 'product' and state = 'live') e on e.name = fold(f.drug)
group by code_key having count(distinct e.id) = 1
union
select squeezed(name), min(id) from entity where kind = 'product' and state = 'live' and fold(name) = fold(attributes ->> 'generic') and length(name) >= 8 and not regexp_matches(name, '[;+/,]')
group by 1 having count(*) = 1;
update entity set aliases = list_filter(entity.aliases, lambda a: not list_contains(o.taken, a))
from (
  select a.id, list(a.alias) as taken from (select id, unnest(aliases) as alias from entity where kind = 'product' and state = 'live') a
  join listed_code c on c.code_key = squeezed(a.alias) and c.id <> a.id group by a.id
) o where o.id = entity.id;
drop table listed_code;
