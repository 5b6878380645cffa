-- Codes of removed entities stay in place, because sixteen rows share a word of codes.
drop index if exists embedding_rid;
delete from embedding where rid in (from ended);
insert into embedding from embedding_moved;
insert into embedding_gone from ended where (select share from embedding_about) is not null;
create unique index embedding_rid on embedding (rid);
update embedding_about set entities = (select count(*) from embedding);
