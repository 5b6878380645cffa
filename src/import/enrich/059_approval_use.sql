-- A new drug's approval since 2000 without a disease is for the one that its product is approved for; of a drug of several nobody can tell but of the first (below), of older
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
-- The first application for a new drug is for what the drug is first of all for: rosuvastatin's for hypercholesterolemia, whatever it was approved for
-- since. New is a drug that nobody approved more than three years before, by itself or in a combination: what was sold for decades, or came back for
-- something else, has an application for the new use.
create temp table application as
select a.id, try_cast(a.attributes ->> 'approved_at' as date) as day, lower(a.attributes ->> 'generic') as generic, a.disease_id is null and a.disease_label is null as is_open,
  list(e.target) as products
from entity a join edge e on e.source = a.id and e.relation = 'approval_of'
where a.kind = 'approval' and a.state = 'live' and (a.attributes ->> 'agency') = 'FDA' and coalesce(a.attributes ->> 'application_type', '') not in ('ANDA', 'generic')
  and coalesce(a.attributes ->> 'marketing_status', '') <> 'tentative approval' and not starts_with(a.name, 'FDA orphan approval')
group by all;
create temp table hit as
with first as (
  select id, day, is_open, products[1] as product from application where len(products) = 1
  qualify row_number() over (partition by products[1] order by day nulls first, id) = 1
)
select f.id, p.disease_id, p.disease_label as label
from first f join entity p on p.id = f.product
where f.is_open and f.day >= date '2000-01-01' and starts_with(p.disease_id, 'MONDO:')
  and try_cast(p.attributes ->> 'first_approval_year' as integer) between year(f.day) - 3 and year(f.day)
  and list_contains(list_transform(from_json(p.attributes -> 'indications', '["JSON"]'), lambda use: (use ->> 'id') || ' ' || coalesce(use ->> 'phase', '')), p.disease_id || ' approved')
  and not exists (from application o where (o.day is null or o.day < f.day) and contains(o.generic, lower(p.name)));
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = 0.75 from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), 'biograph: the first use of its product', 0.75 from hit;
insert into proposal_applied select 'first_approval_use', id from hit;
drop table application; drop table hit;
