-- reads: bag, dictionary, occurrence, stopword
-- refresh: by-difference

-- The impact of a posting is the saturated weight tf~ / (k1 + tf~) with k1 = 1.2, as a 16-bit fraction.

create temp table posting_sum as
select row_key(d.tid, b.rid) as key, sum(o.weight) as tf
from (
  select rid, field, unnest(words) as word from bag
) b
join dictionary d on d.word = b.word
join occurrence o on o.rid = b.rid and o.field = b.field
where b.field < 4 or b.word not in (from stopword)
group by key;

drop table bag;
drop table occurrence;

-- Written to a look-up file, not stored as a table.
create temp view posting as
select key_number(key) as tid, key_rid(key) as rid, round(65535 * tf / (1.2 + tf))::usmallint as impact from posting_sum;
