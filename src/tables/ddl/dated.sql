-- reads: day_stated, release
-- refresh: full

-- Dates used in analytics. A work is a paper, patent, trial or approval. Its age is measured at as_of; a later date has
-- age 0. A work without a date counts, but scores 0. The score halves every three years.
create table dated as
select s.rid, s.day,
  case when s.day is null then 0.0 else pow(2.0, -greatest(0, date_diff('day', s.day, r.as_of::date)) / (365.25 * 3)) end as score,
  coalesce(s.day > (r.as_of::date - interval 24 month), false) as is_recent
from day_stated s cross join release r
order by s.rid;

drop table day_stated;
