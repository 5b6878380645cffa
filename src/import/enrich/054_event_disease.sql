-- The disease of an event whose text names none is that of the one trial or program that it concerns, or of its product, unless that is approved: what
-- is decided about an approved drug is mostly a further use (0.75).
create temp table hit as
select c.id, min(t.disease_id) as disease_id, min(t.disease_label) as label, min(coalesce(t.c_disease, 0.75)) as confidence
from entity c join edge e on e.source = c.id and e.relation = 'concerns' join entity t on t.id = e.target
where c.kind = 'catalyst' and c.state = 'live' and coalesce(c.disease_id, c.disease_label) is null and t.disease_id is not null
  and (t.kind in ('trial', 'program') or (t.kind = 'product' and coalesce(t.attributes ->> 'max_phase', '') <> '4'))
group by c.id having count(distinct t.disease_id) = 1;
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = least(hit.confidence, 0.75) from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), 'biograph: what it concerns', least(confidence, 0.75) from hit;
insert into proposal_applied select 'event_disease', id from hit;
drop table hit;
