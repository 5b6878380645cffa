-- Who sponsors a trial and what else people call the drugs it tests, for the text search: "Pfizer breast cancer", "Keytruda melanoma", "LY3298176". A trial of many drugs
-- is a platform or a registry, which their names would not describe.
create temp table drug_of as
select distinct e.target as id, p.id as drug, p.name, p.aliases
from edge e join entity p on p.id = e.source
where e.relation = 'tested_in' and coalesce(e.confidence, 1) >= getvariable('trusted') and p.kind in ('product', 'program') and p.state = 'live';
create temp table drug_said as
select id, list(said order by length(said), said)[:20] as names
from (
  select distinct id, said
  from (select id, unnest(list_append(coalesce(aliases, []), name)) as said from drug_of semi join (select id from drug_of group by id having count(distinct drug) <= 6) using (id))
  where length(said) <= 30
)
group by id;
create temp table sponsor_said as
select e.target as id, list(distinct s.name order by s.name) as names
from edge e join entity s on s.id = e.source
where e.relation = 'sponsors' and s.state = 'live' group by e.target;

create temp table hit as
select e.id, json_merge_patch(coalesce(e.attributes, '{}'),
  case when d.names is not null then json_object('drug_names', d.names) else '{}' end,
  case when s.names is not null then json_object('sponsor_names', s.names) else '{}' end)::varchar as attributes
from entity e left join drug_said d using (id) left join sponsor_said s using (id)
where e.kind = 'trial' and e.state = 'live' and (d.names is not null or s.names is not null);
update entity set attributes = hit.attributes from hit where hit.id = entity.id;
insert into proposal_applied select 'trial_names', id from hit;
drop table drug_of; drop table drug_said; drop table sponsor_said; drop table hit;
