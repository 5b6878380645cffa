-- An approval of one product has that product's target, modality and mechanism, at most 0.9. A generic's application (ANDA) says
-- nothing of its own and is left as it is, or a cell would hold every copy of one drug.
create temp table hit as
select a.id, p.target, p.target_id, p.target_symbol, p.modality, p.secondary_modalities, p.mechanism,
  case when a.target is null and a.target_id is null and a.mechanism is null then least(p.c_target, 0.9) end as c_target,
  case when a.modality is null then least(p.c_modality, 0.9) end as c_modality, case when a.mechanism is null then least(p.c_mechanism, 0.9) end as c_mechanism
from entity a join (select source, min(target) as product from edge where relation = 'approval_of' group by source having count(*) = 1) e on e.source = a.id join entity p on p.id = e.product
where a.kind = 'approval' and a.state = 'live' and coalesce(a.attributes ->> 'application_type', '') <> 'ANDA'
  and ((a.target is null and a.target_id is null and coalesce(p.target, p.target_id) is not null) or (a.modality is null and p.modality is not null) or (a.mechanism is null and p.mechanism is not null));

insert into provenance
select id, f.field, 'biograph: its product', f.confidence, null::timestamptz
from (select id, unnest(moa_taken(target, target_id, target_symbol, modality, mechanism, c_target, c_modality, c_mechanism)) as f from hit);
update entity set
  target = case when hit.c_target is not null then hit.target else entity.target end, target_id = case when hit.c_target is not null then hit.target_id else entity.target_id end,
  target_symbol = case when hit.c_target is not null then hit.target_symbol else entity.target_symbol end,
  modality = case when hit.c_modality is not null then hit.modality else entity.modality end,
  secondary_modalities = case when hit.c_modality is not null then hit.secondary_modalities else entity.secondary_modalities end,
  mechanism = case when hit.c_mechanism is not null then hit.mechanism else entity.mechanism end,
  c_target = coalesce(hit.c_target, entity.c_target), c_modality = coalesce(hit.c_modality, entity.c_modality), c_mechanism = coalesce(hit.c_mechanism, entity.c_mechanism)
from hit where hit.id = entity.id;
insert into proposal_applied select 'approval', id from hit;
drop table hit;
