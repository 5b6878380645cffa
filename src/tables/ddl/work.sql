-- reads: edge_out, kind, relation
-- refresh: full

-- The authors and inventors of papers and patents: once for each person and work.
create table work as
select o.dst as work, o.src as person
from edge_out o join relation r on r.rel = o.rel
join kind p on p.kind_no = kind_of(o.src) and p.kind = 'person'
join kind w on w.kind_no = kind_of(o.dst)
where (r.relation = 'authored' and w.kind = 'paper') or (r.relation = 'invented' and w.kind = 'patent')
order by work, person;
