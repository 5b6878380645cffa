-- reads: by_date, by_momentum, by_name, by_prominence, by_recent
-- refresh: full

-- The dense rank of every entity in each order, over all kinds and within its kind.

-- Sort and position in one number, then the kind as well: numbers sort fast.
create temp table place as
select (1::bigint << 31) | (rowid + 1) as key, rid from by_recent
union all select (2::bigint << 31) | (rowid + 1), rid from by_name
union all select (3::bigint << 31) | (rowid + 1), rid from by_prominence
union all select (4::bigint << 31) | (rowid + 1), rid from by_momentum
union all select (5::bigint << 31) | (rowid + 1), rid from by_date;

create temp table place_in_kind as select (kind_of(rid)::bigint << 40) | key as key, rid from place order by all;
create temp table first_of_kind as select key >> 31 as part, min(rowid) as first from place_in_kind group by part;

create table order_rank as
select 0::utinyint as scope, (key >> 31)::utinyint as sort, (key & 2147483647)::integer as pos, rid from place
union all
select (key >> 40)::utinyint, ((key >> 31) & 511)::utinyint, (k.rowid - f.first + 1)::integer, rid
from place_in_kind k join first_of_kind f on f.part = k.key >> 31;

drop table by_recent;
drop table by_name;
drop table by_prominence;
drop table by_momentum;
drop table by_date;
drop table place;
drop table place_in_kind;
drop table first_of_kind;
