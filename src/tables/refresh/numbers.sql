-- Row numbers of the changed entities: the previous one, or a new one between those of the neighbours.

create temp table placed as
select o.id, kind_of(o.rid) as kind_no, t.rid
from own.entity o left join replaced t on t.id = o.id and t.kind_no = kind_of(o.rid);

create temp table taken as
select kind_of(rid) as kind_no, id, rid, lead(rid) over (partition by kind_of(rid) order by rid) as next
from graph.entity where kind_of(rid) in (select kind_no from placed where rid is null)
union all
-- A start before the first row of a kind; the only one if the kind has no rows.
select kind_no, '00000000-0000-0000-0000-000000000000'::uuid, first_rid(kind_no), (select min(rid) from graph.entity e where kind_of(e.rid) = k.kind_no)
from graph.kind k where kind_no in (select kind_no from placed where rid is null);

create temp table fitted as
select p.id, t.rid as below, coalesce(t.next, first_rid(p.kind_no + 1)) as above,
  row_number() over (partition by t.rid order by p.id) as place, count(*) over (partition by t.rid) as guests
from (from placed where rid is null) p asof join taken t on t.kind_no = p.kind_no and p.id >= t.id;

-- There is plenty of room after the last row of a kind, so new rows there get the same distance as in a build.
create temp table numbered as
select id, as_rid(rid) as rid, false as is_new from placed where rid is not null
union all
select id, as_rid(below + place * least(16, (above - below) // (guests + 1))), true from fitted;

update own.entity set rid = n.rid from numbered n where n.id = own.entity.id;
