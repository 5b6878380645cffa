-- reads: carried
-- refresh: full

-- The number of times each spelling of a value occurs, and the distinct values of every field, each in its most
-- frequent spelling.
create table spelling as
select field, value, norm(value) as norm, count(*) as count from carried where trim(value) <> '' group by field, value;

-- Numbers below a million: DuckDB then joins on them without hashing.
create table value as
select spread(row_number() over (order by field, norm), count(*) over (), greatest(16, 1000000 // (count(*) over () + 1))) as label_id, field, value, norm
from (select field, norm, first(value order by count desc, value) as value from spelling group by field, norm)
order by label_id;
