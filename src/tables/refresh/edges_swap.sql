drop table relation_count;
delete from edge_in where rowid in (select i.rowid from edge_in i semi join edge_dead using (src, rel, dst));
delete from edge_out where rowid in (select row from edge_dead);
insert into edge_out from own.edge_out;
insert into edge_in from own.edge_in;
