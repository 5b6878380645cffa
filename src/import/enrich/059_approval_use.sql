-- Which disease a new drug's approval since 2000 is for that states none. Older ones have uses that sources have lost (potassium iodide is for eyes
-- alone), an orphan's use is that of its designation, and a finding in one list is too little to say what a drug is for, unless the drug's own disease is
-- that: high cholesterol, pain, contraception. A method of examination is no disease.
create or replace temp macro is_use_of_approval(label) as not regexp_matches(label, '(?i)graphy$|^atrophy$');
create temp table application as
select a.id, any_value(try_cast(a.attributes ->> 'approved_at' as date)) as day, any_value(a.attributes ->> 'agency') as agency, any_value(lower(a.attributes ->> 'generic')) as generic,
  any_value(a.disease_id is null and a.disease_label is null) as is_open, list(e.target) as products
from entity a join edge e on e.source = a.id and e.relation = 'approval_of'
where a.kind = 'approval' and a.state = 'live' and coalesce(a.attributes ->> 'application_type', '') not in ('ANDA', 'generic')
  and coalesce(a.attributes ->> 'marketing_status', '') <> 'tentative approval' and not starts_with(a.name, 'FDA orphan approval')
group by a.id;

-- It is for the one disease that its product is approved for.
create temp table hit as
select a.id, u.disease_id, u.label from application a join sole_use u on u.id = a.products[1] join entity p on p.id = u.id
where len(a.products) = 1 and a.is_open and a.day >= date '2000-01-01' and (starts_with(u.disease_id, 'MONDO:') or (u.disease_id = p.disease_id and p.c_disease >= getvariable('trusted'))) and is_use_of_approval(u.label);
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = 0.75 from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), 'biograph: the use of its product', 0.75 from hit;
insert into proposal_applied select 'approval_use', id from hit;
alter table hit rename to hit_before;
drop table sole_use;

-- The FDA's first application for a drug of several is for what the drug is first of all for: adalimumab's for rheumatoid arthritis, whatever it was
-- approved for since, but for a use that became an orphan's approval later. The drug has to be new: none that was approved more than three years before,
-- or in a combination. What was sold for decades, or came back for something else, has an application for the new use.
create temp table hit as
with first as (
  select a.id, a.day, a.is_open, a.products[1] as product from application a
  where len(a.products) = 1 and a.agency = 'FDA'
  qualify row_number() over (partition by a.products[1] order by a.day nulls first, a.id) = 1
), orphan as (
  select e.target as product, a.disease_id, min(try_cast(a.attributes ->> 'approved_at' as date)) as day
  from entity a join edge e on e.source = a.id and e.relation = 'approval_of'
  where a.kind = 'approval' and a.state = 'live' and starts_with(a.name, 'FDA orphan approval') group by all
)
select f.id, p.disease_id, p.disease_label as label
from first f join entity p on p.id = f.product left join orphan o on o.product = f.product and o.disease_id = p.disease_id
where f.is_open and f.id not in (select id from hit_before) and f.day >= date '2000-01-01' and p.c_disease >= getvariable('trusted') and is_use_of_approval(p.disease_label) and coalesce(o.day <= f.day + 31, true)
  and try_cast(p.attributes ->> 'first_approval_year' as integer) between year(f.day) - 3 and year(f.day)
  and list_contains(list_transform(from_json(p.attributes -> 'indications', '["JSON"]'), lambda use: (use ->> 'id') || ' ' || coalesce(use ->> 'phase', '')), p.disease_id || ' approved')
  and not exists (from application o where o.agency = 'FDA' and (o.day is null or o.day < f.day) and contains(o.generic, lower(p.name)));
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = 0.75 from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), 'biograph: the first use of its product', 0.75 from hit;
insert into proposal_applied select 'first_approval_use', id from hit;
drop table application; drop table hit_before; drop table hit;
