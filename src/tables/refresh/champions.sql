delete from champion where tid in (select tid from term_changed);
insert into champion from own.champion;
