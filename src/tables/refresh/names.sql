delete from full_name where rid in (select rid from replaced);
delete from name_word where rid in (select rid from replaced);
update full_name set order_key = or_last(m.prominence) from moved m where m.rid = full_name.rid;
update name_word set order_key = or_last(m.prominence) from moved m where m.rid = name_word.rid;
insert into full_name from own.full_name;
insert into name_word from own.name_word;
