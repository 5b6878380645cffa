-- Words that come, go, or are borne by more or fewer: `spelled` and `heard` hold those of the changed entities.

create temp table heard_change as
select word, sum(n)::integer as n
from (
  from heard
  union all
  select w.word, -count(*) from name_word n join word w using (wid) where n.rid in (select rid from replaced) group by w.word
) as t(word, n)
group by word having sum(n) <> 0;

drop table heard;

update word set df = df + c.n from heard_change c where c.word = word.word;
create temp table word_gone as select wid from word where df = 0;
delete from word where df = 0;
create temp table word_new as select word, n as df from heard_change anti join word using (word) where n > 0;

create temp table word_next as
select word, wid from (select word, wid from word union all select word, 0 from word_new) order by word;
