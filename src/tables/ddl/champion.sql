-- reads: posting, term
-- refresh: full

-- The champion list of each term that more than 4,096 entities contain: its best 64 postings, by impact, then row.
create table champion as
select tid, (65535 - (k >> 32))::usmallint as impact, (k & 2147483647)::integer as rid
from (
  select tid, unnest(min(((65535 - impact)::bigint << 32) | rid, 64)) as k
  from posting
  where tid in (select tid from term where df > 4096)
  group by tid
)
order by tid, k;
