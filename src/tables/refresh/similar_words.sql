-- As in a build, words with digits count for none.
delete from symspell_delete where prefix not in (
  select unnest([prefix, left(word, 4) || '*']) from word where not regexp_matches(word, '[0-9]')
);
insert into symspell_delete from own.symspell_delete where prefix not in (select prefix from symspell_delete);
insert into trigram from own.trigram;
drop table own.word;
create view own.word as from graph.word;
