-- What the approvals of a product say of it as a whole: the agencies that approved it, its phase, and the year of the first approval. The
-- lists of drugs that state these are older than many approvals. A copy's approval does not date the drug, and nor do
-- the others where one of them is from before 1982: such dates are not stated. A drug is known by the brand under which it was first approved,
-- in the United States if it was there (Lantus, not Basaglar): sources give the first by letter.
create temp table branded as
select p.id, any_value(p.attributes ->> 'brand') as told, min_by(b.brand, {abroad: b.agency <> 'FDA', day: b.day, number: b.number, brand: b.brand}) as brand
from (
  select e.target as id, coalesce(a.attributes ->> 'agency', '') as agency, coalesce(a.attributes ->> 'application_number', '') as number,
    case when (a.attributes ->> 'approved_before_1982') is not null then '' else coalesce(a.attributes ->> 'approved_at', '9999') end as day,
    trim(regexp_replace(a.attributes ->> 'brand', '(?i)(?: \d+/[\d/.]+| ?''\d+''| in plastic container.*| \([a-z]+\)| injection| kit)+$', '')) as brand
  from edge e join entity a on a.id = e.source and a.kind = 'approval' and a.state = 'live'
  where e.relation = 'approval_of' and (a.attributes ->> 'brand') is not null and coalesce(a.attributes ->> 'marketing_status', '') <> 'tentative approval'
    and coalesce(a.attributes ->> 'application_type', '') not in ('ANDA', 'generic', 'biosimilar')
) b join entity p on p.id = b.id and p.kind = 'product' and p.state = 'live'
where length(b.brand) >= 3 and not contains(fold(b.brand), split_part(fold(p.name), ' ', 1)) and not contains(fold(p.name), fold(b.brand))
  and not contains(coalesce(fold(p.attributes ->> 'generic'), ''), split_part(fold(b.brand), ' ', 1))
group by p.id;
update entity set attributes = json_merge_patch(entity.attributes, json_object('brand', b.brand))::varchar from branded b where b.id = entity.id and fold(b.brand) is distinct from fold(b.told);
drop table branded;
create temp table approved as
select e.target as id, tidy(list(a.attributes ->> 'agency')) as agencies,
  case when not bool_or((a.attributes ->> 'approved_before_1982') is not null) then min(year(try_cast(a.attributes ->> 'approved_at' as date)))
    filter (coalesce(a.attributes ->> 'application_type', '') not in ('ANDA', 'generic', 'biosimilar')) end as year
from edge e join entity a on a.id = e.source and a.kind = 'approval' and a.state = 'live'
where e.relation = 'approval_of' and coalesce(a.attributes ->> 'marketing_status', '') <> 'tentative approval' group by e.target;
-- An agency whose every approval has ended no longer approves it, while another's is in force (crizanlizumab in Europe).
create temp table ended as
select id, list(agency) filter (where is_over) as agencies from (
  select e.target as id, a.attributes ->> 'agency' as agency, bool_and(lower(coalesce(a.attributes ->> 'marketing_status', '')) in ('withdrawn', 'revoked', 'lapsed', 'expired', 'not renewed')) as is_over
  from edge e join entity a on a.id = e.source and a.kind = 'approval' and a.state = 'live'
  where e.relation = 'approval_of' and (a.attributes ->> 'agency') is not null group by all
) group by id having count(*) filter (where not is_over) > 0 and count(*) filter (where is_over) > 0;
create temp table hit as
select p.id, {
    approved_by: list_filter(tidy(list_concat(coalesce(from_json(p.attributes -> 'approved_by', '["VARCHAR"]'), []), a.agencies)), lambda one: not list_contains(coalesce(o.agencies, []), one)), max_phase: 4,
    first_approval_year: least(try_cast(p.attributes ->> 'first_approval_year' as integer), a.year)
  } as told
from approved a join entity p on p.id = a.id and p.kind = 'product' and p.state = 'live' left join ended o on o.id = a.id;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), to_json(hit.told))::varchar from hit where hit.id = entity.id;
insert into proposal_applied select 'approved', id from hit;
drop table approved; drop table ended; drop table hit;
