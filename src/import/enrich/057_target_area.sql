-- The therapeutic area of a patent that names a target and no disease: that of nine in ten drugs of the target, of five at least (0.7). An antibody to
-- PD-1 is for cancer, whatever its claims leave open; a kinase with drugs of several areas tells nothing.
create temp table hit as
with drug_area as (
  select coalesce(target_symbol, target) as label, therapeutic_area as area, count(*) as n from entity
  where kind = 'product' and state = 'live' and c_target >= getvariable('trusted') and c_area >= getvariable('trusted') group by all
), sole as (
  select label, max_by(area, n) as area from drug_area group by label having sum(n) >= 5 and max(n) >= 0.9 * sum(n)
)
select e.id, s.area from entity e join sole s on s.label = coalesce(e.target_symbol, e.target)
where e.kind = 'patent' and e.state = 'live' and e.c_target >= getvariable('trusted') and e.therapeutic_area is null and coalesce(e.disease_id, e.disease_label) is null;
insert into provenance (entity_id, field, source, confidence) select id, 'moa.therapeutic_area', 'biograph: the drugs of its target', 0.7 from hit;
update entity set therapeutic_area = hit.area, c_area = 0.7 from hit where hit.id = entity.id;
insert into proposal_applied select 'target_area', id from hit;
drop table hit;
