-- Codes and symbols of targets that were added or removed, and the whole set for the statements that split words.
create temp table protected_changed as
(from protected_before except select word from protected_word)
union all
(select word from protected_word except from protected_before);

delete from own.protected_word;
insert into own.protected_word from protected_word;
