-- Products of one substance are one: by its nonproprietary name, whatever salt it is given as (0.9). A combination is the set
-- of its substances. Where one name, salt included, stands for several ChEMBL ids it stands for several substances: what carries an
-- id stays apart from what carries another, and is listed.

create temp table substance as
select distinct r.record, coalesce(c.root, r.record) as root, substance_key(said) as name_key, plain_words(said) as full_name, said
from (select record, coalesce(attributes::json ->> 'generic', name) as said from row where coalesce(product_family, 'therapeutic') = 'therapeutic' and not is_stub(name, record)) row
join record r using (record) left join component c using (record)
where r.kind = 'product' and not r.removed and length(substance_key(said)) >= 4;

create temp table chembl as
select distinct coalesce(c.root, k.record) as root from known_as k left join component c using (record) where key_prefix(k.key) = 'chembl';

create temp table contested_substance as
select distinct name_key from substance join chembl using (root) group by name_key, full_name having count(distinct root) > 1;

insert into ambiguous
select 'product', min(said), list_sort(list(distinct record)) from substance join contested_substance using (name_key) group by name_key;

insert into name_link
select f.record, s.record, 'substance name', 0.9, 'product', name_key
from substance s join (select name_key, min(record) as record from substance group by name_key having count(distinct root) > 1) f using (name_key)
where s.record <> f.record and name_key not in (select name_key from contested_substance);

drop table substance; drop table chembl; drop table contested_substance;
