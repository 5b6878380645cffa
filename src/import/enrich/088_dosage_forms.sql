-- How a drug is given: the routes and dosage forms of its approvals, most frequent first, and what people call the form: "pill", "inhaler", "nasal
-- spray". Only the registers of agencies tell these, so a drug under study has none.
create temp table given as
select e.target as id, from_json(a.attributes -> 'dosage_forms', '["VARCHAR"]') as forms, string_split(a.attributes ->> 'route', ', ') as routes
from entity a join edge e on e.source = a.id and e.relation = 'approval_of' join entity p on p.id = e.target and p.kind = 'product' and p.state = 'live'
where a.kind = 'approval' and a.state = 'live' and ((a.attributes ->> 'route') is not null or (a.attributes -> 'dosage_forms') is not null);
create temp table route_of as
select id, list(route order by n desc, route)[:6] as routes from (select id, route, count(*) as n from (select id, unnest(routes) as route from given) where route <> '' group by all) group by id;
create temp table form_of as
select id, list(form order by n desc, form)[:6] as forms from (
  select id, form, count(*) as n from (select id, unnest(forms) as form from given) group by all
) group by id;
-- A form belongs to a route where an approval has one of each.
create temp table called as
select id, list_sort(list_distinct(list(name))) as names from (
  select distinct id, unnest(case
    when len(routes) > 1 then []
    when routes[1] = 'oral' and regexp_matches(form, '^(tablet|capsule)') then ['pill']
    when routes[1] = 'inhalation' and regexp_matches(form, '^(aerosol|powder|spray)') then ['inhaler']
    when routes[1] = 'nasal' and regexp_matches(form, '^spray') then ['nasal spray']
    when routes[1] = 'ophthalmic' and contains(form, 'drops') then ['eye drops']
    when routes[1] = 'otic' and contains(form, 'drops') then ['ear drops']
    when routes[1] = 'transdermal' and regexp_matches(form, '^(film|system|patch)') then ['patch', 'transdermal patch']
    when routes[1] in ('intramuscular', 'subcutaneous') and contains(form, 'extended release') then ['long-acting injectable', 'LAI', 'depot']
    else [] end) as name
  from (select id, routes, unnest(forms) as form from given)
) group by id;
create temp table hit as
select e.id, json_merge_patch(coalesce(e.attributes, '{}'), case when r.routes is not null then json_object('routes', r.routes) else '{}' end,
  case when f.forms is not null then json_object('dosage_forms', f.forms) else '{}' end,
  case when c.names is not null then json_object('form_names', c.names) else '{}' end)::varchar as attributes
from entity e left join route_of r using (id) left join form_of f using (id) left join called c using (id) where r.id is not null or f.id is not null;
update entity set attributes = hit.attributes from hit where hit.id = entity.id;
insert into proposal_applied select 'dosage_forms', id from hit;
drop table given; drop table route_of; drop table form_of; drop table called; drop table hit;
