-- The city and the state of a company's head office by the project's own list (0.75), where no source tells its city and none puts it elsewhere.
create temp table office as
select org_match_key(unnest(split_list(companies, '|'))) as name_key, nullif(city, '') as city, nullif(state, '') as state, country from vocabulary_cities;

create temp table hit as
select e.id, min(o.city) as town, min(o.state) as letters, min(o.country) as land, bool_or((e.attributes ->> 'country') is null) as is_stateless
from entity e join office o on o.name_key = org_match_key(e.name)
where e.kind = 'company' and e.state = 'live' and (e.attributes ->> 'city') is null
  and coalesce(land_key(e.attributes ->> 'country') = land_key(o.country), true) and coalesce((e.attributes ->> 'state') = o.state, true)
group by e.id having count(distinct (o.city, o.state)) = 1;

update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('city', town, 'state', letters), case when is_stateless then json_object('country', land) else '{}' end)::varchar
from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence)
select id, unnest(list_filter(['attributes.city', case when letters is not null then 'attributes.state' end, case when is_stateless then 'attributes.country' end], lambda f: f is not null)),
  'biograph: its list of cities', 0.75 from hit;
insert into proposal_applied select 'city', id from hit;
drop table office; drop table hit; drop table vocabulary_cities;
