-- The therapeutic area of a stated disease, by the words of its label, or else of the nearest terms above it that name one area between them;
-- at the confidence of the disease, at most 0.9.
create temp table untold as
select distinct disease_id as id from entity where state = 'live' and therapeutic_area is null and disease_id is not null and area_of(disease_label) is null;
create temp table above as
with recursive up as (
  select id, id as at, 0 as level from untold
  union
  select u.id, parent, u.level + 1 from up u join (select id, unnest(parents) as parent from disease_tree) t on t.id = u.at where u.level < 12
)
select u.id, u.level, area_of(t.label) as area, count(*) as terms from up u join disease_tree t on t.id = u.at group by all having area is not null;
create temp table inherited as
select id, area from (
  select id, area, level, terms, count(*) over (partition by id, level, terms) as alike from above qualify row_number() over (partition by id order by level, terms desc, area) = 1
) where alike = 1;

create temp table hit as
select e.id, coalesce(area_of(e.disease_label), i.area) as area, least(e.c_disease, 0.9) as confidence
from entity e left join inherited i on i.id = e.disease_id
where e.state = 'live' and e.therapeutic_area is null and coalesce(area_of(e.disease_label), i.area) is not null;
insert into provenance select id, 'moa.therapeutic_area', 'biograph: area of disease', confidence, null::timestamptz from hit;
update entity set therapeutic_area = hit.area, c_area = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'area', id from hit;
drop table untold; drop table above; drop table inherited; drop table hit;

-- An approval of one product, no generic's application, has its product's area as it has its other labels (0.9), and so
-- have a patent that covers one product or several of one area, and an event that concerns one (0.75).
create temp table area_source as
select a.id, e.target as product, 0.9 as most, 'biograph: its product' as source
from entity a join edge e on e.source = a.id and e.relation = 'approval_of'
where a.kind = 'approval' and a.state = 'live' and coalesce(a.attributes ->> 'application_type', '') <> 'ANDA'
qualify count(*) over (partition by a.id) = 1
union all
select a.id, e.target, 0.75, 'biograph: the product it covers' from entity a join edge e on e.source = a.id and e.relation = 'covers'
where a.kind = 'patent' and a.state = 'live'
union all
select a.id, e.target, 0.75, 'biograph: what it concerns' from entity a join edge e on e.source = a.id and e.relation = 'concerns' and e.target_kind = 'product'
where a.kind = 'catalyst' and a.state = 'live';
create temp table hit as
select s.id, min(p.therapeutic_area) as area, least(min(p.c_area), min(s.most)) as confidence, min(s.source) as source
from area_source s join entity p on p.id = s.product and p.kind = 'product' group by s.id
having count(distinct p.therapeutic_area) = 1 and count(p.therapeutic_area) = count(*);
delete from hit using entity e where e.id = hit.id and e.therapeutic_area is not null
  and (coalesce(e.c_area, 0) >= getvariable('trusted') or hit.confidence < getvariable('trusted'));
delete from provenance using hit where provenance.entity_id = hit.id and field = 'moa.therapeutic_area';
insert into provenance (entity_id, field, source, confidence) select id, 'moa.therapeutic_area', source, confidence from hit;
update entity set therapeutic_area = hit.area, c_area = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'area', id from hit;
drop table area_source; drop table hit;
