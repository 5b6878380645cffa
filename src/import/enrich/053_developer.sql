-- Who develops a drug that is not approved: the one group that develops its programs (0.85), or else the one that sponsors
-- all its trials, if there are two or more (0.8). Sources state the developer of a program, and of a product its holder.

create temp table group_of as
select c.id, coalesce(min(e.target), c.id) as head
from entity c left join edge e on e.source = c.id and e.relation = 'subsidiary_of' where c.kind = 'company' and c.state = 'live' group by c.id;
create temp table unowned as
select id from entity p where kind = 'product' and state = 'live' and coalesce(try_cast(attributes ->> 'max_phase' as integer), 0) < 4
  and coalesce(len(from_json(attributes -> 'approved_by', '["VARCHAR"]')), 0) = 0
  and id not in (select target from edge where relation in ('develops', 'approval_of'));

create temp table owner as
select p.id, d.source as company, 0.85 as confidence, 'biograph: its program' as origin
from unowned p join edge o on o.target = p.id and o.relation = 'program_of' join edge d on d.target = o.source and d.relation = 'develops' join group_of g on g.id = d.source
qualify min(g.head) over (partition by p.id) = max(g.head) over (partition by p.id);
insert into owner
select p.id, s.source, 0.8, 'biograph: the sponsor of its trials'
from unowned p join edge t on t.source = p.id and t.relation = 'tested_in' and coalesce(t.confidence, 1) >= getvariable('trusted')
join edge s on s.target = t.target and s.relation = 'sponsors' left join group_of g on g.id = s.source
where p.id not in (select id from owner)
qualify min(coalesce(g.head, s.source)) over (partition by p.id) = max(coalesce(g.head, s.source)) over (partition by p.id)
  and bool_and(g.id is not null) over (partition by p.id) and min(t.target) over (partition by p.id) <> max(t.target) over (partition by p.id);

insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select company, 'develops', id, origin, 'company', 'product', confidence from owner group by all;
insert into proposal_applied select 'developer', id from owner;
drop table group_of; drop table unowned; drop table owner;
