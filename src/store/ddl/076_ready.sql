-- Starts of one to four letters that thousands of names share: their best 25, over all kinds and within each.

create temp table hot as
select left(word, n) as start
from word, range(1, 5) as r(n)
where length(word) >= n
group by start having sum(bearers) > 3000;

-- The longest of them that each word starts with; the shorter ones of it are among them too.
create temp table hot_of as
select wid, max(left(word, n)) as start from word, range(1, 5) as r(n) where left(word, n) in (from hot) group by wid;

-- Place and row in one number. Who bears several words of a start stands there several times: 64 hold 25 others but for odd names.
create temp table best_64 as
select start, kind_of(rid)::utinyint as scope, min((pos::bigint << 32) | rid, 64) as best, count(*) as n
from name_word join hot_of using (wid) group by all;

create temp table best_found as select start, scope, list_sort(list_distinct(best)) as best, n from best_64;

create temp table crowded as
select wid, start, scope from best_found join hot_of using (start) where len(best) < 25 and n > 64;

create or replace macro best_of(lists) as list_slice(list_sort(list_distinct(flatten(lists))), 1, 25);

-- The best of a start are among the best of its words that have no longer one, and of the starts one letter longer.
create temp table best_alone as
select start, scope, best[:25] as best from best_found where len(best) >= 25 or n <= 64
union all
select start, scope, min(key, 25)
from (
  select distinct start, scope, (pos::bigint << 32) | rid as key
  from name_word n join crowded c on c.wid = n.wid and c.scope = kind_of(n.rid)
)
group by all;

create temp table best_of_4 as from best_alone where length(start) = 4;
create temp table best_of_3 as
select left(start, 3) as start, scope, best_of(list(best)) as best
from (from best_of_4 union all from best_alone where length(start) = 3) group by all;
create temp table best_of_2 as
select left(start, 2) as start, scope, best_of(list(best)) as best
from (from best_of_3 union all from best_alone where length(start) = 2) group by all;
create temp table best_of_1 as
select left(start, 1) as start, scope, best_of(list(best)) as best
from (from best_of_2 union all from best_alone where length(start) = 1) group by all;

create table ready as
with best as (
  from best_of_1 union all from best_of_2 union all from best_of_3 union all from best_of_4
)
select scope || ':' || start as key, list_transform(best, lambda x: (x & 4294967295)::integer) as rids
from (
  from best
  union all
  select start, 0, best_of(list(best)) from best group by start
)
order by key;

drop table hot;
drop table hot_of;
drop table best_64;
drop table best_found;
drop table crowded;
drop table best_alone;
drop table best_of_1;
drop table best_of_2;
drop table best_of_3;
drop table best_of_4;
