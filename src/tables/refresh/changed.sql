-- What the changes affect in the generation that is refreshed. Runs before anything in it is changed.

-- Live rows that are removed, whether or not others replace them.
create temp table replaced as
select e.rid, e.id, kind_of(e.rid) as kind_no, e.slug from entity e where e.id in (select id::uuid from change_entities);

create temp view snapshot_entities as from change_entities order by kind, id;
create temp view snapshot_provenance as from change_provenance;

attach ':memory:' as own;
create table own.kind as from graph.kind;
create table own.release as from graph.release;
create table own.relation as from graph.relation;
create view own.disease_of_name as from graph.disease_of_name;
create view own.disease_lineage as from graph.disease_lineage;
create view own.order_key as from graph.order_key;

create temp table protected_before as select distinct word from protected_word;
