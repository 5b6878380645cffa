-- Both together, and everything under its name again.

insert into bag from bag_changed;
insert into own.text_size from own.text_size_changed;
drop table bag_changed;
drop table own.text_size_changed;
drop table own.entity;
drop table rid_of;
alter table own.entity_changed rename to entity;
alter table rid_of_changed rename to rid_of;
create or replace temp view snapshot_entities as from change_entities order by kind, id;
