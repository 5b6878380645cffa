-- Who sponsors a trial, develops a drug or owns a patent, and what else people call the drugs that a trial tests, for the text search: "Pfizer breast cancer", "Lilly obesity",
-- "Keytruda melanoma", "LY3298176". A trial of many drugs is a platform or a registry, which their names would not describe, and a drug of many makers is a generic.
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
-- The abbreviations of a party, and the shortest of its aliases that begin with another word than its name does.
create temp table other_call as
select id, list_concat(coalesce(list(said) filter (is_short), []), coalesce(list(said order by length(said), said) filter (not is_short)[:2], [])) as names
from (
  select id, said, regexp_full_match(said, '[A-Z][A-Z&]{1,6}') as is_short
  from (select id, name, unnest(aliases) as said from entity where kind in ('company', 'institution', 'funder') and state = 'live')
  where split_part(fold(said), ' ', 1) not in (split_part(fold(name), ' ', 1), 'the')
  qualify row_number() over (partition by id, split_part(plain_words(said), ' ', 1) order by length(said), said) = 1
)
group by id;
create temp table party_said as
with told as (
  select case e.relation when 'sponsors' then e.target when 'develops' then e.target else e.source end as id,
    case e.relation when 'sponsors' then e.source when 'develops' then e.source else e.target end as party,
    case e.relation when 'sponsors' then 'sponsor_names' when 'develops' then 'developer_names' else 'assignee_names' end as key
  from edge e where e.relation in ('sponsors', 'develops', 'assigned_to') and coalesce(e.confidence, 1) >= getvariable('trusted')
), held as (
  select a.target as id, h.source as party, try_cast(p.attributes ->> 'approved_at' as date) as day,
    regexp_matches(p.name, '^[^(,]+ \(.*, NDA ') as is_brand, regexp_matches(lower(o.name), '\bhuman\b') as is_human
  from edge a join edge h on h.relation = 'holds' and h.target = a.source join entity p on p.id = a.source join entity o on o.id = a.target
  where a.relation = 'approval_of'
), first_approved as (
  -- Of a drug that many make by now, those who had it first, and those who have a brand of it approved on its own data, where these are few: AbbVie of
  -- adalimumab, not the makers of biosimilars; Lilly of teriparatide. What many make from human plasma is nobody's.
  select id, party from (select id, party, day, min(day) over (partition by id) as first from held where not is_human) where day <= first + interval 3 year
  group by id, party qualify count(*) over (partition by id) <= 6
  union
  select id, party from held where is_brand and not is_human group by id, party qualify count(*) over (partition by id) <= 6
), since as (select id, party, min(day) as day from held group by all), few as (
  select t.id, t.key, t.party from (
    select *, count(*) over (partition by id) as n, (id, party) in (select (id, party) from first_approved) as is_first from told
  ) t join entity o on o.id = t.id
  where o.state = 'live' and o.kind in ('trial', 'product', 'program', 'patent') and (n <= 6 or is_first) qualify count(*) over (partition by t.id) <= 10
), named as (
  select id, key, party, day from few left join since using (id, party)
  union all
  -- People say Roche of a drug of Genentech.
  select f.id, f.key, s.target, d.day from few f left join since d using (id, party) join edge s on s.source = f.party and s.relation = 'subsidiary_of' and coalesce(s.confidence, 1) >= getvariable('trusted')
)
-- Whoever was first approved for a drug comes first; after all names, what else people call the sponsors of a trial: BeiGene, NCI.
select id, any_value(key) as key, list_concat(list(name order by day nulls last, name), coalesce(list_sort(list_distinct(flatten(list(others) filter (others is not null)))), [])) as names
from (
  select n.id, n.key, p.name, min(n.day) as day, flatten(list(o.names) filter (o.names is not null and n.key = 'sponsor_names')) as others
  from named n join entity p on p.id = n.party left join other_call o on o.id = n.party where p.state = 'live' group by n.id, n.key, p.name
) group by id;

create temp table hit as
select e.id, json_merge_patch(coalesce(e.attributes, '{}'),
  case when d.names is not null then json_object('drug_names', d.names) else '{}' end,
  case when s.names is not null then json_object(s.key, s.names) else '{}' end)::varchar as attributes
from entity e left join (select d.* from drug_said d join entity t using (id) where t.kind = 'trial') d using (id) left join party_said s using (id)
where e.state = 'live' and (d.names is not null or s.names is not null);
update entity set attributes = hit.attributes from hit where hit.id = entity.id;
insert into proposal_applied select 'party_names', id from hit;
drop table drug_of; drop table drug_said; drop table other_call; drop table party_said; drop table hit;
