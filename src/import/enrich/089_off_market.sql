-- A product is off the market where none of its approvals is in force, as far as the registers tell of each: withdrawn, revoked, lapsed or
-- discontinued. One approval of which nothing is told is enough to leave the question open, and so is another agency's, whose register nobody has read. The
-- FDA lists as discontinued what is approved and not yet launched, so what was approved in the last three years is not judged.
-- Much that the two registers call discontinued is still sold in another country, over the counter or for animals; that is no register's, but the
-- project's list (vocabulary/sold_elsewhere.csv).
create temp table standing as
select e.target as id, bool_and(coalesce(lower(a.attributes ->> 'marketing_status'), '') in ('discontinued', 'withdrawn', 'revoked', 'lapsed', 'expired', 'suspended')) as is_off
from entity a join edge e on e.source = a.id and e.relation = 'approval_of' join entity p on p.id = e.target and p.kind = 'product' and p.state = 'live'
where a.kind = 'approval' and a.state = 'live'
  and not list_has_any(names_in_lists(p.name, p.attributes), (select list(lower(drug)) from vocabulary_sold_elsewhere))
  and not list_has_any(from_json(p.attributes -> 'approved_by', '["VARCHAR"]'), list_filter(from_json(p.attributes -> 'approved_by', '["VARCHAR"]'), lambda one: one not in ('FDA', 'EMA')))
group by e.target having coalesce(min(try_cast(a.attributes ->> 'approved_at' as date)) < (select max(try_cast(attributes ->> 'approved_at' as date)) from entity where kind = 'approval') - interval 3 year, true);
create temp table hit as
select e.id, json_merge_patch(coalesce(e.attributes, '{}'), json_object('marketing_status', 'off the market'))::varchar as attributes from entity e join standing using (id) where is_off;
update entity set attributes = hit.attributes from hit where hit.id = entity.id;
insert into proposal_applied select 'off_market', id from hit;
drop table standing; drop table hit; drop table vocabulary_sold_elsewhere;
