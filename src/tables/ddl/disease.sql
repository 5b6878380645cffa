-- reads: shipped_disease, snapshot_diseases
-- refresh: once

-- The tree of diseases: the snapshot's, or else the one bundled with biograph (src/tables/diseases.ts).
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

-- Names that lead to a disease: its id and label; a synonym only if it is no other disease's label; a word of the
-- bundled list only if it is neither. Diseases with the same label are one.
create table disease_name as
with named as (
  select norm(id) as key, norm(label) as own, 1 as rung from disease
  union
  select norm(label), norm(label), 1 from disease
  union
  select norm(unnest(synonyms)), norm(label), 2 from disease
  union
  -- Common names in the industry, added to any tree.
  select norm(unnest(synonyms)), norm(label), 3 from shipped_disease where norm(label) in (select norm(label) from disease)
)
select key, own
from named join (select key, min(rung) as rung from named group by key) using (key, rung)
where key <> ''
order by key, own;

-- Names that lead to one disease alone.
create table disease_of_name as select key, any_value(own) as own from disease_name group by key having count(*) = 1 order by key;

-- Each disease, by the normalised form of its label, with the labels of all its ancestors and its own. Cycles are cut.
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

-- The names of each disease and of all below it: what a search for companies or drugs compares what these are for with.
create table disease_below as
select distinct norm(a.above) as own, n.key
from disease_name n join (select own, unnest(above) as above from disease_lineage) a using (own)
order by own, key;
