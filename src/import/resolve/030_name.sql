-- Organisations of one kind whose names are the same but for case, accents, punctuation and legal form are one
-- (identity_confidence 0.9), unless they carry different identifiers of one scheme: then they stay apart and are listed.
-- A singular and its plural are one word; a subsidiary's name has more words than its parent's and so stays apart.
-- A registry's short form (LILLY) is a name only where nothing says whose it is.

create temp table organisation as
select distinct r.record, r.kind, org_match_key(row.name) as name_key, coalesce(c.root, r.record) as root, row.name
from row join record r using (record) left join component c using (record)
where r.kind in ('company', 'institution', 'funder') and not r.removed and not is_stub(row.name, r.record)
  and not (key_prefix(r.record) = 'fda_applicant' and c.root is not null);

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
drop table organisation; drop table scheme_id; drop table contested;
