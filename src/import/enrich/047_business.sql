-- What a company does besides drugs of its own, or how it finds them, by the project's list: its name seldom says so (IQVIA, Recursion).
create temp table hit as
select e.id, list(distinct b.business order by b.business) as businesses
from entity e join (select business, org_match_key(unnest(split_list(companies, '|'))) as name_key from vocabulary_businesses) b on b.name_key = org_match_key(e.name)
where e.kind = 'company' and e.state = 'live' group by e.id;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('businesses', businesses))::varchar from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.businesses', 'biograph: its list of businesses', 0.75 from hit;
insert into proposal_applied select 'business', id from hit;
drop table hit;
-- Where no platform is stated, it is the business that says most of a company: one that sells services is no maker, and one that sells tools no laboratory.
create temp table hit as
select e.id, arg_min(b.platform, coalesce(list_position(['CRO', 'CDMO', 'tools', 'diagnostics', 'medical devices', 'royalties', 'animal health', 'generics'], b.platform), 99)) as platform
from entity e join (select platform, org_match_key(unnest(split_list(companies, '|'))) as name_key from vocabulary_businesses where platform <> '') b on b.name_key = org_match_key(e.name)
where e.kind = 'company' and e.state = 'live' and e.platform_type is null group by e.id;
update entity set platform_type = hit.platform from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'platform_type', 'biograph: its list of businesses', 0.75 from hit;
insert into proposal_applied select 'business', id from hit;
drop table hit; drop table vocabulary_businesses;
