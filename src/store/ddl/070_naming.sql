-- The names and aliases of every entity, their words, and how many entities bear each.

create temp table naming as
select rid, name from entity
union
select r.rid, unnest(aliases) from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.aliases is not null;

create temp table titled as
select distinct left(name_key(name), 80) as key, rid from naming where name_key(name) <> '';

create temp table spelled as
select distinct left(word, 40) as word, rid from (select rid, unnest(words(fold(name))) as word from naming);

drop table naming;

create temp table heard as select word, count(*)::integer as bearers from spelled group by word;
