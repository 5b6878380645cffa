-- Applies the rows of `taking` (id, product, most, source): an entity inherits from its product each label that nothing
-- states about it, at most at that confidence; a trusted one replaces an untrusted guess. For a family of targets it
-- gets all members, as the product has. An approval and a program are of the drug itself: where what a source states of one differs from what all
-- sources together say of the product, and is no more certain, the product's holds (a list of approvals that names a tracer's ligand as its target).
create or replace temp macro is_open(label, stated, carried) as label is null or (coalesce(stated, 0) < getvariable('trusted') and carried >= getvariable('trusted'));
create or replace temp macro is_corrected(kind, label, own, stated, carried) as kind in ('approval', 'program') and label is distinct from own and carried >= getvariable('trusted') and carried >= coalesce(stated, 0);
create temp table hit as
select a.id, t.product, t.source, p.target, p.target_id, p.target_symbol, p.modality, p.secondary_modalities, p.mechanism,
  case when coalesce(p.target, p.target_id) is not null and (is_open(coalesce(a.target, a.target_id, a.target_symbol), a.c_target, least(p.c_target, t.most))
    or is_corrected(a.kind, coalesce(a.target_symbol, a.target), coalesce(p.target_symbol, p.target), a.c_target, least(p.c_target, t.most))) then least(p.c_target, t.most) end as c_target,
  case when p.modality is not null and (is_open(a.modality, a.c_modality, least(p.c_modality, t.most)) or is_corrected(a.kind, a.modality, p.modality, a.c_modality, least(p.c_modality, t.most))) then least(p.c_modality, t.most) end as c_modality,
  case when is_open(a.mechanism, a.c_mechanism, least(p.c_mechanism, t.most)) and p.mechanism is not null then least(p.c_mechanism, t.most) end as c_mechanism
from taking t join entity a using (id) join entity p on p.id = t.product;

delete from provenance using hit join entity a using (id) where provenance.entity_id = hit.id and (
  (provenance.field in ('moa.target', 'moa.target_id', 'moa.target_symbol') and hit.c_target is not null and a.c_target >= getvariable('trusted'))
  or (provenance.field = 'moa.modality' and hit.c_modality is not null and a.c_modality >= getvariable('trusted')));
insert into provenance (entity_id, field, source, confidence)
select id, f.field, source, f.confidence
from (select id, source, unnest(moa_taken(target, target_id, target_symbol, modality, mechanism, c_target, c_modality, c_mechanism)) as f from hit);
update entity set
  target = case when hit.c_target is not null then hit.target else entity.target end, target_id = case when hit.c_target is not null then hit.target_id else entity.target_id end,
  target_symbol = case when hit.c_target is not null then hit.target_symbol else entity.target_symbol end,
  modality = case when hit.c_modality is not null then hit.modality else entity.modality end,
  secondary_modalities = case when hit.c_modality is not null then hit.secondary_modalities else entity.secondary_modalities end,
  mechanism = case when hit.c_mechanism is not null then hit.mechanism else entity.mechanism end,
  c_target = coalesce(hit.c_target, entity.c_target), c_modality = coalesce(hit.c_modality, entity.c_modality), c_mechanism = coalesce(hit.c_mechanism, entity.c_mechanism)
from hit where hit.id = entity.id;

insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select h.id, 'targets', e.target, any_value(h.source), any_value(a.kind), 'target', max(least(h.c_target, coalesce(e.confidence, 1)))
from (select id, product, source, c_target from hit where c_target is not null) h join edge e on e.source = h.product and e.relation = 'targets' join target_member m on m.id = e.target join entity p on p.id = h.product and p.target_symbol is null and m.label = p.target join entity a on a.id = h.id
where not exists (from edge x where x.source = h.id and x.relation = 'targets' and x.target = e.target)
group by h.id, e.target;
create or replace temp table took as select id from hit where coalesce(c_target, c_modality, c_mechanism) is not null;
drop table hit; drop table taking;
