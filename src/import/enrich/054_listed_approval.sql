-- What agencies elsewhere (China's, Japan's, Korea's) have approved, and what was approved after the files were made, by the project's list
-- (vocabulary/approvals.csv): no file has it, or none says whose approval it is, or from what year. After the stage, so that such a drug is still for
-- its furthest use. A row without an agency corrects the year of the first approval that a source has (canagliflozin's is 2013, not 2011).
create temp table hit as
select p.id, v.source, tidy(list_concat(coalesce(from_json(p.attributes -> 'approved_by', '["VARCHAR"]'), []), split_list(v.agencies, '|'))) as agencies,
  case when v.agencies = '' then try_cast(v.year as integer) else least(try_cast(p.attributes ->> 'first_approval_year' as integer), try_cast(v.year as integer)) end as year, try_cast(p.attributes ->> 'first_approval_year' as integer) as told
from entity p join vocabulary_approvals v on lower(v.drug) = lower(trim(coalesce(p.attributes ->> 'generic', p.name)))
where p.kind = 'product' and p.state = 'live' and (coalesce(try_cast(p.attributes ->> 'max_phase' as integer), 0) < 4
  or len(list_filter(split_list(v.agencies, '|'), lambda a: not list_contains(coalesce(from_json(p.attributes -> 'approved_by', '["VARCHAR"]'), []), a))) > 0
  or (v.agencies = '' and try_cast(v.year as integer) is distinct from try_cast(p.attributes ->> 'first_approval_year' as integer))
  or try_cast(v.year as integer) < coalesce(try_cast(p.attributes ->> 'first_approval_year' as integer), 9999));
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), to_json({approved_by: hit.agencies, max_phase: 4, first_approval_year: hit.year}))::varchar from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.approved_by', source, 0.75 from hit;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.first_approval_year', source, 0.75 from hit where year is distinct from told;
-- An approved drug has its only brand, where there is no application of it.
update entity set attributes = json_merge_patch(entity.attributes, json_object('brand', b.brand))::varchar
from (
  select id, min(n.name) as brand from (
    select id, unnest(from_json(attributes -> 'names', '[{"name": "VARCHAR", "type": "VARCHAR"}]')) as n from entity
    where kind = 'product' and state = 'live' and (attributes ->> 'brand') is null and try_cast(attributes ->> 'max_phase' as integer) = 4 and (attributes -> 'names') is not null
      and id not in (select target from edge where relation = 'approval_of')
  ) where n.type = 'brand' group by id having count(distinct fold(n.name)) = 1
) b where entity.id = b.id and fold(b.brand) <> fold(entity.name);
insert into proposal_applied select 'listed_approval', id from hit;
drop table hit;
