-- The disease of a product's, a program's or an approval's MoA, of all its approved uses, where no source states one. A source that lists all
-- of them does not order them: first comes what the project's list says of the drug by name, then the one use that a source of approvals
-- states, then what its class is for (vocabulary/uses.csv: an opioid is for pain), then the one use that another source states, then the use with
-- the most trials, then the one that most sources state (two trials of a product are no more than chance); a disease before a finding, what is stated as such
-- before what a sentence names, and words such as "cancer" last. A class of
-- many uses (a corticosteroid, an anaesthetic) has none. What the list says of a drug by name also holds where no source lists it (0.75).

-- By its own name, or else its ATC codes (those for the skin, the eye or the nose only where there are no others), or else its INN stem.
create temp table class_use as
with drug as (
  select id, lower(trim(coalesce(attributes ->> 'generic', name))) as generic, names_in_lists(name, attributes) as names, from_json(attributes -> 'atc', '["VARCHAR"]') as codes from entity where kind = 'product' and state = 'live'
), code as (
  select id, code from (
    select id, code, regexp_matches(code, '^(A01|C05|D|G01|G02CC|M02|R01|R02|S)') as is_local from (select id, unnest(codes) as code from drug)
  ) qualify not is_local or bool_and(is_local) over (partition by id)
), class as (
  select d.id, v.uses, 1 as rung from (select id, unnest(names) as called from drug) d join vocabulary_uses v on lower(v.class) = d.called
  union all
  (select c.id, v.uses, 2 from code c join vocabulary_uses v on starts_with(c.code, v.class) qualify row_number() over (partition by c.id, c.code order by length(v.class) desc) = 1)
  union all
  (select d.id, v.uses, 3 from drug d join vocabulary_uses v on starts_with(v.class, '-') and ends_with(d.generic, v.class[2:]) and not contains(d.generic, ';') qualify row_number() over (partition by d.id order by length(v.class) desc) = 1)
), best as (select id, uses, rung = 1 as by_name from class qualify rung = min(rung) over (partition by id))
select id, by_name, unnest(string_split(uses, '|')) as use, generate_subscripts(string_split(uses, '|'), 1) as place from best;
create temp table on_trial as
select e.source as id, s.disease_id, count(distinct e.target) as trials
from edge e join condition c on c.id = e.target join said_disease s using (said) where e.relation = 'tested_in' and coalesce(e.confidence, 1) >= getvariable('trusted') group by all;

create temp table use_term as
select u.id, u.by_name, u.place, coalesce(n.id, i.id) as term
from class_use u left join (select name_key, min_by(id, {rung: rung, outside: id not like 'MONDO:%', id: id}) as id from disease_name group by name_key) n on n.name_key = disease_key(u.use)
left join (select lower(label) as label, min(disease_id) as id from indication where disease_id is not null group by 1) i on i.label = u.use where u.use <> '';
-- A finding in only one list of approved uses (iron deficiency, for a mineral) is not the product's disease, unless its class is for it, or the project's
-- list knows it as a disease.
create temp table approved_use as
select i.id, i.disease_id, i.label, i.source, case when is_lone_finding and u.id is null then 0.6 else i.confidence end as confidence,
  case when u.by_name then u.place end as name_place, u.place as class_place, is_lone_finding, i.only_approved, i.only_listed, i.sources, i.place, e.kind
from (select *, source = 'ChEMBL' and sources = 1 and disease_id not like 'MONDO:%' and label not in (select label from vocabulary_diseases) as is_lone_finding from indication) i join entity e using (id)
left join (select id, term, min(place) as place, bool_or(by_name) as by_name from use_term where term is not null group by id, term) u on u.id = i.id and u.term = i.disease_id
where e.kind in ('product', 'program', 'approval') and coalesce(e.disease_id, e.disease_label) is null and i.confidence >= getvariable('trusted') and i.disease_id is not null and (i.is_listed or coalesce(i.phase, 'approved') = 'approved')
  and i.id not in (select id from class_use where use = '');
insert into approved_use
select u.id, t.id, t.label, 'biograph: its list of uses', 0.75, u.place, u.place, false, 0, 0, 0, u.place, e.kind
from use_term u join disease_term t on t.id = u.term join entity e on e.id = u.id
where u.by_name and coalesce(e.disease_id, e.disease_label) is null and u.id not in (select id from approved_use where class_place is not null);
create temp table hit as
select a.id, a.disease_id, a.label, a.confidence, a.source from approved_use a left join on_trial t on t.id = a.id and t.disease_id = a.disease_id
qualify row_number() over (partition by a.id order by a.name_place nulls last,
  is_vague_disease(a.label), a.confidence < 0.8,
  a.only_approved desc, a.class_place nulls last, a.is_lone_finding, a.only_listed desc,
  case when t.trials >= 3 or a.kind = 'program' then t.trials else 0 end desc, a.sources desc, coalesce(t.trials, 0) desc, a.disease_id not like 'MONDO:%', a.confidence desc, a.place, a.disease_id) = 1;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), source, confidence from hit;
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'primary_disease', id from hit;

-- A term of the ontology gets the ontology's label, whatever a source calls it.
update entity set disease_label = t.label from disease_term t
where t.id = entity.disease_id and t.label is distinct from entity.disease_label and entity.kind in ('product', 'program', 'approval', 'trial');
drop table class_use; drop table use_term; drop table on_trial; drop table approved_use; drop table hit;
