-- reads: edge_out
-- refresh: full

create table relation_count as
select rel, count(*) as count,
  list_sort(list(distinct kind_of(src)::integer)) as sources, list_sort(list(distinct kind_of(dst)::integer)) as targets
from edge_out group by rel order by rel;
