-- stemmed (word, term) has been filled. A term is what is searched for; a posting says how much of an entity it is:
-- the saturated weight tf~ / (k1 + tf~) with k1 = 1.2, as a 16-bit fraction.

create temp table dictionary as
select s.word, coalesce(t.term, s.word) as term,
  dense_rank() over (order by coalesce(t.term, s.word))::integer as tid
from seen s left join stemmed t using (word);

create temp table posting_sum as
select (d.tid::bigint << 32) | b.rid as key, sum(o.weight) as tf
from (
  select rid, field, unnest(words) as word from bag
) b
join dictionary d on d.word = b.word
join occurrence o on o.rid = b.rid and o.field = b.field
where b.field < 4 or b.word not in (from stopword)
group by key;

drop table bag;
drop table occurrence;

create table graph.posting as
select (key >> 32)::integer as tid, (key & 2147483647)::integer as rid, round(65535 * tf / (1.2 + tf))::usmallint as impact
from posting_sum
order by key;

drop table posting_sum;

create table graph.term as
select key_hash(d.term) as h, d.term, d.tid, p.df, ln(1 + (n.entities - p.df + 0.5) / (p.df + 0.5))::float as idf, bool_or(s.protected) as protected
from dictionary d
join seen s using (word)
join (select tid, count(*)::integer as df from graph.posting group by tid) p using (tid)
cross join (select count(*) as entities from graph.entity) n
group by all
order by h;

-- The best 64 of every term that more than 4,096 entities carry, by impact, then row.
create table graph.posting_head as
select tid, (65535 - (k >> 32))::usmallint as impact, (k & 2147483647)::integer as rid
from (
  select tid, unnest(min(((65535 - impact)::bigint << 32) | rid, 64)) as k
  from graph.posting
  where tid in (select tid from graph.term where df > 4096)
  group by tid
)
order by tid, k;
