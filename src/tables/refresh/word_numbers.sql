-- If new words found no room, their neighbours were renumbered, in every table that refers to words by number.

create temp table word_moved as select wid, number from word_next n join renumbered r on r.key = n.rowid where wid <> 0;

delete from trigram where wid not in (select wid from word_next);
update trigram set wid = m.number from word_moved m where m.wid = trigram.wid;
update name_word set wid = m.number from word_moved m where m.wid = name_word.wid;

create or replace table word as
select word, coalesce(r.number, wid) as wid, left(word, 7) as prefix, df
from word_next n left join renumbered r on r.key = n.rowid
order by word;

create table own.word as from word where word in (select word from word_next where wid = 0);
