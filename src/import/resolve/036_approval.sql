-- An approval without a number in its source is the only numbered application of that brand and year (0.9). Orphan
-- approvals are separate for each indication: those of the application's own day are that approval, later ones are
-- approvals of their own.
create temp table named_approval as
select record, lower(agency) as agency, fold(brand) as brand, left(day, 4) as year, min(day) as day, key_prefix(record) = 'nda' as is_numbered, key_prefix(record) = 'fda_orphan' as is_orphan
from (select record, attributes::json ->> 'agency' as agency, attributes::json ->> 'brand' as brand, attributes::json ->> 'approved_at' as day,
    attributes::json ->> 'application_type' as type from row where kind = 'approval')
where brand is not null and day is not null and coalesce(type, '') <> 'ANDA' group by all;

create temp table numbered_approval as
select agency, brand, year, min(record) as record, min(day) as day from named_approval where is_numbered group by all having count(distinct record) = 1;
create temp table unnumbered_approval as
select agency, brand, year, min(record) as record from named_approval where not is_numbered and not is_orphan group by all having count(distinct record) = 1;

insert into likeness
select n.record, u.record, 'brand and year', 0.9 from numbered_approval n join unnumbered_approval u using (agency, brand, year)
union
select n.record, o.record, 'brand and year', 0.9 from numbered_approval n join named_approval o using (agency, brand, year, day) where o.is_orphan;

insert into ambiguous
select 'approval', min(brand), list_sort(list(distinct record)) from named_approval where not is_orphan group by agency, brand, year
having count(distinct record) filter (where not is_numbered) > 0 and count(distinct record) > 2;
drop table named_approval; drop table numbered_approval; drop table unnumbered_approval;
