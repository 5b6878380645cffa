-- A program is approved whose drug is for one disease, approved for it, and the program is for the same: sources list programs as they once
-- stood (givosiran in phase 1). One of a drug of many uses may be in another line of the same disease.
-- Used by the next rule, too.
create temp table sole_use as
select id, min(i.id) as disease_id, min(i.label) as label
from (
  select id, unnest(from_json(attributes -> 'indications', '[{"id":"VARCHAR","label":"VARCHAR","phase":"VARCHAR"}]')) as i
  from entity where kind = 'product' and state = 'live' and (attributes ->> 'max_phase') = '4' and (attributes -> 'indications') is not null
)
where i.phase = 'approved' and i.id is not null
group by id having count(distinct i.id) = 1;
create temp table hit as
select distinct g.id
from sole_use u join edge e on e.target = u.id and e.relation = 'program_of' join entity g on g.id = e.source and g.disease_id = u.disease_id
where g.kind = 'program' and g.state = 'live' and lower(coalesce(g.attributes ->> 'stage', g.attributes ->> 'phase')) in ('preclinical', 'early phase 1', 'phase 1', 'phase 1/2', 'phase 2', 'phase 2/3', 'phase 3', 'filed');
update entity set attributes = json_merge_patch(entity.attributes, '{"stage": "approved", "phase": "approved"}')::varchar from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['attributes.stage', 'attributes.phase']), 'biograph: the approval of its drug', 0.75 from hit;
insert into proposal_applied select 'program_stage', id from hit;
drop table hit;
