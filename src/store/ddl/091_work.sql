-- Dates that analytics count by. A work is a paper, patent, trial or approval; its age is measured at as_of, a later date has
-- age 0, and a work without a date counts but scores 0. The score halves every three years.

create or replace macro graph.day_of(s) as coalesce(
  try_cast(left(s, 10) as date),
  case when regexp_full_match(s, '\d{4}-\d{2}') then try_cast(s || '-01' as date) end,
  case when regexp_full_match(s, '\d{4}') then try_cast(s || '-01-01' as date) end);

create table graph.dated as
with stated as (
  select r.rid, case e.kind
    when 'paper' then day_of(json_extract_string(e.attributes, '$.published_at'))
    when 'patent' then coalesce(day_of(json_extract_string(e.attributes, '$.filed_at')), day_of(json_extract_string(e.attributes, '$.published_at')))
    when 'trial' then day_of(json_extract_string(e.attributes, '$.start_date'))
    when 'approval' then day_of(json_extract_string(e.attributes, '$.approved_at')) end as day
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.state = 'live' and e.kind in ('paper', 'patent', 'trial', 'approval')
)
select s.rid, s.day,
  case when s.day is null then 0.0 else pow(2.0, -greatest(0, date_diff('day', s.day, r.as_of::date)) / (365.25 * 3)) end as score,
  coalesce(s.day > (r.as_of::date - interval 24 month), false) as is_recent
from stated s cross join graph.release r
order by s.rid;

-- Who made which paper or patent: once for each person and work.
create table graph.work as
select o.dst as work, o.src as person
from graph.edge_out o join graph.relation r on r.rel = o.rel
join graph.kind p on p.kind_no = kind_of(o.src) and p.kind = 'person'
join graph.kind w on w.kind_no = kind_of(o.dst)
where (r.relation = 'authored' and w.kind = 'paper') or (r.relation = 'invented' and w.kind = 'patent')
order by work, person;

-- Everybody's output, best first: the ranking without a cell.
create table graph.person_rank as
with kinds as (select max(kind_no) filter (kind = 'paper') as paper, max(kind_no) filter (kind = 'patent') as patent from graph.kind)
select w.person, sum(d.score) as score,
  count(*) filter (kind_of(w.work) = k.paper)::integer as papers, count(*) filter (kind_of(w.work) = k.patent)::integer as patents,
  max(d.day) as latest, count(*) filter (d.is_recent)::integer as recent, count(*) filter (d.day is null)::integer as undated
from graph.work w join graph.dated d on d.rid = w.work cross join kinds k
group by w.person
order by score desc, w.person;

-- What that ranking counts.
create table graph.work_total as
select count(*) as works, count(*) filter (day is null) as undated, (select count(*) from graph.person_rank) as people
from graph.dated where rid in (select work from graph.work);

-- Funding events: rounds and grants. A deal without a type is unknown.
create table graph.deal as
select r.rid,
  day_of(coalesce(json_extract_string(e.funding, '$.date'), json_extract_string(e.attributes, '$.awarded_at'))) as day,
  coalesce(nullif(lower(trim(coalesce(json_extract_string(e.funding, '$.type'), json_extract_string(e.attributes, '$.type')))), ''), 'unknown') as type,
  try_cast(coalesce(case when coalesce(json_extract_string(e.funding, '$.currency'), 'USD') = 'USD' then json_extract_string(e.funding, '$.amount_usd') end,
    json_extract_string(e.attributes, '$.amount_usd')) as double) as amount_usd,
  coalesce(try_cast(coalesce(json_extract_string(e.funding, '$.is_grant'), json_extract_string(e.attributes, '$.is_grant')) as boolean), false) as is_grant
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind = 'funding_event'
order by day, r.rid;

-- Catalysts by date.
create table graph.catalyst as
select r.rid, day_of(json_extract_string(e.attributes, '$.date')) as day,
  lower(trim(json_extract_string(e.attributes, '$.type'))) as type, e.source
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind = 'catalyst'
order by day, r.rid;
