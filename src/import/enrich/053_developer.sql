-- Who develops a drug that is not approved: the group, or the two, that develop its programs (0.85; 0.8), or else the one that sponsors all its
-- trials of companies, or three of four (0.8; of one trial, of a drug with a code, 0.75): hospitals and institutes test what others make. Sources state the developer of
-- a program, and of a product its holder. A substance that acts on nothing known and has no code (grapefruit juice) has no developer. A drug
-- without programs and trials, also one that is known in combinations alone (elexacaftor, VX-445), is of the company that numbers its compounds
-- so (vocabulary/codes.csv; 0.75).

create temp table group_of as
select c.id, coalesce(min(e.target), c.id) as head
from entity c left join edge e on e.source = c.id and e.relation = 'subsidiary_of' where c.kind = 'company' and c.state = 'live' group by c.id;
create temp table unowned as
select id, len(list_filter(list_append(coalesce(aliases, []), name), lambda n: is_drug_code(n))) > 0 as is_coded, coalesce(target, modality) is not null as is_known
from entity p where kind = 'product' and state = 'live' and coalesce(try_cast(attributes ->> 'max_phase' as integer), 0) < 4
  and coalesce(len(from_json(attributes -> 'approved_by', '["VARCHAR"]')), 0) = 0
  and id not in (select target from edge where relation in ('develops', 'approval_of'));

create temp table owner as
with told as (
  select p.id, d.source as company, g.head from unowned p join edge o on o.target = p.id and o.relation = 'program_of' join edge d on d.target = o.source and d.relation = 'develops' join group_of g on g.id = d.source
)
select id, company, case heads when 1 then 0.85 else 0.8 end as confidence, 'biograph: its program' as origin
from told join (select id, count(distinct head) as heads from told group by id) h using (id) where heads <= 2 group by all;
insert into owner
with test as (
  select p.id, p.is_coded, t.target as trial, s.source as company, g.head
  from unowned p join edge t on t.source = p.id and t.relation = 'tested_in' and coalesce(t.confidence, 1) >= getvariable('trusted')
  join edge s on s.target = t.target and s.relation = 'sponsors' join group_of g on g.id = s.source
  where (p.is_coded or p.is_known) and p.id not in (select id from owner)
), made as (select id, head, count(distinct trial) as trials from test group by all),
best as (select id, head, trials, sum(trials) over (partition by id) as trials_of_all from made qualify row_number() over (partition by id order by trials desc, head) = 1)
select t.id, t.company, case when b.trials > 1 then 0.8 else 0.75 end, 'biograph: the sponsor of its trials'
from best b join test t using (id, head) where 4 * b.trials >= 3 * b.trials_of_all and (b.trials > 1 or t.is_coded) group by all;

create temp table part as
select p.id from (select id, part_key(plain_words(name)) as key from entity where kind = 'product' and state = 'live' and target is not null and id not in (select target from edge where relation in ('develops', 'approval_of'))) p
where p.id not in (select id from owner) and p.key in (
  select part_key(unnest(active_parts(coalesce(attributes ->> 'generic', name)))) from entity where kind = 'product' and state = 'live' and len(active_parts(coalesce(attributes ->> 'generic', name))) > 1);

create temp table code as
select distinct id, upper(regexp_extract(said, '^([A-Za-z]{1,5})[- ]?(\d[\d-]*)[A-Z]?$', 1)) as letters, length(replace(regexp_extract(said, '^([A-Za-z]{1,5})[- ]?(\d[\d-]*)[A-Z]?$', 2), '-', '')) as digits
from (select id, unnest(list_append(coalesce(aliases, []), name)) as said from entity where id in (select id from unowned union select id from part) and id not in (select id from owner)) where is_drug_code(said);
insert into owner
select c.id, min(e.id), 0.75, 'biograph: its maker''s numbers'
from code c join vocabulary_codes v on v.letters = c.letters and c.digits between v.least_digits::integer and v.most_digits::integer
join entity e on e.kind = 'company' and e.state = 'live' and org_key(e.name) = org_key(v.company) group by c.id having count(distinct e.id) = 1;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select company, 'develops', id, origin, 'company', 'product', confidence from owner group by all;
insert into proposal_applied select 'developer', id from owner;
drop table group_of; drop table unowned; drop table part; drop table code; drop table owner;
