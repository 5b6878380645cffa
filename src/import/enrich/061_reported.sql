-- What was published before a trial began does not report it, though registers list such papers as its results: the trial cites them.
create temp table dated_report as
select e.source, e.target, e.origin,
  try_cast(coalesce(left(p.attributes ->> 'published_at', 4), regexp_extract(p.name, '\b((?:19|20)\d{2}) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b', 1)) as integer) as published,
  try_cast(left(t.attributes ->> 'start_date', 4) as integer) as begun
from edge e join entity p on p.id = e.source and p.kind = 'paper' join entity t on t.id = e.target and t.kind = 'trial' where e.relation = 'reports_on';
delete from edge using dated_report d where edge.relation = 'reports_on' and edge.source = d.source and edge.target = d.target and d.published < d.begun;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select d.target, 'cites', d.source, min(d.origin), 'trial', 'paper', null from dated_report d
where d.published < d.begun and not exists (from edge x where x.source = d.target and x.relation = 'cites' and x.target = d.source) group by d.target, d.source;

-- The papers that report one trial. An undated reference may be anything that those who registered the trial had read; IntoValue's have been looked up.
create temp table sole_report as
select source as id, min(target) as trial from edge
where relation = 'reports_on' and (origin = 'IntoValue' or source in (select source from dated_report where published >= begun))
group by source having count(*) = 1;
drop table dated_report;

-- A report of one trial is about what the trial tries, and a paper that studies one product about that (0.75), unless it has a target of its own: a
-- paper on how tumours with a mutated KRAS answer to an antibody is about KRAS, which the antibody does not hit.
create table taking as
select p.id, t.product, 0.75 as most, t.source from (
  select id, trial as product, 'biograph: the trial it reports' as source, 1 as rung from sole_report
  union all
  select source, min(target), 'biograph: the product it studies', 2 from edge where relation = 'studies' and source_kind = 'paper' and target_kind = 'product' group by source having count(*) = 1
) t join entity p on p.id = t.id and p.kind = 'paper' and p.state = 'live' join entity o on o.id = t.product
where o.c_modality >= getvariable('trusted') and (p.target is null or coalesce(p.c_target, 0) < getvariable('trusted') or coalesce(p.target_symbol, p.target) = coalesce(o.target_symbol, o.target))
qualify row_number() over (partition by p.id order by t.rung) = 1;
-- And its therapeutic area, where its own words name none.
create temp table hit as
select p.id, t.therapeutic_area as area, least(t.c_area, 0.75) as confidence
from sole_report r join entity p on p.id = r.id and p.kind = 'paper' and p.state = 'live' join entity t on t.id = r.trial
where p.therapeutic_area is null and t.therapeutic_area is not null and t.c_area >= getvariable('trusted');
insert into provenance (entity_id, field, source, confidence) select id, 'moa.therapeutic_area', 'biograph: the trial it reports', confidence from hit;
update entity set therapeutic_area = hit.area, c_area = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'reported', id from hit;
drop table hit; drop table sole_report;
