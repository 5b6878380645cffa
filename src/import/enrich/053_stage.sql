-- How far a drug has come: its own phase, or that of its furthest use, or approved where a year or an agency says so. DrugCentral's list of FDA also
-- has sunscreens, foods and what excipients are made of: alone, against a phase that another source states, it is no witness.
create temp table stated as
select p.id, coalesce(try_cast(p.attributes ->> 'max_phase' as integer), 0) as told, from_json(p.attributes -> 'approved_by', '["VARCHAR"]') as agencies, (p.attributes ->> 'first_approval_year') is not null as is_dated, coalesce(i.phase, 0) as used
from entity p left join (
  select id, max(case phase when 'approved' then 4 when 'filed' then 3 else try_cast(regexp_extract(phase, 'phase (\d)', 1) as integer) end) as phase from indication
  where confidence >= getvariable('trusted') group by id
) i using (id)
where p.kind = 'product' and p.state = 'live';
create temp table hit as
select id, is_doubtful, greatest(told, used, case when is_dated or (len(agencies) > 0 and not is_doubtful) then 4 end) as phase
from (select *, coalesce(agencies = ['FDA'] and told between 1 and 3 and used < 4 and not is_dated, false) as is_doubtful from stated)
where is_doubtful or greatest(told, used, case when is_dated or len(agencies) > 0 then 4 end) > told;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), case when is_doubtful then '{"approved_by": null}' else '{}' end, json_object('max_phase', hit.phase))::varchar from hit where hit.id = entity.id;
insert into proposal_applied select 'stage', id from hit;
drop table stated; drop table hit; drop table indication;
