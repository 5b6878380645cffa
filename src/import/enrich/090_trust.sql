-- An untrusted label is removed next to a trusted one, because it would lower the row's confidence; it stays in the
-- provenance.
create temp table doubted as
select id, coalesce(c_target < getvariable('trusted'), false) as no_target, coalesce(c_modality < getvariable('trusted'), false) as no_modality, coalesce(c_mechanism < getvariable('trusted'), false) as no_mechanism,
  coalesce(c_area < getvariable('trusted'), false) as no_area, coalesce(c_disease < getvariable('trusted'), false) as no_disease
from entity where state = 'live' and has_stated(c_target, c_modality, c_mechanism, c_area, c_disease) and list_min([c_target, c_modality, c_mechanism, c_area, c_disease]) < getvariable('trusted');
update entity set
  target = case when not no_target then target end, target_id = case when not no_target then target_id end, target_symbol = case when not no_target then target_symbol end, c_target = case when not no_target then c_target end,
  modality = case when not no_modality then modality end, secondary_modalities = case when not no_modality then secondary_modalities end, c_modality = case when not no_modality then c_modality end,
  mechanism = case when not no_mechanism then mechanism end, c_mechanism = case when not no_mechanism then c_mechanism end,
  therapeutic_area = case when not no_area then therapeutic_area end, c_area = case when not no_area then c_area end,
  disease_id = case when not no_disease then disease_id end, disease_label = case when not no_disease then disease_label end, c_disease = case when not no_disease then c_disease end
from doubted where doubted.id = entity.id;
drop table doubted;
