-- reads: rid_of, snapshot_entities, snapshot_provenance
-- refresh: by-key

-- What analytics read from attributes: dates, deals, catalysts, stages.

create temp table day_stated as
select r.rid, case e.kind
  when 'paper' then day_of(json_extract_string(e.attributes, '$.published_at'))
  when 'patent' then coalesce(day_of(json_extract_string(e.attributes, '$.filed_at')), day_of(json_extract_string(e.attributes, '$.published_at')))
  when 'trial' then day_of(json_extract_string(e.attributes, '$.start_date'))
  when 'approval' then day_of(json_extract_string(e.attributes, '$.approved_at')) end as day
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind in ('paper', 'patent', 'trial', 'approval');

-- Funding events: rounds and grants. The type of a deal without one is unknown.
create table deal as
select r.rid,
  day_of(coalesce(json_extract_string(e.funding, '$.date'), json_extract_string(e.attributes, '$.awarded_at'))) as day,
  coalesce(nullif(lower(trim(coalesce(json_extract_string(e.funding, '$.type'), json_extract_string(e.attributes, '$.type')))), ''), 'unknown') as type,
  try_cast(coalesce(case when coalesce(json_extract_string(e.funding, '$.currency'), 'USD') = 'USD' then json_extract_string(e.funding, '$.amount_usd') end,
    json_extract_string(e.attributes, '$.amount_usd')) as double) as amount_usd,
  coalesce(try_cast(coalesce(json_extract_string(e.funding, '$.is_grant'), json_extract_string(e.attributes, '$.is_grant')) as boolean), false) as is_grant
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind = 'funding_event'
order by day, r.rid;

-- Catalysts by date: the first and the last day of the stated period, and the precision of the date.
create or replace macro precision_of(stated, date) as coalesce(
  case when lower(trim(stated)) in ('day', 'month', 'quarter', 'half', 'year') then lower(trim(stated)) end,
  case length(date) when 4 then 'year' when 7 then 'month' else 'day' end);

create table catalyst as
with stated as (
  select r.rid, json_extract_string(e.attributes, '$.date') as date, json_extract_string(e.attributes, '$.date_precision') as precision,
    lower(trim(json_extract_string(e.attributes, '$.type'))) as type, e.source, coalesce(p.confidence, e.identity_confidence) as confidence
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  left join (select entity_id, max(confidence) as confidence from snapshot_provenance where field in ('attributes.date', 'date') group by entity_id) p on p.entity_id = e.id
  where e.state = 'live' and e.kind = 'catalyst'
),
begun as (
  select rid,
    case precision_of(precision, date)
      when 'half' then (date_trunc('year', day_of(date)) + interval (case when month(day_of(date)) > 6 then 6 else 0 end) month)::date
      when 'day' then day_of(date) else date_trunc(precision_of(precision, date), day_of(date))::date end as day,
    precision_of(precision, date) as precision, type, source, confidence
  from stated
)
select rid, day,
  case precision when 'day' then day else (day + interval (case precision when 'month' then 1 when 'quarter' then 3 when 'half' then 6 else 12 end) month)::date - 1 end as until,
  precision, type, source, confidence
from begun
order by day, rid;

-- The stage of an entity: 0 research, 1 preclinical, 2 phase 1, 3 phase 2, 4 phase 3, 5 filed, 6 approved. Of a product the furthest phase that its
-- sources state (ChEMBL's numbers, 0.5 for early phase 1 to 4 for approved) counts where it states no other.
create or replace macro stage_of(kind, phase) as case
  when kind = 'approval' then 6
  when kind in ('paper', 'patent') then 0
  when phase is null then case when kind = 'trial' then 2 when kind in ('program', 'product') then 1 else 0 end
  when regexp_matches(phase, 'approv|market|launch|phase ?(4|iv)\b') then 6
  when regexp_matches(phase, 'filed|nda|bla|submi|regist') then 5
  when regexp_matches(phase, '^(phase ?)?(3|iii)\b') then 4
  when regexp_matches(phase, '^(phase ?)?(2|ii)\b') then 3
  when regexp_matches(phase, '^(early )?(phase ?)?(1|i)\b') then 2
  when kind = 'trial' then 2
  when regexp_matches(phase, 'preclin') then 1
  else case when kind in ('program', 'product') then 1 else 0 end end;

create or replace macro furthest_phase(kind, stated) as
  case when kind = 'product' and try_cast(stated as double) > 0 and try_cast(stated as double) <= 4 then 'phase ' || greatest(1, floor(try_cast(stated as double))::integer) end;

create table stage as
select r.rid, stage_of(e.kind, replace(lower(coalesce(e.pos_phase, json_extract_string(e.attributes, '$.phase'), json_extract_string(e.attributes, '$.stage'),
  furthest_phase(e.kind, json_extract_string(e.attributes, '$.max_phase')))), '_', ' '))::utinyint as stage
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind in ('program', 'product', 'trial', 'patent', 'approval', 'paper', 'company')
order by r.rid;
