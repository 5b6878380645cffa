-- Drugs whose development was given up, by the project's list (0.75), as long as no agency has approved them; registers of drugs keep the phase that they reached.
create temp table hit as
select distinct e.id from entity e join vocabulary_discontinued v on list_contains(names_in_lists(e.name, e.attributes), lower(v.drug))
where e.kind = 'product' and e.state = 'live' and coalesce(e.attributes ->> 'max_phase', '') <> '4' and (e.attributes -> 'approved_by') is null;
update entity set attributes = json_merge_patch(entity.attributes, '{"development_status": "discontinued"}')::varchar from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.development_status', 'biograph: its list of drugs', 0.75 from hit;
insert into proposal_applied select 'discontinued', id from hit;
drop table hit; drop table vocabulary_discontinued;
