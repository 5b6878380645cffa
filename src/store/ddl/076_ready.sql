-- Starts of one to four letters that thousands of names share: their best 25, over all kinds and within each.

create temp table hot as
select left(word, n) as start
from word, range(1, 5) as r(n)
where length(word) >= n
group by start having sum(bearers) > 3000;

-- The best of every word first, so that the frequent words weigh no more than the rare ones. A name may carry a start
-- in several words, hence more than 25.
create temp table best_of_word as
select word, kind_of(rid) as scope, arg_min({pos: pos, rid: rid}, pos, 64) as best
from name_word join word using (wid)
where left(word, 1) in (from hot)
group by all;

create table ready as
with
started as (
  select distinct left(word, n) as start, scope, unnest(best) as b from best_of_word, range(1, 5) as r(n)
  where length(word) >= n and left(word, n) in (from hot)
),
scoped as (
  select scope, start, b.pos as pos, b.rid as rid from started
  union all
  select distinct 0, start, b.pos, b.rid from started
),
best as (
  select scope, start, rid, row_number() over (partition by scope, start order by pos, rid) as place
  from scoped
)
select scope || ':' || start as key, list(rid order by place) as rids
from best where place <= 25
group by scope, start
order by key;

drop table hot;
drop table best_of_word;
