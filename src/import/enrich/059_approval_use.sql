-- A new drug's approval without a disease is for the one that its product is approved for; of a drug of several nobody can tell.
create temp table sole_use as
select id, min(i.id) as disease_id, min(i.label) as label
from (
  select id, unnest(from_json(attributes -> 'indications', '[{"id":"VARCHAR","label":"VARCHAR","phase":"VARCHAR"}]')) as i
  from entity where kind = 'product' and state = 'live' and (attributes ->> 'max_phase') = '4' and (attributes -> 'indications') is not null
)
where i.phase = 'approved' and i.id is not null
group by id having count(distinct i.id) = 1;
create temp table hit as
select a.id, min(u.disease_id) as disease_id, min(u.label) as label
from entity a join edge e on e.source = a.id and e.relation = 'approval_of' join sole_use u on u.id = e.target
where a.kind = 'approval' and a.state = 'live' and a.disease_id is null and a.disease_label is null
  and coalesce(a.attributes ->> 'application_type', '') not in ('ANDA', 'generic') and coalesce(a.attributes ->> 'marketing_status', '') <> 'tentative approval'
  and (select count(*) from edge o where o.source = a.id and o.relation = 'approval_of') = 1
group by a.id;
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = 0.75 from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['disease_id', 'disease_label']), 'biograph: the use of its product', 0.75 from hit;
insert into proposal_applied select 'approval_use', id from hit;
drop table sole_use; drop table hit;
