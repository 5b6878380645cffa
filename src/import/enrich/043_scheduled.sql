-- FDA dates a new controlled substance from the day on which it was scheduled, often in the year after its approval. The project's list has the day of the
-- approval (vocabulary/scheduled.csv); the other is kept as `scheduled_at`.
create temp table hit as
select a.id, v.approved_at, v.source, a.attributes ->> 'approved_at' as scheduled_at
from entity a join vocabulary_scheduled v on v.number = regexp_extract(a.attributes ->> 'application_number', '^NDA ?(\d{6})$', 1)
where a.kind = 'approval' and a.state = 'live' and (a.attributes ->> 'approved_at') > v.approved_at;
update entity set attributes = json_merge_patch(entity.attributes, json_object('approved_at', h.approved_at, 'scheduled_at', h.scheduled_at))::varchar from hit h where h.id = entity.id;
update edge set observed_at = h.approved_at::timestamptz from hit h
where h.id in (edge.source, edge.target) and edge.relation in ('holds', 'approval_of') and edge.observed_at = h.scheduled_at::timestamptz;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.approved_at', source, 0.75 from hit;
insert into proposal_applied select 'scheduled', id from hit;
drop table hit; drop table vocabulary_scheduled;
