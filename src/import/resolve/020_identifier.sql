-- Records that share a natural key, their own or one they state to be the same thing, are one entity (identity_confidence 1.0).

create table known_as as
select distinct record, kind, key, key = record as own from (
  select record, kind, unnest(list_append(coalesce(same, []), record)) as key
  from row join record using (record, kind)
);

create table link as
select distinct a.record as a, b.record as b, 'shared identifier' as rule, 1.0::double as confidence
from (
  select kind, key, min(record) as record from known_as
  where record in (select record from record where not removed)
  group by kind, key having count(distinct record) > 1
) a
join known_as b on b.kind = a.kind and b.key = a.key and b.record <> a.record
join record r on r.record = b.record and not r.removed;

-- What a source itself says is folded goes along with what it is folded into.
insert into link select record, folded_into, 'stated by the source', 1.0 from stated_fold;

-- The schemes whose identifiers tell two things apart: who carries different ones of one scheme is not one.
create temp table scheme_of as
select distinct record, key_prefix(key) as scheme from known_as
where key_prefix(key) in ('cik', 'ror', 'uei', 'lei', 'ticker', 'grid', 'isni', 'duns', 'fundref', 'orcid', 'hgnc', 'nda')
union select record, 'cik' from row where cik is not null
union select record, 'uei' from row where uei is not null
union select record, 'orcid' from row where orcid is not null;

-- What the rules below find alike, until it is settled.
create temp table likeness (a varchar, b varchar, rule varchar, confidence double);
create table ambiguous (kind varchar, name varchar, keys varchar[]);
