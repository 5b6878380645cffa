-- Registries spell countries in their own ways (The Netherlands, Turkey (Türkiye), Russian Federation): a filter finds them under one.
update entity set attributes = json_merge_patch(attributes, json_object('country', country_name(attributes ->> 'country')))::varchar
where state = 'live' and kind in ('company', 'institution', 'funder') and (attributes ->> 'country') is not null and country_name(attributes ->> 'country') is distinct from (attributes ->> 'country');
