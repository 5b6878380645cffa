-- A patent's publications under one number (US7625884 and US7625884B2, WO…A2 and WO…A3) are one patent (0.95). Members of one
-- family share a key already where the source states the family.
create temp table publication as
select record, regexp_replace(key_value(record), '[A-Z]\d?$', '') as number from record
where kind = 'patent' and key_prefix(record) = 'patent' and not removed and regexp_matches(key_value(record), '^[A-Z]{2}.*\d{5}');

insert into likeness
select f.record, p.record, 'publication number', 0.95
from publication p join (select number, min(record) as record from publication group by number having count(*) > 1) f using (number)
where p.record <> f.record;
drop table publication;
