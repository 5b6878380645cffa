-- reads: entity, own_day, signal
-- refresh: full

-- The orders, over all kinds. Positions are the row numbers of a sorted table, because a window function that numbers
-- rows sorts them on one thread. Rows hold only what is needed and fit in 32 bytes: DuckDB sorts such rows as numbers,
-- twice as fast.

create temp table by_recent as select updated_at, id, rid from entity order by updated_at desc, id, rid;
create temp table by_name as select rid from entity order by norm(name), id;
create temp table by_prominence as
select -(prominence * 10000)::integer as prominence, -degree::integer as degree, id, rid from signal join entity using (rid) order by all;
create temp table by_momentum as
select -(momentum * 10000)::integer as momentum, id, rid from signal join entity using (rid) order by all;
create temp table by_date as
select coalesce((date '1970-01-01' - d.day)::integer, 2147483647) as days_before, e.id, e.rid from entity e left join own_day d using (rid) order by all;
