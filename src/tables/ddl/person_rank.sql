-- reads: dated, kind, work
-- refresh: full

-- Persons by their output, highest first: the ranking without a cell.
create table person_rank as
with kinds as (select max(kind_no) filter (kind = 'paper') as paper, max(kind_no) filter (kind = 'patent') as patent from kind)
select w.person,
  -- Summed as whole numbers, so that neither threads nor the order of rows affect the result.
  sum((d.score * 1e12)::bigint)::double / 1e12 as score,
  count(*) filter (kind_of(w.work) = k.paper)::integer as papers, count(*) filter (kind_of(w.work) = k.patent)::integer as patents,
  max(d.day) as latest, count(*) filter (d.is_recent)::integer as recent, count(*) filter (d.day is null)::integer as undated
from work w join dated d on d.rid = w.work cross join kinds k
group by w.person
order by score desc, w.person;

-- The totals of that ranking.
create table work_total as
select count(*) as works, count(*) filter (day is null) as undated, (select count(*) from person_rank) as people
from dated where rid in (select work from work);
