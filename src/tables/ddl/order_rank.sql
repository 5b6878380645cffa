-- reads: order_key, recent_rank
-- refresh: once

-- The dense rank of every entity in each order (1 newest first, 2 by name, 3 by prominence, 4 by momentum, 5 by date),
-- over all kinds (scope 0) and within its kind. Only the newest-first order is stored, which an export follows; the
-- others follow from the order keys, and answers read them from look-up files.
create view graph.order_rank as
with ordered as (
  select 2::utinyint as sort, name as key, rid from order_key
  union all select 3::utinyint, prominence, rid from order_key where prominence is not null
  union all select 4::utinyint, momentum, rid from order_key where momentum is not null
  union all select 5::utinyint, date, rid from order_key
)
select scope, 1::utinyint as sort, pos, rid from recent_rank
union all
select 0::utinyint, sort, (row_number() over (partition by sort order by key))::integer, rid from ordered
union all
select kind_of(rid)::utinyint, sort, (row_number() over (partition by sort, kind_of(rid) order by key))::integer, rid from ordered;
