delete from label where rid in (from affected);
insert into label from own.label;
