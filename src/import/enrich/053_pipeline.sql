-- Where a drug that is not approved stands: its furthest phase by its programs and trials. A trial of two phases counts as the earlier one, one without a phase
-- (expanded access) as none; phase 4 says that others approved it.
create temp table unapproved as
select id, attributes, coalesce(try_cast(attributes ->> 'max_phase' as integer), 0) as told, coalesce(len(from_json(attributes -> 'approved_by', '["VARCHAR"]')), 0) > 0 as is_listed
from entity where kind = 'product' and state = 'live' and coalesce(try_cast(attributes ->> 'max_phase' as integer), 0) < 4;
create temp table work as
select p.id, g.id as work, g.kind, lower(coalesce(g.attributes ->> 'stage', g.attributes ->> 'phase')) as phase, g.disease_id as main, lower(concat_ws(' ', g.name, g.attributes ->> 'conditions')) as words
from entity p join edge e on (e.target = p.id and e.relation = 'program_of') or (e.source = p.id and e.relation = 'tested_in') join entity g on g.id = case when e.relation = 'program_of' then e.source else e.target end
where p.kind = 'product' and p.state = 'live' and g.state = 'live' and g.kind in ('program', 'trial') and coalesce(e.confidence, 1) >= getvariable('trusted');

create temp table reached as
select id, phase from (
  select p.id, any_value(p.told) as told, max(case when w.phase = 'filed' then 3 when regexp_matches(w.phase, 'phase \d') then least(regexp_extract(w.phase, 'phase (\d)', 1)::integer, 3) end) as phase
  from unapproved p join work w using (id) where not p.is_listed group by p.id
) where phase > told;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('max_phase', reached.phase))::varchar from reached where reached.id = entity.id;

-- What a drug without approved uses is for: of the uses that sources state with a phase (ChEMBL), of its programs and of its trials, the furthest one.
-- A graph may hold few of a drug's trials: a disease of trials alone counts where most of them are about it. Trials of phase 1 in people whose
-- liver or kidneys fail tell how it is broken down, not whom it is for; and of the many drugs tried in COVID-19 few are for it: it comes after a use
-- that got one phase less far. An approved drug is for what an
-- approved program of it says; its other uses are what else it was tried in.
create temp table vote as
select i.id, i.disease_id, i.label, least(coalesce(try_cast(regexp_extract(i.phase, 'phase (\d)', 1) as integer), case i.phase when 'filed' then 4 when 'approved' then 5 else 0 end), 5) as reached,
  'told' as kind, i.source, i.confidence, regexp_matches(lower(i.label), '\bcovid\b|coronavir|\bsars\b|severe acute respiratory') as is_covid, false as is_main, i.place
from indication i where i.phase is not null and i.disease_id is not null and i.confidence >= getvariable('trusted')
union all
select w.id, i.disease_id, i.label, coalesce(try_cast(regexp_extract(w.phase, 'phase ([123])', 1) as integer), case w.phase when 'phase 4' then 3 when 'filed' then 4 when 'approved' then 5 else 0 end),
  w.kind, w.work::varchar, i.confidence, regexp_matches(w.words, '\bcovid|coronavirus|sars-cov'), i.disease_id = w.main, 1000000
from work w join indication i on i.id = w.work
where i.disease_id is not null and i.confidence >= getvariable('trusted')
  and not (coalesce(w.phase, '') in ('', 'early phase 1', 'phase 1', 'not applicable') and regexp_matches(w.words, '\b(hepatic|renal|liver|kidney)(ally)? (impair|insufficien|function)|\b(impaired|reduced) (hepatic|renal|liver|kidney)\b'));
create temp table use as
select v.id, v.disease_id, min(v.label) as label, max(v.reached) as reached, bool_or(v.kind = 'told') as is_told, bool_or(v.kind = 'program') as is_program, bool_or(v.kind = 'program' and v.is_main) as leads_program,
  count(distinct v.source) filter (where v.kind = 'trial') as trials, count(distinct v.source) filter (where v.is_main) as mains, bool_and(v.is_covid) as is_covid, max(v.confidence) as confidence,
  arg_min(v.source, {place: v.place, source: v.source}) filter (where v.kind = 'told') as source, min(v.place) as place, count(distinct v.kind) as witnesses, any_value(n.trials) as trials_of_all
from vote v join entity e on e.id = v.id left join (select id, count(distinct source) as trials from vote where kind = 'trial' group by id) n on n.id = v.id
where e.kind = 'product' and coalesce(e.disease_id, e.disease_label) is null
group by v.id, v.disease_id
having is_told or is_program or 2 * mains > trials_of_all;
-- Uses beside which the drug has one above or below it: what its uses are about.
create temp table above as
with recursive up as (
  select id, unnest(parents) as ancestor from disease_tree where id in (select disease_id from use) union select up.id, unnest(t.parents) from up join disease_tree t on t.id = up.ancestor
) from up;
create temp table close as
select a.id, a.disease_id, count(*) as n from use a join use b on b.id = a.id and b.disease_id <> a.disease_id and not is_broad_disease(b.label)
where (a.disease_id, b.disease_id) in (select (id, ancestor) from above) or (b.disease_id, a.disease_id) in (select (id, ancestor) from above) group by all;
create temp table known as select disease_id, count(distinct id) as n from indication group by 1;

create temp table ranked as
select id, disease_id, label, source, confidence, reached, witnesses, is_told, leads_program, alike, tied, row_number() over (partition by id order by is_broad, place_of_phase desc, witnesses desc, is_told or leads_program desc, leads_program desc, about desc, is_covid, disease_id not like 'MONDO:%', known desc, place, disease_id) as place
from (
  select *, count(*) over (partition by id, is_broad, place_of_phase, witnesses, is_told or leads_program, leads_program, about) as alike,
    count(*) over (partition by id, is_broad, place_of_phase) as tied from (
    select u.*, is_broad_disease(u.label) as is_broad, u.reached - case when u.is_covid then 1.5 else 0 end as place_of_phase, coalesce(k.n, 0) as known,
      {mains: u.mains, about: u.trials + coalesce(c.n, 0), close: coalesce(c.n, 0)} as about
    from use u left join close c using (id, disease_id) left join known k using (disease_id)
  ));
create temp table hit as
select r.id, r.disease_id, r.label, case when r.is_told then r.source when r.leads_program then 'biograph: its program' else 'biograph: its trials' end as source,
  -- Of many uses alike in all this none is the drug's, nor of three that all got as far as phase 2; and people whose liver or kidneys fail, or who are
  -- hurt, are also those in whom others' drugs are tried: one source's word is not enough (gabexate).
  case when r.witnesses = 1 and r.is_told and not r.leads_program and regexp_matches(lower(r.label), '^((liver|kidney) (disease|failure)|(chronic )?(renal|liver|kidney) (failure syndrome|insufficiency)|injury|ischemia)$') then 0.65 when (r.alike > 3 or (r.tied >= 3 and r.reached <= 2)) and r.witnesses = 1 and not r.leads_program then 0.65 when r.leads_program or r.alike = 1 and r.is_told or r.witnesses > 1 then least(r.confidence, 0.8) else least(r.confidence, 0.75) end as confidence
from ranked r left join unapproved p using (id)
where r.place = 1 and ((p.id is not null and (r.reached > 1 or not p.is_listed)) or (r.leads_program and r.reached = 5))
  and r.id not in (select id from indication where phase = 'approved' and disease_id is not null and confidence >= getvariable('trusted'));
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), source, confidence from hit;
update entity set disease_id = hit.disease_id, disease_label = hit.label, c_disease = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'pipeline', id from reached union select 'pipeline', id from hit;
drop table unapproved; drop table work; drop table reached; drop table vote; drop table use; drop table above; drop table close; drop table known; drop table ranked; drop table hit; drop table condition;
