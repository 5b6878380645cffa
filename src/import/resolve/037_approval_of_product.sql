-- A year's approval of a drug, without a number in its source, is the first application for that drug that was approved in that year (0.85), one of its
-- own brand before others: brands are renamed (Brintellix, Trintellix), written without a name (pretomanid) or have two applications (tablets and the
-- infusion of Nuzyra). One of its brand may be dated to the next half-year: FDA dates a controlled substance from the day on which it was scheduled.
create temp table approval_of as
select distinct coalesce(c.root, r.record) as approval, r.record, fold(r.attributes::json ->> 'brand') as brand, lower(r.attributes::json ->> 'agency') as agency,
  r.attributes::json ->> 'approved_at' as day, key_prefix(r.record) in ('nda', 'bla') as is_numbered, key_prefix(r.record) = 'fda_orphan' as is_orphan, coalesce(p.root, o.record) as product
from staged_edge e
join known_as k on k.key = e.source_key and k.kind = 'approval' join row r on r.record = k.record left join component c on c.record = r.record
join known_as o on o.key = e.target_key and o.kind = 'product' left join component p on p.record = o.record
where e.relation = 'approval_of' and coalesce(r.attributes::json ->> 'application_type', '') <> 'ANDA';
create temp table of_year as
select record, product, agency, brand, left(day, 4)::integer as year
from approval_of where not is_numbered and not is_orphan and day like '____-01-01' and approval not in (select approval from approval_of where is_numbered);
create temp table same as
select y.record, n.record as numbered, n.day, coalesce(n.brand = y.brand, false) as is_brand
from of_year y join approval_of n on n.product = y.product and n.agency = y.agency and n.is_numbered
where left(n.day, 4)::integer = y.year or (n.brand = y.brand and n.day between y.year + 1 || '-01-01' and y.year + 1 || '-06-30');
-- Two approvals of one drug in one year are told apart by their brands alone.
delete from same where not is_brand and record in (
  select record from of_year semi join (select product, agency, year from of_year group by all having count(distinct record) > 1) using (product, agency, year));
insert into likeness
select numbered, record, 'product and year', 0.85 from same qualify row_number() over (partition by record order by is_brand desc, day, numbered) = 1;
drop table approval_of; drop table of_year; drop table same;
