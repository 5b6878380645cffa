-- reads: posting, term
-- refresh: full

-- The champion list of each term that more than 4,096 entities contain: its best 64 postings, by impact, then row.
create table champion as
select tid, (65535 - key_number(k))::usmallint as impact, key_rid(k) as rid
from (
  select tid, unnest(min(row_key(65535 - impact, rid), 64)) as k
  from posting
  where tid in (select tid from term where df > 4096)
  group by tid
)
order by tid, k;
