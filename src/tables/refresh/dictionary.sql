-- Existing terms keep their numbers; new terms get the numbers after them.
create temp table dictionary as
select s.word, s.term, coalesce(t.tid, top + dense_rank() over (partition by t.tid is null order by s.term))::integer as tid
from (select s.word, coalesce(t.term, s.word) as term from seen s left join stemmed t using (word)) s
left join term t on t.term = s.term
cross join (select coalesce(max(tid), 0) as top from term);

drop table stemmed;
drop table seen;

create temp table called as select distinct term, tid from dictionary;
