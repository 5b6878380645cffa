-- reads: seen, stemmed
-- refresh: by-difference

-- stemmed (word, term) has been filled. A term is what is searched for.

create temp table dictionary as
select s.word, coalesce(t.term, s.word) as term,
  dense_rank() over (order by coalesce(t.term, s.word))::integer as tid
from seen s left join stemmed t using (word);

drop table stemmed;
drop table seen;
