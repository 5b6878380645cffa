-- reads: by_date, by_momentum, by_name, by_prominence, by_recent
-- refresh: full

-- The dense rank of every entity in the newest-first order, over all kinds (scope 0) and within its kind.

-- Kind and position in one number: numbers sort fast.
create temp table place_in_kind as
select (kind_of(rid)::bigint << 32) | (rowid + 1) as key, rid from by_recent order by all;

create temp table first_of_kind as select key >> 32 as kind_no, min(rowid) as first from place_in_kind group by kind_no;

create table recent_rank as
select 0::utinyint as scope, (rowid + 1)::integer as pos, rid from by_recent
union all
select kind_no::utinyint, (k.rowid - first + 1)::integer, rid
from place_in_kind k join first_of_kind on kind_no = key >> 32;

drop table by_recent;
drop table by_name;
drop table by_prominence;
drop table by_momentum;
drop table by_date;
drop table place_in_kind;
drop table first_of_kind;
