-- reads: bag, boost, dictionary, occurrence, stopword
-- refresh: by-difference

-- What each field adds to a word of an entity; several words may be one term, so that an entity may have a term more than once.
create temp table posting_part as
select row_key(d.tid, b.rid) as key, b.weight
from (
  select bag.rid, bag.field, o.weight, unnest(bag.words) as word
  from bag join occurrence o on o.rid = bag.rid and o.field = bag.field
) b
join (select word, tid, word in (from stopword) as is_stopword from dictionary) d on d.word = b.word
where b.field < 4 or not d.is_stopword;

drop table bag;
drop table occurrence;

create temp table boosted as from boost;
drop table boost;

-- The impact of a posting is the saturated weight tf~ / (k1 + tf~) with k1 = 1.2, times what a word counts in the kind and how known the entity
-- is, as a 16-bit fraction: saturation levels the boost of those that have a word often. A build sorts the parts and adds them up as it writes
-- them to a look-up file (src/lookups/postings.ts), since to group them here takes three times as long.
create temp view posting as
select tid, p.rid, round(65535 * tf / (1.2 + tf) * (text_share(p.rid) * case when is_boosted(p.rid) then known_share(coalesce(b.boost, 1)) else 1 end))::usmallint as impact
from (select key_number(key) as tid, key_rid(key) as rid, sum(weight) as tf from posting_part group by key) p left join boosted b on b.rid = p.rid;
