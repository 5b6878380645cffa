-- How far drugs have come that no file has a trial of, by the project's list (vocabulary/phases.csv); what a source states beyond it stands, but not
-- that a drug is approved which no agency is known to have approved (onapristone). One is filed that the list or a program of it says is, unless it is approved.
create temp table drug as
select id, lower(trim(coalesce(attributes ->> 'generic', name))) as called, coalesce(try_cast(attributes ->> 'max_phase' as integer), 0) as max_phase, attributes ->> 'phase' as phase,
  (attributes -> 'approved_by') is not null or (attributes ->> 'first_approval_year') is not null as is_approved
from entity where kind = 'product' and state = 'live';
create temp table hit as
select d.id, v.source, v.phase::integer as phase
from drug d join vocabulary_phases v on lower(v.drug) = d.called
where v.phase <> 'filed' and (d.max_phase < v.phase::integer or (d.max_phase = 4 and not d.is_approved and v.phase <> '4'));
create temp table filed as
select id, min(source) as source from (
  select d.id, v.source from drug d join vocabulary_phases v on lower(v.drug) = d.called where v.phase = 'filed'
  union all
  select d.id, p.source from drug d join edge e on e.target = d.id and e.relation = 'program_of' join entity p on p.id = e.source
  where p.state = 'live' and lower(p.attributes ->> 'stage') = 'filed' and not contains(p.name, '+')
) join (select id from drug where max_phase < 4 and phase is null) using (id) group by id;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('max_phase', hit.phase))::varchar from hit where hit.id = entity.id;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('phase', 'filed', 'max_phase', 3))::varchar from filed where filed.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.max_phase', source, 0.75 from hit union all select id, 'attributes.phase', source, 0.75 from filed;
insert into proposal_applied select 'listed_phase', id from hit union select 'listed_phase', id from filed;
drop table hit; drop table filed; drop table drug;
