-- The place of every entity in each of the four orders, over all kinds and within its kind. A sorted table's own row numbers are the
-- places: a window function that numbers rows sorts them on one thread.

create temp table by_recent as select rid from entity order by updated_at desc, id;
create temp table by_name as select rid from entity order by norm(name), id;
create temp table by_prominence as select rid from signal join entity using (rid) order by prominence desc nulls last, degree desc, id;
create temp table by_momentum as select rid from signal join entity using (rid) order by momentum desc nulls last, id;

create table position as
select r.rid, (r.rowid + 1)::integer as recent, (n.rowid + 1)::integer as name,
  (p.rowid + 1)::integer as prominence, (m.rowid + 1)::integer as momentum
from by_recent r join by_name n using (rid) left join by_prominence p using (rid) left join by_momentum m using (rid)
order by r.rid;

-- Sort and place in one number, then also the kind before them: numbers sort fast.
create temp table place as
select (1::bigint << 31) | (rowid + 1) as key, rid from by_recent
union all select (2::bigint << 31) | (rowid + 1), rid from by_name
union all select (3::bigint << 31) | (rowid + 1), rid from by_prominence
union all select (4::bigint << 31) | (rowid + 1), rid from by_momentum;

create temp table place_in_kind as select (kind_of(rid)::bigint << 40) | key as key, rid from place order by key;
create temp table first_of_kind as select key >> 31 as part, min(rowid) as first from place_in_kind group by part;

create table ranked as
select 0::utinyint as scope, (key >> 31)::utinyint as sort, (key & 2147483647)::integer as pos, rid from place
union all
select (key >> 40)::utinyint, ((key >> 31) & 511)::utinyint, (k.rowid - f.first + 1)::integer, rid
from place_in_kind k join first_of_kind f on f.part = k.key >> 31;

drop table by_recent;
drop table by_name;
drop table by_prominence;
drop table by_momentum;
drop table place;
drop table place_in_kind;
drop table first_of_kind;
