-- reads: by_date, by_momentum, by_name, by_prominence, by_recent, entity, signal
-- refresh: by-difference

-- The number of every entity in each of the orders: smaller comes first. Signals have none without live edges.
create table order_key as
with c as (select count(*) as entities, (select count(*) from signal) as signals from entity)
select r.rid, spread(r.rowid + 1, entities, 64) as recent, spread(n.rowid + 1, entities, 1024) as name, spread(d.rowid + 1, entities, 64) as date,
  spread(p.rowid + 1, signals, 64) as prominence, spread(m.rowid + 1, signals, 64) as momentum
from by_recent r join by_name n using (rid) join by_date d using (rid) left join by_prominence p using (rid) left join by_momentum m using (rid) cross join c
order by r.rid;
