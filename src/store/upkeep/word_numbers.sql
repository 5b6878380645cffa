-- Where new words found no room, those beside them moved, in every table that knows them by number.

create temp table word_moved as
select w.wid, n.number from word w join word_number n on n.key = w.word;

update word set wid = n.number from word_number n where n.key = word.word;
insert into word
select n.word, w.number, left(n.word, 5), n.bearers from word_new n join word_number w on w.key = n.word order by n.word;

delete from trigram where wid in (from word_gone);
update trigram set wid = m.number from word_moved m where m.wid = trigram.wid;
update name_word set wid = m.number from word_moved m where m.wid = name_word.wid;
