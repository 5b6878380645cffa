-- Programs of one company for one drug are one (0.9), whatever key their company had in the source, and whatever amount
-- of it an arm of a trial gets.
create temp table of_company as
select distinct p.record, coalesce(j.root, k.record) as company, plain_words(without_amount(row.name)) as name_key
from staged_edge e
join record p on p.record = e.target_key and p.kind = 'program' and not p.removed
join row on row.record = p.record
join known_as k on k.key = e.source_key and k.kind = 'company' left join component j on j.record = k.record
where e.relation = 'develops' and length(plain_words(without_amount(row.name))) >= 3;

insert into likeness
select f.record, p.record, 'company and drug', 0.9
from of_company p join (select company, name_key, min(record) as record from of_company group by 1, 2 having count(distinct record) > 1) f using (company, name_key)
where p.record <> f.record group by all;
drop table of_company;
