-- Starts of words that came: their forms are made by the build's own statement. Those of starts that went go.

create temp table start_after as select distinct prefix from word where length(prefix) >= 3 and not regexp_matches(word, '[0-9]');
create temp table start_before as select distinct prefix from symspell_delete;

delete from symspell_delete where prefix in (select prefix from start_before except from start_after);
create table own.word as select * from graph.word where prefix in (from start_after except from start_before);
