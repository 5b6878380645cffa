-- Organisations of one kind whose names are the same but for case, accents, punctuation and legal form are one
-- (identity_confidence 0.9), unless they carry different identifiers of one scheme: then they stay apart and are listed.
-- A singular and its plural are one word; a subsidiary's name has more words than its parent's and so stays apart.
-- A registry's short form (VALE) whose bearer is known is no name of a filer that nobody else speaks of.

create temp table vouched as
select coalesce(c.root, row.record) as root from row join record r using (record) left join component c on c.record = row.record
where r.kind = 'company' group by 1 having count(distinct row.recipe) > 1;

create temp table organisation as
with bearer as (
  select distinct o.record, o.kind, o.name_key, coalesce(c.root, o.record) as root, o.name, key_prefix(o.record) = 'fda_applicant' and c.root is not null as is_short
  from org_name o left join component c using (record) where o.how = 'name'
)
select * exclude (is_short) from bearer b
where not is_short or name_key not in (select name_key from bearer where kind = 'company' and key_prefix(record) = 'cik' and root not in (from vouched));

create temp table scheme_id as
select distinct coalesce(c.root, s.record) as root, s.scheme from scheme_of s left join component c using (record);

create temp table contested as
select distinct kind, name_key from (
  select o.kind, o.name_key, s.scheme
  from (select distinct kind, name_key, root from organisation) o join scheme_id s using (root)
  group by all having count(distinct o.root) > 1
);

insert into likeness
with namesake as (
  select o.*, t.name_key is not null as is_contested, o.root in (select root from scheme_id) as has_id
  from organisation o left join contested t using (kind, name_key)
), candidate as (select * from namesake where not (is_contested and has_id))
select f.record as a, c.record as b, 'normalised name' as rule, 0.9 as confidence
from candidate c
join (select kind, name_key, min(record) as record from candidate group by all having count(distinct root) > 1) f using (kind, name_key)
where c.record <> f.record;

insert into ambiguous
select o.kind, min(o.name) as name, list_sort(list(distinct o.record)) as keys
from organisation o join contested using (kind, name_key)
group by o.kind, o.name_key;
drop table vouched; drop table organisation; drop table scheme_id; drop table contested;
