-- A new drug's approval since 2000 without a disease is for the one that its product is approved for; of a drug of several nobody can tell, of older
-- ones sources have lost uses (potassium iodide is for eyes alone), and an orphan's use is that of its designation.
-- A symptom or a test is too little to say what a drug is for.
create temp table hit as
select a.id, min(u.disease_id) as disease_id, min(u.label) as label
from entity a join edge e on e.source = a.id and e.relation = 'approval_of' join sole_use u on u.id = e.target
where starts_with(u.disease_id, 'MONDO:') and a.kind = 'approval' and a.state = 'live' and a.disease_id is null and a.disease_label is null
  and coalesce(a.attributes ->> 'application_type', '') not in ('ANDA', 'generic') and coalesce(a.attributes ->> 'marketing_status', '') <> 'tentative approval'
  and try_cast(a.attributes ->> 'approved_at' as date) >= date '2000-01-01' and not starts_with(a.name, 'FDA orphan approval')
  and (select count(*) from edge o where o.source = a.id and o.relation = 'approval_of') = 1
group by a.id;
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = 0.75 from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), 'biograph: the use of its product', 0.75 from hit;
insert into proposal_applied select 'approval_use', id from hit;
drop table sole_use; drop table hit;
