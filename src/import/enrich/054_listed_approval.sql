-- What agencies elsewhere (China's, Japan's, Korea's) have approved, and what was approved after the files were made, by the project's list
-- (vocabulary/approvals.csv): no file has it. After the stage, so that such a drug is still for its furthest use.
create temp table hit as
select p.id, v.source, tidy(list_concat(coalesce(from_json(p.attributes -> 'approved_by', '["VARCHAR"]'), []), split_list(v.agencies, '|'))) as agencies
from entity p join vocabulary_approvals v on lower(v.drug) = lower(trim(coalesce(p.attributes ->> 'generic', p.name)))
where p.kind = 'product' and p.state = 'live' and coalesce(try_cast(p.attributes ->> 'max_phase' as integer), 0) < 4;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('approved_by', to_json(hit.agencies), 'max_phase', 4))::varchar from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.approved_by', source, 0.75 from hit;
insert into proposal_applied select 'listed_approval', id from hit;
drop table hit;
