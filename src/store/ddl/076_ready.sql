-- Starts of one to four letters that thousands of names share: their best 25, over all kinds and within each.

create table graph.ready as
with
start as (
  select left(word, n) as start, rid, min(pos) as pos
  from (select word, rid, pos, unnest(range(1, least(length(word), 4) + 1)) as n from graph.name_word)
  group by all
),
scoped as (
  select 0 as scope, * from start
  union all
  select kind_of(rid), * from start where start in (select start from start group by start having count(*) > 3000)
),
best as (
  select scope, start, rid, pos,
    row_number() over (partition by scope, start order by pos, rid) as place
  from scoped
  where start in (select start from start group by start having count(*) > 3000)
)
select scope || ':' || start as key, list(rid order by place) as rids
from best where place <= 25
group by scope, start
order by key;
