-- What a source gives a drug or a gene for a name, and is another's (vocabulary/wrong_names.csv): ALD403 is eptinezumab's code and not abituzumab's. Names
-- are taken away before anything is found by them, and trials do not give them back (046); codes are compared without blanks and hyphens.
create or replace temp macro bare_name(s) as replace(replace(fold(s), '-', ''), ' ', '');
create temp table misnamed as
select e.id, list(distinct bare_name(v.name)) as names
from entity e join vocabulary_wrong_names v on lower(v.not_of) = lower(e.name) or lower(v.not_of) = lower(trim(e.attributes ->> 'generic'))
where e.state = 'live' and e.kind in ('product', 'target') group by e.id;
create temp table hit as
select e.id, list_filter(e.aliases, lambda a: not list_contains(m.names, bare_name(a))) as aliases,
  list_filter(from_json(e.attributes -> 'names', '["JSON"]'), lambda n: not list_contains(m.names, bare_name(n ->> 'name'))) as called
from entity e join misnamed m using (id);
update entity set aliases = hit.aliases, attributes = case when hit.called is null then entity.attributes else json_merge_patch(entity.attributes, json_object('names', to_json(hit.called)))::varchar end
from hit where hit.id = entity.id;
insert into proposal_applied select 'wrong_name', id from hit;
drop table misnamed; drop table hit;
