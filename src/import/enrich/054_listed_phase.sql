-- How far drugs have come that no file has a trial of, by the project's list (vocabulary/phases.csv); what a source states beyond it stands.
create temp table hit as
select p.id, v.source, v.phase::integer as phase
from entity p join vocabulary_phases v on lower(v.drug) = lower(trim(coalesce(p.attributes ->> 'generic', p.name)))
where p.kind = 'product' and p.state = 'live' and coalesce(try_cast(p.attributes ->> 'max_phase' as integer), 0) < v.phase::integer;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('max_phase', hit.phase))::varchar from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.max_phase', source, 0.75 from hit;
insert into proposal_applied select 'listed_phase', id from hit;
drop table hit;
