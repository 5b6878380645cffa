-- reads: boosted, dictionary, posting, posting_count, posting_part, protected_word
-- refresh: by-difference

-- Terms, with the number of entities that contain each.
create table term as
select d.term, d.tid, p.df, d.term in (select word from protected_word) as protected
from (select distinct term, tid from dictionary) d
join posting_count p using (tid)
order by d.term;

drop view posting;
drop table posting_part;
drop table boosted;
drop table posting_count;
drop table dictionary;
