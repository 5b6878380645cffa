update brief set signals = s.packed
from (
  select e.rid, case when s.rid is not null then concat_ws('|', prominence, momentum, rank_in_kind, degree, activity_90d) end as packed
  from entity e left join signal s using (rid)
) s
where s.rid = brief.rid;
