-- reads: rid_of, snapshot_entities
-- refresh: by-key

-- The date of each entity that has one: a trial's start, a paper's publication, a patent's filing, an approval, an
-- award, a catalyst, an opportunity's closing.
create table own_day as
select rid, day
from (
  select r.rid, case e.kind
    when 'trial' then day_of(json_extract_string(e.attributes, '$.start_date'))
    when 'paper' then day_of(json_extract_string(e.attributes, '$.published_at'))
    when 'patent' then coalesce(day_of(json_extract_string(e.attributes, '$.filed_at')), day_of(json_extract_string(e.attributes, '$.published_at')))
    when 'approval' then day_of(json_extract_string(e.attributes, '$.approved_at'))
    when 'funding_event' then day_of(coalesce(json_extract_string(e.funding, '$.date'), json_extract_string(e.attributes, '$.awarded_at')))
    when 'catalyst' then day_of(json_extract_string(e.attributes, '$.date'))
    when 'opportunity' then day_of(json_extract_string(e.attributes, '$.closes_at')) end as day
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.state = 'live' and e.kind in ('trial', 'paper', 'patent', 'approval', 'funding_event', 'catalyst', 'opportunity')
)
where day is not null
order by rid;
