-- reads: by_date, by_momentum, by_name, by_recent, entity, prominent, signal
-- refresh: full

-- The order key of every entity in each of the orders: smaller comes first. Entities without live edges have no keys by
-- signals.
create table order_key as
with c as (select count(*) as entities, (select count(*) from signal) as signals from entity)
select r.rid, spread(r.rowid + 1, entities, 64) as recent, spread(n.rowid + 1, entities, 64) as name, spread(d.rowid + 1, entities, 64) as date,
  p.number as prominence, spread(m.rowid + 1, signals, 64) as momentum
from by_recent r join by_name n using (rid) join by_date d using (rid) left join prominent p using (rid) left join by_momentum m using (rid) cross join c
order by r.rid;

drop table prominent;
