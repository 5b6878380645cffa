-- Counts without the old words of the changed entities, and with their new ones (`heard`). Words keep their numbers.
create temp table word_next as
select word, coalesce(max(wid), 0) as wid, sum(df)::integer as df
from (
  select word, wid, df from word
  union all
  select word, null, df from heard
  union all
  select word, null, -count(*) from name_word join word using (wid) where rid in (select rid from replaced) group by word
)
group by word having sum(df) > 0
order by word;

drop table heard;
