-- reads: counted, entity
-- refresh: full

-- Signals of every entity that has a live edge, measured at as_of.

-- percent_rank of each distinct degree within its kind: a few thousand values.
create temp table prominence_of as
select kind_no, degree,
  round(100 * coalesce((sum(n) over (partition by kind_no order by degree) - n)::double / nullif(sum(n) over (partition by kind_no) - 1, 0), 0), 4) as prominence
from (select kind_of(rid) as kind_no, degree, count(*) as n from counted group by all);

-- Ranks are the row numbers of a sorted table, because a window function that numbers rows sorts them on one thread.
-- Kind and degree in one number leave room for names in the eight bytes that are compared first.
create temp table by_rank as
select kind_of(rid) as kind_no, rid, degree, activity_90d, activity_before
from counted join entity e using (rid) order by first_rid(kind_of(rid)) - degree::integer, e.name, e.id;

create table signal as
select
  r.rid,
  r.degree,
  r.activity_90d,
  r.activity_before,
  round(10.0 * (r.activity_90d - r.activity_before) / (r.activity_90d + r.activity_before + 1), 4) as momentum,
  p.prominence,
  r.rowid - f.first + 1 as rank_in_kind
from by_rank r
join prominence_of p using (kind_no, degree)
join (select kind_no, min(rowid) as first from by_rank group by kind_no) f using (kind_no)
order by r.rid;

drop table counted;
drop table prominence_of;
drop table by_rank;
