-- reads: kind, label, value
-- refresh: full

-- A cell is a pair of target and modality. For each, the number of entities of the four kinds on the map, by area (0:
-- none stated; -1: all areas together).

create temp table cell_label as
select l.rid, l.label_id, v.field, l.trusted, l.confidence
from label l join value v using (label_id)
where v.field in ('target', 'modality', 'therapeutic_area');

-- The cells of each entity.
create table in_cell as
select t.rid, t.label_id as target, m.label_id as modality, t.trusted, t.confidence
from cell_label t join cell_label m on m.rid = t.rid and m.field = 'modality'
where t.field = 'target'
order by t.rid, target, modality;

create temp table mapped as
select coalesce(a.label_id, 0) as area, c.rid, c.target, c.modality, kind_of(c.rid)::utinyint as kind_no, c.trusted
from in_cell c left join cell_label a on a.rid = c.rid and a.field = 'therapeutic_area'
where kind_of(c.rid) in (select kind_no from kind where kind in ('paper', 'patent', 'trial', 'approval'));

create temp table cell_by_area as
select area, target, modality, kind_no, count(*) filter (trusted)::integer as trusted, count(*)::integer as tagged
from mapped group by all;

-- The number of entities on the map of an area, and how many of them are trusted.
create table cell_gate as
select area, count(distinct rid) filter (trusted)::integer as trusted, count(distinct rid)::integer as tagged from mapped group by area
union all
select -1, count(distinct rid) filter (trusted)::integer, count(distinct rid)::integer from mapped;

drop table mapped;

create table cell as
from cell_by_area
union all
select -1, target, modality, kind_no, sum(trusted)::integer, sum(tagged)::integer from cell_by_area group by target, modality, kind_no
order by area, target, modality, kind_no;

drop table cell_by_area;
drop table cell_label;
