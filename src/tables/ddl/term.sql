-- reads: dictionary, posting, protected_word
-- refresh: by-difference

-- Terms by hash, with the number of entities that contain each.
create table term as
select key_hash(d.term) as h, d.term, d.tid, p.df, d.term in (select word from protected_word) as protected
from (select distinct term, tid from dictionary) d
join (select tid, count(*)::integer as df from posting group by tid) p using (tid)
order by h;

drop table dictionary;
