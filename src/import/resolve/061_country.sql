-- A city is in the country: rows of one name may be of hospitals in two (Toronto, of one in the United States).
create temp table seat as
select r.id, min_by(r.attributes::json ->> 'city', r.rank) filter ((r.attributes::json ->> 'city') is not null
  and coalesce(land_key(r.attributes::json ->> 'country') = land_key(e.attributes ->> 'country'), true)) as city
from ranked r join entity e using (id)
where e.state = 'live' and e.kind in ('company', 'institution', 'funder') and (e.attributes ->> 'city') is not null and (e.attributes ->> 'country') is not null and r.attributes is not null
group by r.id;
update entity set attributes = json_merge_patch(entity.attributes, json_object('city', seat.city))::varchar
from seat where seat.id = entity.id and seat.city is distinct from (entity.attributes ->> 'city');
drop table seat;
-- Registries spell countries in their own ways (The Netherlands, Turkey (Türkiye), Russian Federation): a filter finds them under one.
update entity set attributes = json_merge_patch(attributes, json_object('country', country_name(attributes ->> 'country')))::varchar
where state = 'live' and kind in ('company', 'institution', 'funder') and (attributes ->> 'country') is not null and country_name(attributes ->> 'country') is distinct from (attributes ->> 'country');
-- The institutes of NIH, which no registry of funders has by the names that grants have.
update entity set attributes = json_merge_patch(coalesce(attributes, '{}'), '{"country": "United States"}')::varchar
where state = 'live' and kind = 'funder' and (attributes ->> 'country') is null and fold(name) in (select fold(unnest(map_values(nih_institutes()))));
