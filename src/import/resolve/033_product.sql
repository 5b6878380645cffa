-- Products of one substance are one: by its nonproprietary name, whatever salt it is given as (0.9). A combination is the set
-- of its substances. Where one name, salt included, stands for several ChEMBL ids it stands for several substances: what carries an
-- id stays apart from what carries another, and is listed.

create temp table said as
select distinct r.record, coalesce(attributes::json ->> 'generic', name) as said
from row join record r using (record)
where r.kind = 'product' and not r.removed and coalesce(product_family, 'therapeutic') = 'therapeutic' and not is_stub(name, record);
create temp table substance_name as select said, substance_key(said) as name_key, plain_words(said) as full_name from (select distinct said from said);
create temp table substance as
select s.record, coalesce(c.root, s.record) as root, n.name_key, n.full_name, s.said
from said s join substance_name n using (said) left join component c using (record)
where length(n.name_key) >= 4;

create temp table chembl as
select distinct coalesce(c.root, k.record) as root from known_as k left join component c using (record) where key_prefix(k.key) = 'chembl';

create temp table contested_substance as
select distinct name_key from substance join chembl using (root) group by name_key, full_name having count(distinct root) > 1;

insert into ambiguous
select 'product', min(said), list_sort(list(distinct record)) from substance join contested_substance using (name_key) group by name_key;

insert into likeness
select f.record, s.record, 'substance name', 0.9
from substance s join (select name_key, min(record) as record from substance group by name_key having count(distinct root) > 1) f using (name_key)
where s.record <> f.record and name_key not in (select name_key from contested_substance);

drop table said; drop table substance_name; drop table substance; drop table chembl; drop table contested_substance;
