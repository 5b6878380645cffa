-- Records that share a natural key, their own or one they state to be the same thing, are one entity
-- (identity_confidence 1.0), unless the statement is distrusted: then the key leads only to the others, and is
-- reported.

delete from known_as using distrusted d where known_as.record = d.record and known_as.key = d.key;

create table link as
select distinct a.record as a, b.record as b, 'shared identifier' as rule, 1.0::double as confidence
from (
  select kind, key, min(record) as record from known_as
  where record in (select record from record where not removed)
  group by kind, key having count(distinct record) > 1
) a
join known_as b on b.kind = a.kind and b.key = a.key and b.record <> a.record
join record r on r.record = b.record and not r.removed;

insert into link select record, key, 'same name in two registries', 0.95 from registry_twin
where (record, key) not in (select (record, key) from distrusted) and record in (select record from record where not removed) and key in (select record from record where not removed);

-- A record that its own source merged follows the record it was merged into.
insert into link select record, folded_into, 'stated by the source', 1.0 from stated_fold;

delete from scheme_value using distrusted d where scheme_value.record = d.record
  and (scheme_value.scheme, scheme_value.value) in (select (scheme, value) from telling_value where key = d.key)
  and not exists (select 1 from known_as k join telling_value v using (key, kind) where k.record = d.record and v.scheme = scheme_value.scheme and v.value = scheme_value.value);

-- The schemes whose identifiers distinguish two things: entities with different ones of a scheme are not merged. The
-- value states when two identifiers mean the same thing.
create temp table scheme_of as
select distinct record, key_prefix(key) as scheme, null::varchar as value from known_as
where key_prefix(key) in ('uei', 'ticker', 'grid', 'isni', 'duns', 'fundref') and not (kind = 'funder' and key_prefix(key) = 'fundref')
union select record, 'uei', null from row where uei is not null
union select record, scheme, value from scheme_value;

-- The matches of the rules below, until they are settled.
create temp table likeness (a varchar, b varchar, rule varchar, confidence double);
create table ambiguous (kind varchar, name varchar, keys varchar[]);
create table distrusted_identifier as
select r.kind, d.key, min(row.name) as name, d.record, list_sort(list(distinct k.record) filter (where k.record is not null)) as held_by
from distrusted d join record r using (record) join row using (record) left join known_as k on k.key = d.key and k.kind = r.kind
group by r.kind, d.key, d.record;
drop table tied; drop table registry_twin; drop table registry_name; drop table drugbank_salt; drop table unii_salt; drop table stated_link; drop table chembl_name; drop table telling; drop table moiety_of; drop table suspect; drop table suspect_record; drop table called_in; drop table suspect_statement; drop table doubtful; drop table carries; drop table distrusted; drop table telling_value;
