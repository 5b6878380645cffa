-- Entities that moved in the order by prominence get new keys, or none if their last edge was removed. The others keep
-- theirs, so that names, which repeat the key, need no update.

create temp table moved as
select key as rid, number as prominence from renumbered
union all
select rid, null from past.order_key where prominence is not null and rid not in (select rid from by_prominence);

create temp table prominent as
select rid, coalesce(m.prominence, p.prominence) as number
from by_prominence left join moved m using (rid) left join past.order_key p using (rid);
