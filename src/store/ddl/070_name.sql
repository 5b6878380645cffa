-- Type-ahead: every word of every name and alias, most prominent bearer first.

create temp table naming as
select rid, name from graph.entity
union
select r.rid, unnest(aliases) from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.aliases is not null;

-- Whole names, for exact matches and for what continues a typed phrase.
create table graph.full_name as
select left(name_key(n.name), 80) as key, coalesce(p.prominence, 2147483647)::integer as pos, rid
from naming n join graph.position p using (rid) where name_key(n.name) <> ''
group by all order by key, pos, rid;

create temp table named as
select left(word, 40) as word, coalesce(p.prominence, 2147483647)::integer as pos, rid
from (select rid, unnest(words(fold(name))) as word from naming) join graph.position p using (rid)
group by all;

drop table naming;

-- Words are numbered in their alphabetical order, so that a start is a range of numbers.
create table graph.word as
select word, row_number() over (order by word)::integer as wid, left(word, 5) as prefix, bearers
from (select word, count(*)::integer as bearers from named group by word)
order by word;

create table graph.name_word as
select wid, pos, rid from named join graph.word using (word) order by wid, pos, rid;

drop table named;
