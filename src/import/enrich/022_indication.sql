-- All indications of a product, program, approval or trial: those stated by sources, the disease of its rows, and its
-- conditions, each as a term of the ontology if there is one.

-- Measurements and responses are not diseases.
create temp table measured as
select id from entity where state = 'live' and kind in ('product', 'program', 'approval') and not starts_with(coalesce(disease_id, ''), 'MONDO:') and regexp_matches(lower(disease_label), '\bmeasurement\b|^response to ');
delete from provenance using measured m where provenance.entity_id = m.id and provenance.field in ('moa.disease_id', 'moa.disease_label');
update entity set disease_id = null, disease_label = null, c_disease = null from measured m where m.id = entity.id;
drop table measured;
delete from indication_said where regexp_matches(lower(label), '\bmeasurement\b|^response to ') and not starts_with(coalesce(disease_id, ''), 'MONDO:');

-- What sources say a drug is for, and is not: other diseases of those who take it, warnings, a class's heading in ATC (vocabulary/wrong_uses.csv).
-- And what a trial compared with salt water is no use of salt.
create temp table misread as
select e.id, lower(v.disease) as label, t.id as disease_id
from (select disease, unnest(split_list(drugs, '|')) as drug from vocabulary_wrong_uses) v
join entity e on e.kind = 'product' and e.state = 'live' and (v.drug = '*' or list_contains(names_in_lists(e.name, e.attributes), lower(v.drug)))
left join (select lower(label) as label, min(id) as id from disease_term group by 1) t on t.label = lower(v.disease);
create temp table vehicle as
select id from entity where kind = 'product' and state = 'live' and lower(trim(coalesce(attributes ->> 'generic', name))) in (
  'sodium chloride', 'dextrose', 'water', 'sterile water', 'starch', 'starch, corn', 'nitrogen', 'corn oil', 'petrolatum', 'wax, emulsifying', 'sucrose', 'lactose', 'cellulose, microcrystalline', 'microcrystalline cellulose', 'placebo');
update entity set disease_id = null, disease_label = null, c_disease = null from misread m
where m.id = entity.id and (entity.disease_id = m.disease_id or lower(entity.disease_label) = m.label);

create temp table indicated as
select *, place >= 1000 and count(distinct coalesce(disease_id, lower(label))) over (partition by id, source, place >= 1000) = 1 as is_only from (
  select i.id, coalesce(x.id, s.disease_id, i.disease_id) as disease_id, i.label, i.phase, i.source, least(coalesce(i.confidence, 0.8), case when s.rung = 5 then s.confidence else 1 end) as confidence, 1000 + i.place as place, coalesce(s.rung = 5, false) as in_sentence
  from indication_said i left join disease_xref x on x.xref = upper(disease_id_of(i.disease_id)) left join disease_term k on k.id = disease_id_of(i.disease_id) left join said_disease s on k.id is null and s.said = i.label
  union all
  select entity.id, coalesce(x.id, entity.disease_id), entity.disease_label, null, p.source, entity.c_disease, 0, false
  from entity left join disease_xref x on x.xref = upper(disease_id_of(entity.disease_id))
  left join (select entity_id, any_value(source order by source = 'MONDO', source) as source from provenance where field in ('moa.disease_id', 'moa.disease_label') group by entity_id) p on p.entity_id = entity.id
  where entity.state = 'live' and entity.kind in ('product', 'program', 'approval', 'trial') and coalesce(entity.disease_id, entity.disease_label) is not null
  union all
  select i.survivor_id, coalesce(x.id, s.disease_id, r.disease_id), r.disease_label, null, r.source, coalesce(r.moa_confidence, 0.8), 10, false
  from row r join identity i using (record) left join disease_xref x on x.xref = upper(disease_id_of(r.disease_id)) left join disease_term k on k.id = disease_id_of(r.disease_id) left join said_disease s on k.id is null and s.said = r.disease_label
  where r.kind in ('product', 'program', 'approval', 'trial') and coalesce(r.disease_id, r.disease_label) is not null and not (regexp_matches(lower(coalesce(r.disease_label, '')), '\bmeasurement\b|^response to ') and not starts_with(coalesce(r.disease_id, ''), 'MONDO:'))
  union all
  select c.id, s.disease_id, c.said, null, 'MONDO', s.confidence, 100 + c.place, false from condition c join said_disease s using (said) join entity e on e.id = c.id
  -- Whom a drug's trials also recruit, to see how it is broken down, is not whom it is for.
  where e.kind = 'trial' or (e.kind = 'program' and not regexp_matches(lower(c.said), '\b(hepatic|renal|liver|kidney) (impairment|insufficiency)\b|\bhealthy\b'))
);
delete from indicated using misread m where indicated.id = m.id and (indicated.disease_id = m.disease_id or lower(indicated.label) = m.label);
delete from indicated using vehicle v where indicated.id = v.id and indicated.phase is distinct from 'approved' and indicated.place >= 1000;
create temp table indication as
select i.id, i.disease_id, coalesce(min(t.label), arg_min(i.label, {place: i.place, label: i.label})) as label,  max_by(i.phase, coalesce(furthest(i.phase), 0)) as phase,
  -- A list of what a drug is used for (DrugMechDB) says more than a trial of the same use.
  e.kind = 'product' and bool_or(i.phase is null and i.place >= 1000) as is_listed, arg_min(i.source, {doubt: 1 - i.confidence, source: i.source}) as source, max(i.confidence) as confidence, min(i.place) as place, count(distinct i.source) filter (where not i.in_sentence) as sources,
  -- Sources for which it is the product's only use: an approval, or a path. A designation as an orphan, and the one product of an old drug that
  -- EMA has authorised, are for the rare ones (ibuprofen for an open duct).
  count(distinct i.source) filter (where i.is_only and i.phase = 'approved' and i.source not in ('FDA orphan drugs', 'EMA')) as only_approved, count(distinct i.source) filter (where i.is_only and i.phase is null) as only_listed
from indicated i left join disease_term t on t.id = i.disease_id join entity e on e.id = i.id and e.state = 'live'
where coalesce(i.disease_id, i.label) is not null
group by i.id, e.kind, i.disease_id, case when i.disease_id is null then lower(i.label) end;

update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('indications', said.told))::varchar
from (select id, to_json(list({id: disease_id, label: label, phase: phase, source: source, confidence: confidence} order by place, disease_id, label)) as told from indication group by id) said
where said.id = entity.id;
update entity set attributes = json_merge_patch(attributes, '{"indications": null}') where (id in (select id from misread) or id in (select id from vehicle)) and id not in (select id from indication) and (attributes -> 'indications') is not null;
drop table indicated; drop table misread; drop table vehicle;
