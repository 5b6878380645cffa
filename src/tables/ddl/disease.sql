-- reads: shipped_disease, snapshot_diseases
-- refresh: once

-- The tree of diseases: the snapshot's, else the one shipped with biograph (src/tables/diseases.ts).
create table disease as
from (
  select id, label, synonyms, parents from snapshot_diseases
  union all
  select id, label, synonyms, parents from shipped_disease where not exists (from snapshot_diseases)
)
order by id;

-- Equal trees have equal versions.
create table disease_about as
select case when exists (from snapshot_diseases) then 'snapshot' else 'biograph' end as origin, count(*)::integer as diseases,
  left(md5(coalesce(string_agg(to_json(d)::varchar, chr(10) order by id), '')), 12) as version
from disease d;

-- What a disease may be called: its id and label; by a synonym only where that is no other's label, by a word
-- of the shipped list only where it is neither. Diseases of one label are one.
create table disease_name as
with named as (
  select norm(id) as key, norm(label) as own, 1 as rung from disease
  union
  select norm(label), norm(label), 1 from disease
  union
  select norm(unnest(synonyms)), norm(label), 2 from disease
  union
  -- What the trade calls it, whatever tree it stands in.
  select norm(unnest(synonyms)), norm(label), 3 from shipped_disease where norm(label) in (select norm(label) from disease)
)
select key, own
from named join (select key, min(rung) as rung from named group by key) using (key, rung)
where key <> ''
order by key, own;

-- Every disease, by the form its label is compared in, and the labels of all it is a kind of, itself among them. Circles end.
create table disease_lineage as
with recursive spelled as (select norm(label) as own, min(label) as label from disease group by own),
step as (
  select distinct norm(d.label) as own, norm(p.label) as above
  from (select label, unnest(parents) as parent from disease) d join disease p on p.id = d.parent
),
up(own, above) as (
  select own, own from spelled
  union
  select u.own, s.above from up u join step s on s.own = u.above
)
select u.own, list(s.label order by s.label) as above
from up u join spelled s on s.own = u.above
group by u.own
order by u.own;
