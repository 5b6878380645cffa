-- reads: dictionary, posting, posting_sum, protected_word
-- refresh: by-difference

-- Terms, with the number of entities that contain each.
create table term as
select d.term, d.tid, p.df, d.term in (select word from protected_word) as protected
from (select distinct term, tid from dictionary) d
join (select tid, count(*)::integer as df from posting group by tid) p using (tid)
order by d.term;

drop view posting;
drop table posting_sum;
drop table dictionary;
