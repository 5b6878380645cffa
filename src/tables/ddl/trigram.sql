-- reads: word
-- refresh: by-difference

-- Which words of names have three letters in a row in common: what looks alike without being the same word.
-- Blanks before and after stand for the ends, as in PostgreSQL's pg_trgm.
create table trigram as
select distinct substr(padded, place, 3) as gram, wid
from (
  select wid, '  ' || word || ' ' as padded, unnest(range(1, length(word) + 2)) as place
  from word where length(word) between 4 and 32
)
order by gram, wid;
