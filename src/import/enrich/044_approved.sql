-- What the approvals of a product say of it as a whole: the agencies that approved it, its phase, and the year of the first approval. The
-- lists of drugs that state these are older than many approvals. A copy's approval does not date the drug, and nor do
-- the others where one of them is from before 1982: such dates are not stated.
create temp table approved as
select e.target as id, tidy(list(a.attributes ->> 'agency')) as agencies,
  case when not bool_or((a.attributes ->> 'approved_before_1982') is not null) then min(year(try_cast(a.attributes ->> 'approved_at' as date)))
    filter (coalesce(a.attributes ->> 'application_type', '') not in ('ANDA', 'generic', 'biosimilar')) end as year
from edge e join entity a on a.id = e.source and a.kind = 'approval' and a.state = 'live'
where e.relation = 'approval_of' and coalesce(a.attributes ->> 'marketing_status', '') <> 'tentative approval' group by e.target;
create temp table hit as
select p.id, {
    approved_by: tidy(list_concat(coalesce(from_json(p.attributes -> 'approved_by', '["VARCHAR"]'), []), a.agencies)), max_phase: 4,
    first_approval_year: least(try_cast(p.attributes ->> 'first_approval_year' as integer), a.year)
  } as told
from approved a join entity p on p.id = a.id and p.kind = 'product' and p.state = 'live';
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), to_json(hit.told))::varchar from hit where hit.id = entity.id;
insert into proposal_applied select 'approved', id from hit;
drop table approved; drop table hit;
