delete from symspell_delete where prefix not in (select prefix from word union all select left(word, 4) || '*' from word);
insert into symspell_delete from own.symspell_delete where prefix not in (select prefix from symspell_delete);
insert into trigram from own.trigram;
drop table own.word;
create view own.word as from graph.word;
