-- A substance of an approved combination that no agency has approved by itself: it has come as far as a medicine with it has, which is what ChEMBL's
-- phase means (elexacaftor), but it is not approved: `approved_in` names the combinations, and `approved_by` is not written. Without a use of its
-- own it is for what they are for.
create or replace temp macro ester_free(part) as coalesce(without_ester(salt_free(part)), salt_free(part));
create temp table product_part as
select id, name, attributes, disease_id, disease_label, c_disease, substance_parts(coalesce(attributes ->> 'generic', name)) as parts, id in (select target from edge where relation = 'approval_of') as has_approval
from entity where kind = 'product' and state = 'live';
create temp table ingredient as
with combination as (
  select id, name, disease_id, disease_label, c_disease, len(parts) as parts, unnest(parts) as part from product_part
  where len(parts) > 1
    and (try_cast(attributes ->> 'max_phase' as integer) = 4 or len(from_json(attributes -> 'approved_by', '["VARCHAR"]')) > 0)
    and has_approval
), substance as (
  select salt_free(parts[1]) as part, min(id) as id from product_part where len(parts) = 1 and not has_approval
  group by 1 having count(*) = 1
)
select s.id, list(distinct c.name order by c.name) as names, min(c.disease_id) as disease_id, min(c.disease_label) as disease_label, min(c.c_disease) as confidence,
  -- Not what is in many of them (a vitamin), nor what only helps the other to spread or is the salt of it (oxybates).
  count(distinct coalesce(c.disease_id, c.disease_label)) = 1 and max(c.parts) <= 4 and not is_spreader(any_value(s.part)) and any_value(s.part) not in ('calcium', 'magnesium', 'potassium', 'sodium') as is_for_it
from combination c join substance s on s.part = salt_free(c.part) group by s.id;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('max_phase', 4, 'approved_in', to_json(i.names)))::varchar from ingredient i where i.id = entity.id;

create temp table hit as
select i.id, i.disease_id, i.disease_label, i.confidence, 'biograph: its combination' as source from ingredient i join entity e using (id) where i.is_for_it and coalesce(e.disease_id, e.disease_label) is null;
-- And a combination without one is for what all of its substances are for that sources tell of, two at least (losartan with hydrochlorothiazide); an
-- antibody with the enzyme that helps it to spread, for what the antibody is for.
create temp table substance as
select part, min(disease_id) as disease_id, min(disease_label) as disease_label, min(c_disease) as confidence from (
  select ester_free(parts[1]) as part, disease_id, disease_label, c_disease from product_part
  where len(parts) = 1 and disease_id is not null and c_disease >= getvariable('trusted')
) group by part having count(distinct disease_id) = 1;
insert into hit
select p.id, min(s.disease_id), min(s.disease_label), min(s.confidence), 'biograph: its substance'
from (
  select id, ester_free(unnest(parts)) as part, len(parts) as parts, len(list_filter(parts, lambda p: not is_spreader(p))) = 1 as is_spread from product_part
  where coalesce(disease_id, disease_label) is null and len(parts) between 2 and 4
) p left join substance s on s.part = p.part and not is_spreader(p.part)
group by p.id having count(distinct s.disease_id) = 1 and (count(distinct s.part) >= 2 or any_value(p.is_spread));
insert into provenance (entity_id, field, source, confidence)
select id, unnest(list_filter([case when disease_id is not null then 'moa.disease_id' end, 'moa.disease_label'], lambda f: f is not null)), source, least(confidence, 0.75) from hit;
update entity set disease_id = hit.disease_id, disease_label = hit.disease_label, c_disease = least(hit.confidence, 0.75) from hit where hit.id = entity.id;
insert into proposal_applied select 'combined', id from ingredient union select 'combined', id from hit;
drop table product_part; drop table ingredient; drop table substance; drop table hit;
