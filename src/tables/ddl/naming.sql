-- reads: entity, kind, rid_of, snapshot_entities
-- refresh: by-key

-- The names and aliases of every entity, their words, and the number of entities with each.

-- A name may come twice; what is made of it is grouped.
create temp table naming as
select rid, name, true as is_name from entity
union all
select r.rid, unnest(aliases), false from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.aliases is not null
union all
select rid, target_symbol, false from entity
where target_symbol is not null and kind_of(rid) = (select kind_no from kind where kind = 'target');

-- A code joined by punctuation is also found without it: PD-L1 as pdl1.
create temp table titled as
select left(key, 80) as key, rid, bool_or(is_name) as is_name
from (
  select name_key(name) as key, rid, is_name from naming
  union all
  select marked(fold(name))[1], rid, is_name from naming
  where regexp_full_match(name, '[\p{L}\p{N}]+([-/+.''’‐-―][\p{L}\p{N}]+)+')
)
where key <> '' group by all;

-- The rung of a word: 2 first word of a name, 3 first word of an alias, 4 a later word.
create temp table spelled as
with said as (select rid, is_name, fold(name) as text from naming),
listed as (
  select rid, is_name, words(text) as w,
    case when regexp_matches(text, '^[^\p{L}\p{N}]*[\p{L}\p{N}]+[-/+.''’‐-―][\p{L}\p{N}]') then marked(text)[1] end as run
  from said
)
select left(word, 40) as word, rid, min(case when word = first or word = run then case when is_name then 2 else 3 end else 4 end)::utinyint as rung
from (select rid, is_name, w[1] as first, run, unnest(w) as word from listed)
group by all;

drop table naming;

create temp table heard as select word, count(*)::integer as df from spelled group by word;
