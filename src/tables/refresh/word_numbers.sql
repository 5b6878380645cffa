-- Where new words found no room, those beside them moved, in every table that knows them by number.

create temp table word_number as select n.word, n.wid, r.number from word_next n join renumbered r on r.key = n.rowid;
create temp table word_moved as from word_number where wid <> 0;

update word set wid = m.number from word_moved m where m.word = word.word;
insert into word
select n.word, w.number, left(n.word, 5), n.df from word_new n join word_number w using (word) order by n.word;

delete from trigram where wid in (from word_gone);
update trigram set wid = m.number from word_moved m where m.wid = trigram.wid;
update name_word set wid = m.number from word_moved m where m.wid = name_word.wid;
