-- The words of `reweighed` entities, from the rows the generation keeps, beside those of the changed ones.

alter table bag rename to bag_changed;
alter table rid_of rename to rid_of_changed;
alter table own.entity rename to entity_changed;
alter table own.text_size rename to text_size_changed;
create table own.entity as from graph.entity semi join reweighed using (rid);
create temp table rid_of as select rid, id from own.entity;
create or replace temp view snapshot_entities as from graph.raw_entities where id in (select id::varchar from own.entity);
