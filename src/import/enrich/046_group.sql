-- The group that each company is of: its head, or the company itself. Programs, catalysts and developers are compared by it.

create temp table group_of as
select c.id, coalesce(min(e.target), c.id) as head
from entity c left join edge e on e.source = c.id and e.relation = 'subsidiary_of' where c.kind = 'company' and c.state = 'live' group by c.id;
