-- Turns rows into records: one for each natural key, over all recipes.

create temp table place as
select r, row_number() over (order by key, priority desc, recipe, name, row_hash) as rid
from (select min(rowid) as r, key, priority, recipe, name, row_hash from staged group by key, priority, recipe, name, row_hash);

create table row as
select
  rid, key as record, merged_into as into_record, list_distinct(same_as) as same,
  * exclude (key, same_as, merged_into, r, rid)
from staged join place on place.r = staged.rowid;
drop table staged; drop table place;

-- A legal form alone is not a name.
insert into reject
select recipe, 'entities', null, null, 'the name is only a form of company', name, to_json({key: record, name: name})::varchar
from row where kind = 'company' and regexp_matches(plain_words(name), '^' || legal_forms() || '$');
delete from row where kind = 'company' and regexp_matches(plain_words(name), '^' || legal_forms() || '$');

-- A key stands for one thing, so it has one kind: that of its first row by priority.
create table record as
select
  record, min_by(kind, {priority: -priority, kind: kind}) as kind, key_strength(record) as strength,
  bool_and(coalesce(removed, false)) as removed,
  -- If sources disagree, the one with the higher priority wins, whatever its name.
  min_by(into_record, {priority: -priority, key: into_record}) filter (where into_record is not null and into_record <> record) as into_record
from row group by record;

insert into reject
select row.recipe, 'entities', null, null, 'the key belongs to another kind',
  record.record || ' is a ' || record.kind, to_json({key: record.record, kind: row.kind, name: row.name})::varchar
from row join record using (record) where row.kind <> record.kind;
delete from row using record where row.record = record.record and row.kind <> record.kind;

-- A merge into itself through others, or into a missing record, cannot be followed.
create table stated_fold as
with recursive walk using key (record) as (
  select record, into_record as at, 1 as steps from record where into_record is not null
  union
  select w.record, r.into_record, w.steps + 1 from walk w join record r on r.record = w.at
  where r.into_record is not null and w.steps < 64
)
select w.record, r.into_record as folded_into,
  case when w.steps >= 64 then 'merged_into leads in a circle'
    when t.record is null then 'merged_into names an unknown entity'
    when t.kind <> r.kind then 'merged_into names an entity of another kind' end as problem
from walk w join record r using (record) left join record t on t.record = r.into_record;

insert into reject
select (select min(recipe) from row where row.record = f.record), 'entities', null, null, problem, f.folded_into,
  to_json({key: f.record, merged_into: f.folded_into})::varchar
from stated_fold f where problem is not null;
delete from row using stated_fold f where row.record = f.record and f.problem is not null;
delete from record using stated_fold f where record.record = f.record and f.problem is not null;
delete from stated_fold where problem is not null or folded_into not in (select record from record);
update record set into_record = null where record not in (select record from stated_fold);
