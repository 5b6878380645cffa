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
