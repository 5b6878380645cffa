-- Where a drug that is not approved stands: its furthest phase by its programs and trials, and the disease of its programs (at most 0.8), or
-- else the one that most of its trials are about (0.75). A trial of two phases counts as the earlier one; phase 4 says that others approved it.

create temp table unapproved as
select id, attributes, disease_id is null and disease_label is null as is_open from entity
where kind = 'product' and state = 'live' and coalesce(try_cast(attributes ->> 'max_phase' as integer), 0) < 4 and coalesce(len(from_json(attributes -> 'approved_by', '["VARCHAR"]')), 0) = 0;
create temp table work as
select p.id, g.id as work, g.kind, lower(coalesce(g.attributes ->> 'stage', g.attributes ->> 'phase')) as phase, g.disease_id, g.disease_label, g.c_disease
from unapproved p join edge e on (e.target = p.id and e.relation = 'program_of') or (e.source = p.id and e.relation = 'tested_in') join entity g on g.id = case when e.relation = 'program_of' then e.source else e.target end
where g.state = 'live' and g.kind in ('program', 'trial') and coalesce(e.confidence, 1) >= getvariable('trusted');

create temp table reached as
select id, phase from (
  select p.id, coalesce(any_value(try_cast(p.attributes ->> 'max_phase' as integer)), 0) as told, max(case when w.phase = 'filed' then 3 else least(try_cast(regexp_extract(w.phase, 'phase (\d)', 1) as integer), 3) end) as phase
  from unapproved p join work w using (id) group by p.id
) where phase > told;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('max_phase', reached.phase))::varchar from reached where reached.id = entity.id;

create temp table hit as
with told as (
  select w.id, w.kind, w.disease_id, min(w.disease_label) as label, count(*) as n, max(coalesce(furthest(w.phase), 0)) as furthest, max(w.c_disease) as confidence, sum(count(*)) over (partition by w.id, w.kind) as works
  from work w join unapproved p using (id) where p.is_open and w.disease_id is not null and w.c_disease >= getvariable('trusted') group by w.id, w.kind, w.disease_id
)
select id, disease_id, label, case when kind = 'program' then least(confidence, 0.8) else least(confidence, 0.75) end as confidence, case when kind = 'program' then 'biograph: its program' else 'biograph: its trials' end as source
from told where kind = 'program' or 2 * n > works
qualify row_number() over (partition by id order by kind = 'trial', furthest desc, n desc, disease_id not like 'MONDO:%', disease_id) = 1;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), source, confidence from hit;
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'pipeline', id from reached union select 'pipeline', id from hit;
drop table unapproved; drop table work; drop table reached; drop table hit;
