-- Names and words that stay: `titled` and `spelled` hold those of the changed entities.

insert into titled select key, rid from full_name where rid not in (select rid from touched);

create temp table heard_changed as
select word, sum(n) as n
from (
  from heard
  union all
  select w.word, -count(*) from name_word n join word w using (wid) where n.rid in (select rid from touched) group by w.word
) as t(word, n)
group by word;

drop table heard;

create temp table heard as
select word, bearers from word where word not in (select word from heard_changed)
union all
select word, (c.n + coalesce(w.bearers, 0))::integer from heard_changed c left join word w using (word)
where c.n + coalesce(w.bearers, 0) > 0;

create temp table word_before as select word, wid from word;
drop table word;
