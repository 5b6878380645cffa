-- reads: full_name, kind, name_word, word
-- refresh: full

-- Prefixes of one to five letters that thousands of names share: the best 25 matches in type-ahead order, over all
-- kinds (scope 0) and within each.

create temp table hot as
select left(word, n) as start
from word, range(1, 6) as r(n)
where length(word) >= n
group by start having sum(df) > 3000;

-- The longest of these prefixes that each word starts with; it includes the shorter ones.
create temp table hot_of as
select wid, max(left(word, n)) as start from word, range(1, 6) as r(n) where left(word, n) in (from hot) group by wid;

-- An entity with several matching words occurs several times: 64 matches hold 25 entities except in rare cases.
create temp table best_64 as
select start, kind_of(rid)::utinyint as scope, min(match_key(rung, work_of(rid), order_key, rid), 64) as best, count(*) as n
from name_word join hot_of using (wid) group by all;

create temp table best_found as
select start, scope, n, list(key order by key) as best
from (select start, scope, n, min(key) as key from (select start, scope, n, unnest(best) as key from best_64) group by start, scope, n, matched_rid(key))
group by all;

create temp table crowded as
select wid, start, scope from best_found join hot_of using (start) where len(best) < 25 and n > 64;

create temp table best_alone as
select start, scope, unnest(best[:25]) as key from best_found where len(best) >= 25 or n <= 64
union all
select start, scope, unnest(min(key, 25))
from (
  select start, scope, min(match_key(rung, work_of(rid), order_key, rid)) as key
  from name_word n join crowded c on c.wid = n.wid and c.scope = kind_of(n.rid)
  group by start, scope, rid
)
group by all;

-- The best matches of a prefix are among those of its words without a longer prefix, and those of prefixes one letter
-- longer.
create or replace temp macro best_of(letters, longer) as table
select start, scope, unnest(min(key, 25)) as key
from (
  select start, scope, min(key) as key
  from (
    from query_table(longer)
    union all from best_alone where length(start) = letters
  ) as t(start, scope, key)
  group by start, scope, matched_rid(key)
)
group by start, scope;

create temp table best_of_5 as from best_alone where length(start) = 5;
create temp table shortened as select left(start, 4), scope, key from best_of_5;
create temp table best_of_4 as from best_of(4, 'shortened');
create or replace temp table shortened as select left(start, 3), scope, key from best_of_4;
create temp table best_of_3 as from best_of(3, 'shortened');
create or replace temp table shortened as select left(start, 2), scope, key from best_of_3;
create temp table best_of_2 as from best_of(2, 'shortened');
create or replace temp table shortened as select left(start, 1), scope, key from best_of_2;
create temp table best_of_1 as from best_of(1, 'shortened');

-- Includes entities whose whole name is the prefix, which come first.
create temp table matched as
select start, scope, bool_and(is_below) as is_below, min_by(key, (is_below, key)) as key
from (
  select *, true as is_below
  from (from best_of_1 union all from best_of_2 union all from best_of_3 union all from best_of_4 union all from best_of_5)
  union all
  select h.start, kind_of(f.rid)::utinyint, match_key(2, work_of(f.rid), f.order_key, f.rid), false
  from hot h join full_name f on f.key = h.start
) as t(start, scope, key, is_below)
group by start, scope, matched_rid(key);

-- The rest comes after all of these, whatever its rung.
create temp table arranged as
with led as (
  select start, max(key) as last from matched join kind on kind_no = scope where part = 'leads' and is_below group by start
)
select 0 as scope, start, key, is_below, part = 'follows' and is_below as follows,
  case when part = 'follows' and is_below then greatest(key, coalesce(l.last, key)) else key end as place
from matched join kind on kind_no = scope left join led l using (start)
union all
select scope, start, key, is_below, false, key from matched;

create table prefix_top as
select scope || ':' || start as key, (list(matched_rid(key) order by is_below, place, follows, key))[:25] as rids
from arranged
group by scope, start
order by all;

drop table hot;
drop table hot_of;
drop table best_64;
drop table best_found;
drop table crowded;
drop table best_alone;
drop table shortened;
drop table best_of_1;
drop table best_of_2;
drop table best_of_3;
drop table best_of_4;
drop table best_of_5;
drop table matched;
drop table arranged;
