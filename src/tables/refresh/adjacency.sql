create table adjacency as
from (from past.adjacency where rid not in (from restated) union all from lists.adjacency)
order by rid;

create table adjacency_more as
from (from past.adjacency_more where rid not in (from restated) union all from lists.adjacency_more)
order by rid;
