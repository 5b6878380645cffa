-- reads: word
-- refresh: by-difference

-- Trigrams of the words of names, to find similar words. Blanks mark the ends of a word, as in PostgreSQL's pg_trgm.
create table trigram as
select distinct substr(padded, place, 3) as gram, wid
from (
  select wid, '  ' || word || ' ' as padded, unnest(range(1, length(word) + 2)) as place
  from word where length(word) between 4 and 32
)
order by gram, wid;
