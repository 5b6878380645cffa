-- The group that each company is of: its head, or the company itself. Programs, catalysts and developers are compared by it.

-- FDA's books keep whose division a company was long ago (Warner Chilcott, of Warner-Lambert until 1996): where another list names its group, that counts.
delete from edge where relation = 'subsidiary_of' and origin = 'FDA Orange Book'
  and exists (from edge o where o.relation = 'subsidiary_of' and o.source = edge.source and o.target <> edge.target and o.origin in ('company list', 'EU Trials Tracker'));
-- Lists of sponsors keep who owned a company when they were made (Upsher-Smith, of Sawai until 2024): what the project's list says is later.
delete from edge where relation = 'subsidiary_of' and origin in ('EU Trials Tracker', 'Clinical-Trial-Outcomes', 'FDA Orange Book')
  and exists (from edge o where o.relation = 'subsidiary_of' and o.source = edge.source and o.target <> edge.target and o.origin = 'company list')
  and not exists (from edge o where o.relation = 'subsidiary_of' and o.source = edge.source and o.target = edge.target and o.origin = 'company list')
  -- What is itself of that group is a step on the way to its head (Abraxis, of Celgene, of Bristol-Myers Squibb).
  and not exists (from edge o join edge q on q.source = edge.target and q.relation = 'subsidiary_of' and q.origin = 'company list' and q.target = o.target
    where o.relation = 'subsidiary_of' and o.source = edge.source and o.origin = 'company list');

create temp table group_of as
select c.id, coalesce(min(e.target), c.id) as head
from entity c left join edge e on e.source = c.id and e.relation = 'subsidiary_of' where c.kind = 'company' and c.state = 'live' group by c.id;
