-- An approval that its source does not number is the one numbered application of that brand and year (0.9).
create temp table named_approval as
select record, lower(agency) as agency, fold(brand) as brand, year, key_prefix(record) = 'nda' as is_numbered
from (select record, attributes::json ->> 'agency' as agency, attributes::json ->> 'brand' as brand, left(attributes::json ->> 'approved_at', 4) as year,
    attributes::json ->> 'application_type' as type from row where kind = 'approval')
where brand is not null and year is not null and coalesce(type, '') <> 'ANDA' group by all;

insert into likeness
select min(record) filter (where is_numbered), min(record) filter (where not is_numbered), 'brand and year', 0.9
from named_approval group by agency, brand, year
having count(distinct record) filter (where is_numbered) = 1 and count(distinct record) filter (where not is_numbered) = 1;

insert into ambiguous
select 'approval', min(brand), list_sort(list(distinct record)) from named_approval group by agency, brand, year
having count(distinct record) filter (where not is_numbered) > 0 and count(distinct record) > 2;
drop table named_approval;
