-- The dates of facts: an edge between a person or organisation and a work has the date of the work if its source states
-- none, and a row without a date of change gets that of the newest event that concerns it. Nothing is later than
-- `as_of`.

-- The day is known of an approval that a list has by its year, too.
update entity set attributes = json_merge_patch(attributes, json_object('date_precision', null))::varchar
where kind = 'approval' and (attributes ->> 'date_precision') = 'year' and (attributes ->> 'approved_at') not like '%-01-01';

create temp table own_date as
select id, kind, least(try_cast(case kind when 'trial' then attributes ->> 'start_date' when 'paper' then attributes ->> 'published_at'
    when 'patent' then coalesce(attributes ->> 'filed_at', attributes ->> 'published_at') when 'approval' then attributes ->> 'approved_at' when 'funding_event' then attributes ->> 'awarded_at'
    when 'catalyst' then attributes ->> 'date' when 'opportunity' then attributes ->> 'opens_at' end as timestamptz), getvariable('as_of')) as own
from entity where state = 'live' and kind in ('trial', 'paper', 'patent', 'approval', 'funding_event', 'catalyst', 'opportunity') and attributes is not null;
delete from own_date where own is null;

-- Only once it has begun: a trial planned for next year is sponsored, but nothing has been observed yet.
update edge set observed_at = d.own from own_date d
where edge.observed_at is null and d.own < getvariable('as_of') and d.id = case when edge.relation in ('assigned_to', 'approval_of', 'awarded_by', 'reports_on', 'cites', 'studies', 'claims', 'funded_by', 'conducted_at') then edge.source else edge.target end
  and edge.relation in ('sponsors', 'collaborates_on', 'investigates', 'tested_in', 'authored', 'invented', 'received', 'holds', 'assigned_to', 'approval_of', 'awarded_by',
    'reports_on', 'cites', 'studies', 'claims', 'funded_by', 'conducted_at');
update edge set observed_at = null where observed_at > getvariable('as_of');

create temp table changed_at as
select e.id, coalesce(d.own, n.newest) as at
from (select id, max(updated_at) as stated from ranked group by id) r join entity e on e.id = r.id and e.state = 'live'
left join own_date d on d.id = e.id
left join (select id, max(observed_at) as newest from (select source as id, observed_at from edge union all select target, observed_at from edge) group by id) n on n.id = e.id
where r.stated is null and coalesce(d.own, n.newest) is not null;
update entity set updated_at = changed_at.at from changed_at where changed_at.id = entity.id;
drop table own_date; drop table changed_at;
