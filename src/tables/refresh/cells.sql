delete from in_cell where rid in (from affected);
insert into in_cell from own.in_cell_now;

create temp table cell_change as
select area, target, modality, kind_no, sum(trusted)::integer as trusted, sum(tagged)::integer as tagged
from (
  from own.cell_now
  union all
  select area, target, modality, kind_no, -trusted, -tagged from own.cell
)
group by all having sum(trusted) <> 0 or sum(tagged) <> 0;

update cell set trusted = cell.trusted + c.trusted, tagged = cell.tagged + c.tagged
from cell_change c
where c.area = cell.area and c.target = cell.target and c.modality = cell.modality and c.kind_no = cell.kind_no;
insert into cell from cell_change anti join cell using (area, target, modality, kind_no) order by all;
delete from cell where tagged = 0;

create temp table gate_change as
select area, sum(trusted)::integer as trusted, sum(tagged)::integer as tagged
from (
  from own.cell_gate_now
  union all
  select area, -trusted, -tagged from own.cell_gate
)
group by area;

update cell_gate set trusted = cell_gate.trusted + c.trusted, tagged = cell_gate.tagged + c.tagged from gate_change c where c.area = cell_gate.area;
insert into cell_gate from gate_change anti join cell_gate using (area) where tagged > 0;
-- All areas together are there even where nobody is.
delete from cell_gate where tagged = 0 and area <> -1;
