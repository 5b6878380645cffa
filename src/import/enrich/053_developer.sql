-- Who develops a drug that is not approved: the one group that develops its programs (0.85), or else the company that numbers its compounds so,
-- if no other group's code is among its names (vocabulary/codes.csv; 0.75; also of a drug that is approved in combinations alone: elexacaftor,
-- VX-445), or else the group that sponsors three of four trials of companies (0.8; of one trial, of a drug with a code that few institutes test,
-- 0.75): hospitals and institutes test what others make. One trial says nothing if the drug has been approved somewhere, has
-- the many names of an old substance, or is tested with another drug of that group. Besides, whoever the list of developers names, also of approved
-- drugs (vocabulary/developers.csv; 0.8). Sources state the developer of a program, and of a product its holder.

create temp table unowned as
select id, coalesce(target, modality) is not null as is_known, attributes ->> 'first_approval_year' is not null or len(aliases) >= 8 as is_old
from entity p where kind = 'product' and state = 'live' and coalesce(try_cast(attributes ->> 'max_phase' as integer), 0) < 4
  and coalesce(len(from_json(attributes -> 'approved_by', '["VARCHAR"]')), 0) = 0
  and id not in (select target from edge where relation in ('develops', 'approval_of'));

create temp table owner as
select p.id, d.source as company, 0.85 as confidence, 'biograph: its program' as origin
from unowned p join edge o on o.target = p.id and o.relation = 'program_of' join edge d on d.target = o.source and d.relation = 'develops' join group_of g on g.id = d.source
qualify min(g.head) over (partition by p.id) = max(g.head) over (partition by p.id);

create temp table part as
select p.id from (
  select id, part_key(plain_words(name)) as key from entity
  where kind = 'product' and state = 'live' and target is not null and id not in (select target from edge where relation in ('develops', 'approval_of'))
) p
where p.id not in (select id from owner) and p.key in (
  select part_key(unnest(active_parts(coalesce(attributes ->> 'generic', name)))) from entity
  where kind = 'product' and state = 'live' and len(active_parts(coalesce(attributes ->> 'generic', name))) > 1);

-- The codes of a drug without those of libraries of compounds and of catalogues.
create temp table code as
select id, upper(said[1]) as letters, length(replace(said[2], '-', '')) as digits from (
  select id, regexp_extract_all(said, '^([A-Za-z]+)[ -]?(\d[\d-]*)', 1) || regexp_extract_all(said, '^([A-Za-z]+)[ -]?(\d[\d-]*)', 2) as said
  from (select id, unnest(list_append(coalesce(aliases, []), name)) as said from entity where id in (select id from unowned union select id from part))
  where is_drug_code(said)
) where not regexp_matches(upper(said[1]), '^(NSC|HY|KB|HSDB|CCRIS|BRN|CAS|DB|UNII|FEMA|E|J)$');
create temp table numbered as
select c.id, case when count(distinct e.id) = 1 then min(e.id) else min(g.head) end as company
from code c left join vocabulary_codes v on v.letters = c.letters left join entity e on e.kind = 'company' and e.state = 'live' and org_key(e.name) = org_key(v.company)
left join group_of g on g.id = e.id
group by c.id having count(distinct g.head) = 1 and bool_and(e.id is not null) and bool_or(c.digits between v.least_digits::integer and v.most_digits::integer);
insert into owner select id, company, 0.75, 'biograph: its maker''s numbers' from numbered where id not in (select id from owner);

create temp table maker as
select d.target as id, g.head from edge d join group_of g on g.id = d.source where d.relation = 'develops' union select o.id, g.head from owner o join group_of g on g.id = o.company;
insert into owner
with tested as (
  select p.id, t.target as trial, s.source as sponsor, g.head, coalesce(p.is_old, false) as is_old
  from unowned p join edge t on t.source = p.id and t.relation = 'tested_in' and coalesce(t.confidence, 1) >= getvariable('trusted')
  join edge s on s.target = t.target and s.relation = 'sponsors' left join group_of g on g.id = s.source
  where (p.is_known or p.id in (select id from code)) and p.id not in (select id from owner)
), made as (
  select id, head, count(distinct trial) as trials from tested where head is not null group by all
), best as (
  select id, head, trials, sum(trials) over (partition by id) as trials_of_all from made qualify row_number() over (partition by id order by trials desc, head) = 1
), institutes as (
  select id, count(distinct trial) as trials from tested where head is null group by id
), beside as (
  select distinct t.id, t.head from tested t join edge o on o.relation = 'tested_in' and o.target = t.trial and o.source <> t.id join maker m on m.id = o.source and m.head = t.head
)
select t.id, t.sponsor, case when b.trials > 1 then 0.8 else 0.75 end, 'biograph: the sponsor of its trials'
from best b join tested t using (id, head) left join institutes i using (id)
where 4 * b.trials >= 3 * b.trials_of_all and (b.trials > 1 or (coalesce(i.trials, 0) <= 3 and b.id in (select id from code) and not t.is_old and (t.id, t.head) not in (from beside))) group by all;

delete from owner using entity e where e.id = owner.company and is_contractor(e.name);
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select company, 'develops', id, origin, 'company', 'product', confidence from owner group by all;
insert into proposal_applied select 'developer', id from owner;

-- The applicant of old has been bought, and its drug sold on (cangrelor, of the Medicines Company, bought by Novartis, is Chiesi's): where another
-- group alone holds what agencies approved, it is not the buyer's.
-- A bought company may have been the buyer of another, and some have two parents.
create temp table of_group as
with above as (select source as id, target as head from edge where relation = 'subsidiary_of')
select id, id as head from group_of union select id, head from above union select a.id, b.head from above a join above b on b.id = a.head;
create temp table holder as
select distinct a.target as product, g.head
from edge h join entity n on n.id = h.target and (n.attributes ->> 'application_type') in ('NDA', 'BLA') join edge a on a.source = n.id and a.relation = 'approval_of'
join of_group g on g.id = h.source
where h.relation = 'holds' and h.origin <> 'Open Targets FDA approvals';
delete from edge
where edge.relation = 'develops' and edge.origin = 'Open Targets FDA approvals' and edge.source in (select source from edge where relation = 'subsidiary_of')
  and edge.target in (select product from holder)
  and not exists (from of_group g join holder h on h.head = g.head where g.id = edge.source and h.product = edge.target);
drop table holder; drop table of_group;

create temp table listed as
select distinct p.id, c.id as company from developer_fact v
join (select distinct id, fold(unnest(list_append(coalesce(aliases, []), name))) as key from entity where kind = 'product' and state = 'live') p on p.key = v.drug_key
join (select distinct id, org_key(unnest(list_append(coalesce(aliases, []), name))) as company_key from entity where kind = 'company' and state = 'live') c using (company_key)
qualify count(distinct p.id) over (partition by v.drug_key) = 1 and count(distinct c.id) over (partition by v.company_key) = 1;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select company, 'develops', id, 'biograph: its list of developers', 'company', 'product', 0.8 from listed
where (company, id) not in (select (source, target) from edge where relation = 'develops');
insert into proposal_applied select 'developer', id from listed;
drop table listed;

drop table group_of; drop table unowned; drop table part; drop table code; drop table numbered; drop table owner; drop table maker;
