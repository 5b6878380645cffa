-- The names of organisations in the form for comparison; a name that states an owner counts without it. And the
-- companies and institutions of the project's own lists: a record with one of their names is that company or that institution
-- (0.97), unless it has another number of its registry (CIK, ROR) or, an institution, is stated to be in another country.

create table org_name as
select distinct record, kind, name, how, org_match_key(name) as name_key from (
  select r.record, r.kind, case r.kind when 'company' then own_name(row.name) when 'institution' then site_free(row.name) else row.name end as name, 'name' as how
  from row join record r using (record) where not is_stub(row.name, r.record)
  union all select r.record, r.kind, other_name_of(row.name), 'other' from row join record r using (record) where r.kind = 'company' and regexp_matches(row.name, '(?i)d/?b/?a|doing business|formerly|f/?k/?a|previously')
  union all select r.record, r.kind, unnest(row.aliases), 'alias' from row join record r using (record)
  union all select r.record, r.kind, n.name, 'alias' from (select record, kind, unnest(names) as n from row) r
) where kind in ('company', 'institution', 'funder') and name is not null and record in (select record from record where not removed)
  -- A legal form, a place or a type of institution is not a name.
  and not regexp_matches(plain_words(name), '^(' || legal_forms() || '( |$))*$');

create temp table fact_name as
select name_key, min(head) as head, min(cik) as cik from (
  select org_match_key(name) as name_key, head, cik from company_fact where relation = 'name'
  union select org_match_key(head), head, cik from company_fact
) group by name_key having count(distinct head) = 1;

create temp table of_head as
select distinct f.head, o.record, coalesce(c.root, o.record) as root, f.cik
from org_name o join fact_name f using (name_key) left join component c using (record)
where o.kind = 'company' and o.how = 'name'
union
select f.head, r.record, coalesce(c.root, r.record), f.cik from (select distinct head, cik from company_fact where cik is not null) f
join record r on r.record = 'cik:' || f.cik left join component c using (record);

-- A head without a number in the list is the only filer with its name, if there is one.
create temp table numbered as
select distinct h.head, h.root, v.value = coalesce('cik:' || h.cik, v.value) as fits from of_head h
join (select coalesce(c.root, v.record) as root, v.value from scheme_value v left join component c using (record) where v.scheme = 'cik') v using (root);
delete from of_head using numbered n where n.head = of_head.head and n.root = of_head.root
  and (not n.fits or (of_head.cik is null and (select count(distinct root) from numbered m where m.head = n.head) > 1));

insert into likeness
select min(record) over (partition by head), record, 'list of companies', 0.97 from of_head
qualify record <> min(record) over (partition by head);
-- The names in the list, used when an entity is named.
create table head_name as select distinct head, record from of_head;
drop table fact_name; drop table of_head; drop table numbered;

-- Patents name an institution by its legal name (President and Fellows of Harvard College).
create temp table fact_land as
select record, min(land_key(stated_country(row.name, attributes))) as land from row join record r using (record)
where r.kind = 'institution' and stated_country(row.name, attributes) is not null
group by record having count(distinct land_key(stated_country(row.name, attributes))) = 1;
insert into likeness
select distinct f.record, o.record, 'list of institutions', 0.97
from (select distinct record, org_match_key(name) as name_key from institution_fact) f join org_name o using (name_key)
where o.kind = 'institution' and o.how = 'name' and f.record in (select record from record)
  and o.record not in (select record from scheme_of where scheme = 'ror')
  and not exists (from fact_land a join fact_land b on a.record = f.record and b.record = o.record and a.land <> b.land)
qualify count(distinct f.record) over (partition by o.record) = 1;
drop table fact_land;
