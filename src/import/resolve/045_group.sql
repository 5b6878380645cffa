-- Which company belongs to which: by the project's own list (0.97), and where a company's name says so (0.9), the parent being the one
-- company of that name.

create temp table company_root as
select r.record, coalesce(c.root, r.record) as root from record r left join component c using (record) where r.kind = 'company' and not r.removed;

create temp table head_root as
select h.head, min(c.root) as root, min(c.record) as record from head_name h join company_root c using (record) group by h.head having count(distinct c.root) = 1;

-- Whom the list has at the head of a group belongs to nobody, whatever a register of sponsors says of a namesake.
delete from staged_edge using known_as k, company_root c
where staged_edge.relation = 'subsidiary_of' and k.kind = 'company' and k.key = natural_key(staged_edge.source_key) and c.record = k.record and c.root in (select c.root from head_name join company_root c using (record));

create temp table one_called as
select o.name_key, min(c.root) as root, min(c.record) as record from org_name o join company_root c using (record)
where o.how = 'name' group by o.name_key having count(distinct c.root) = 1;

create temp table belongs as
select o.root, o.record, h.root as parent, h.record as parent_record, 0.97::double as confidence, 'company list' as origin, min(f.source) as source_record
from (select distinct org_match_key(name) as name_key, head, source from company_fact where relation = 'subsidiary') f
join (select distinct o.name_key, c.root, c.record from org_name o join company_root c using (record) where o.how = 'name') o using (name_key) join head_root h on h.head = f.head
where o.root not in (select root from head_root)
group by all
union all
select c.root, c.record, p.root, p.record, 0.9, row.source, row.name
from row join company_root c using (record) join one_called p on p.name_key = org_match_key(stated_parent(row.name))
where row.kind = 'company' and stated_parent(row.name) is not null;

insert into staged_edge by name
select 'company list' as recipe, record as source_key, 'subsidiary_of' as relation, parent_record as target_key, origin, max(confidence) as confidence, min(source_record) as source_record
from belongs b where root <> parent
  and not exists (select 1 from belongs o where o.root = b.parent and o.parent = b.root and o.confidence > b.confidence)
group by all;
drop table company_root; drop table head_root; drop table one_called; drop table belongs;
