-- All that a drug, an approval or a trial is known to be for stands among its indications: also its own disease where a rule found it, what a product's
-- programs are for, and what the project's list of uses says of it by name. What it says of an approved drug is approved, whatever phase a source has of it.
-- Another list says what drugs are tried for that no source has (vocabulary/tried_uses.csv). `listed_use` is read again for the names of diseases (085).
create temp table called as
select id, unnest(names_in_lists(name, attributes)) as name from entity where kind = 'product' and state = 'live';
create temp table listed_use as
select u.id, t.id as disease_id, any_value(t.label) as label, min(u.place) as place, bool_or(u.is_approved) as is_approved
from (
  select e.id, unnest(string_split(v.uses, '|')) as use, generate_subscripts(string_split(v.uses, '|'), 1) as place,
    coalesce(try_cast(e.attributes ->> 'max_phase' as integer) = 4, false) as is_approved
  from entity e join called c using (id) join vocabulary_uses v on lower(v.class) = c.name where v.uses <> ''
) u join disease_name n on n.name_key = disease_key(u.use) join disease_term t on t.id = n.id
group by u.id, t.id;
create temp table approved_since as
with stated as (
  select id, unnest(uses) as use, generate_subscripts(uses, 1) as place
  from (select id, from_json(attributes -> 'indications', '["JSON"]') as uses from entity where kind = 'product' and state = 'live' and (attributes -> 'indications') is not null)
), read as (
  select s.*, l.id is not null and (s.use ->> 'phase') is distinct from 'approved' as is_approved
  from stated s left join listed_use l on l.id = s.id and l.disease_id = (s.use ->> 'id') and l.is_approved
)
select id, to_json(list(case when is_approved then json_merge_patch(use, '{"phase": "approved", "source": "biograph: its list of uses", "confidence": 0.75}') else use end order by place)) as uses
from read group by id having bool_or(is_approved);
update entity set attributes = json_merge_patch(entity.attributes, json_object('indications', a.uses))::varchar from approved_since a where a.id = entity.id;
drop table approved_since;
create temp table tried_use as
select u.id, t.id as disease_id, any_value(t.label) as label, max(u.phase) as phase
from (
  select e.id, unnest(split_list(v.uses, '|')) as use, 'phase ' || v.phase as phase
  from entity e join called c using (id) join vocabulary_tried_uses v on lower(v.drug) = c.name
) u join disease_name n on n.name_key = disease_key(u.use) join disease_term t on t.id = n.id group by u.id, t.id;
create temp table told_use as
select e.id, e.disease_id, e.disease_label as label, coalesce(p.source, 'biograph') as source, e.c_disease as confidence, 0 as place
from entity e left join (select entity_id, any_value(source order by confidence desc, source) as source from provenance where field = 'moa.disease_label' group by entity_id) p on p.entity_id = e.id
where e.state = 'live' and e.kind in ('product', 'program', 'approval', 'trial') and e.disease_label is not null
union all
select x.target, g.disease_id, g.disease_label, 'biograph: its program', least(g.c_disease, coalesce(x.confidence, 1), 0.8), 1
from edge x join entity g on g.id = x.source and g.state = 'live' and g.kind = 'program'
where x.relation = 'program_of' and g.disease_id is not null and not is_broad_disease(g.disease_label)
union all
select id, disease_id, label, 'biograph: its list of uses', 0.75, 1 + place from listed_use
union all
select id, disease_id, label, 'biograph: its list of uses', 0.75, 100 from tried_use;
create temp table stated_use as
select id, use.id as disease_id, lower(use.label) as label
from (select id, unnest(from_json(attributes -> 'indications', '[{"id": "VARCHAR", "label": "VARCHAR"}]')) as use from entity where state = 'live' and (attributes -> 'indications') is not null);
create temp table hit as
with missing as (
  select id, disease_id, any_value(label order by place) as label, any_value(source order by confidence desc, place) as source, max(confidence) as confidence, min(place) as place
  from told_use t
  where not exists (from stated_use s where s.id = t.id and (s.disease_id = t.disease_id or s.label = lower(t.label)))
  group by id, disease_id, case when disease_id is null then lower(label) end
)
select id, list({id: disease_id, label: label, phase: phase, source: source, confidence: confidence} order by place, disease_id, label) as uses
from (select m.*, case when l.is_approved then 'approved' else t.phase end as phase from missing m left join listed_use l using (id, disease_id) left join tried_use t using (id, disease_id)) group by id;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('indications',
  list_concat(coalesce(from_json(entity.attributes -> 'indications', '["JSON"]'), []), list_transform(hit.uses, lambda u: to_json(u)))))::varchar
from hit where hit.id = entity.id;
insert into proposal_applied select 'known_uses', id from hit;
-- Where sources state the phase that a drug has reached for none of its uses, its primary or only use has it: they list uses as they once stood. One that
-- is stated two phases behind is not what the drug has come so far for.
create temp table unphased as
select *, case reached when 4 then 'approved' else 'phase ' || reached end as phase from (
  select id, disease_id as own, try_cast(attributes ->> 'max_phase' as integer) as reached, from_json(attributes -> 'indications', '["JSON"]') as uses
  from entity where kind = 'product' and state = 'live' and try_cast(attributes ->> 'max_phase' as integer) between 1 and 4 and (attributes -> 'indications') is not null
);
update entity set attributes = json_merge_patch(entity.attributes, json_object('indications', list_transform(u.uses, lambda use:
  case when (use ->> 'id') is distinct from u.own and len(u.uses) > 1 then use when (use ->> 'phase') is null then json_merge_patch(use, json_object('phase', u.phase))
    else json_merge_patch(use, json_object('phase', u.phase, 'source', 'biograph: the phase of the drug', 'confidence', 0.75)) end)))::varchar
from unphased u where u.id = entity.id and len(list_filter(u.uses, lambda use: starts_with(use ->> 'phase', u.phase))) = 0
  and (len(u.uses) = 1 or len(list_filter(u.uses, lambda use: (use ->> 'id') = u.own)) = 1)
  and len(list_filter(u.uses, lambda use: ((use ->> 'id') = u.own or len(u.uses) = 1) and try_cast(regexp_extract(use ->> 'phase', '(\d)$', 1) as integer) < u.reached - 1)) = 0;
drop table unphased;
drop table told_use; drop table called; drop table tried_use; drop table stated_use; drop table hit;
