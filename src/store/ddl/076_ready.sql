-- Starts of one to four letters that thousands of names share: their best 25, over all kinds and within each.

create temp table hot as
select left(word, n) as start
from word, range(1, 5) as r(n)
where length(word) >= n
group by start having sum(bearers) > 3000;

-- Place and row in one number. Each bears a word once, so the best 25 of a word are 25 entities; the best of a start are among the best
-- of the starts one letter longer and of the word that ends there.
create temp table best_of_word as
select word, scope, best
from (select wid, kind_of(rid)::utinyint as scope, min((pos::bigint << 32) | rid, 25) as best from name_word group by all) join word using (wid)
where left(word, 1) in (from hot);

create or replace macro best_of(lists) as list_slice(list_sort(list_distinct(flatten(lists))), 1, 25);

create temp table best_of_4 as
select left(word, 4) as start, scope, best_of(list(best)) as best from best_of_word where length(word) >= 4 group by all;
create temp table best_of_3 as
select left(start, 3) as start, scope, best_of(list(best)) as best
from (from best_of_4 union all from best_of_word where length(word) = 3) group by all;
create temp table best_of_2 as
select left(start, 2) as start, scope, best_of(list(best)) as best
from (from best_of_3 union all from best_of_word where length(word) = 2) group by all;
create temp table best_of_1 as
select left(start, 1) as start, scope, best_of(list(best)) as best
from (from best_of_2 union all from best_of_word where length(word) = 1) group by all;

create table ready as
with best as (
  select start, scope, best
  from (from best_of_1 union all from best_of_2 union all from best_of_3 union all from best_of_4)
  where start in (from hot)
)
select scope || ':' || start as key, list_transform(best, lambda x: (x & 4294967295)::integer) as rids
from (
  from best
  union all
  select start, 0, best_of(list(best)) from best group by start
)
order by key;

drop table hot;
drop table best_of_word;
drop table best_of_1;
drop table best_of_2;
drop table best_of_3;
drop table best_of_4;
