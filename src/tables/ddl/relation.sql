-- reads: snapshot_edges
-- refresh: once

create table relation as
select row_number() over (order by relation)::utinyint as rel, relation
from (select distinct relation from snapshot_edges);
