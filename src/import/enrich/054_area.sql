-- The therapeutic area of a stated disease, by the words of its label; at the confidence of the disease, at most 0.9.
create temp table hit as
select id, area_of(disease_label) as area, least(c_disease, 0.9) as confidence
from entity where state = 'live' and therapeutic_area is null and disease_label is not null and area_of(disease_label) is not null;

insert into provenance select id, 'moa.therapeutic_area', 'biograph: area of disease', confidence, null::timestamptz from hit;
update entity set therapeutic_area = hit.area, c_area = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'area', id from hit;
drop table hit;
