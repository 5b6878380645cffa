-- reads: seen, stemmed
-- refresh: by-difference

-- Requires stemmed (word, term). A term is the form of a word that is indexed and searched.

create temp table dictionary as
select s.word, coalesce(t.term, s.word) as term,
  dense_rank() over (order by coalesce(t.term, s.word))::integer as tid
from seen s left join stemmed t using (word);

drop table stemmed;
drop table seen;
