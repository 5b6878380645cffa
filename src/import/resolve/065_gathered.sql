-- Data collected from all rows of an entity rather than chosen among them: names with type and source, mechanisms,
-- indications, and lists of classes. Later rules read the tables; people read the attributes.

-- The highest phase counts.
create or replace temp macro furthest(phase) as list_position(['preclinical', 'phase 1', 'phase 1/2', 'phase 2', 'phase 2/3', 'phase 3', 'filed', 'approved'], phase);

create table named as
select id, name, type, source, min(rank) as rank from (
  select id, rank, trim(n.name) as name, n.type, coalesce(n.source, source) as source from (select id, rank, source, unnest(names) as n from ranked where names is not null)
) group by id, name, type, source;

create table mechanism_said as
with told as (
  select id, rank, row_number() over (partition by id order by rank, place) as place, m.mechanism, lower(m.action) as action, m.role, m.target, m.target_keys, natural_key(m.protein) as protein,
    coalesce(m.source, source) as source, coalesce(m.confidence, moa_confidence) as confidence, coalesce(m.record, source_record) as record
  from (select id, rank, source, source_record, moa_confidence, unnest(mechanisms) as m, generate_subscripts(mechanisms, 1) as place from ranked where mechanisms is not null)
), said as (
  -- Salts that were merged into their parent repeat its statements.
  select id, mechanism, action, role, target, target_keys, protein, source, min(place) as place, max(confidence) as confidence, min(record) as record
  from told group by id, mechanism, action, role, target, target_keys, protein, source
), acted as (
  select t.id, t.place, list(distinct i.survivor_id order by i.survivor_id) as targets
  from (select id, place, natural_key(unnest(target_keys)) as key from said) t
  join (select key, min_by(record, {own: not own, record: record}) as record from known_as where kind = 'target' group by key) k using (key)
  join identity i on i.record = k.record and i.state <> 'removed'
  group by t.id, t.place
)
-- A protein that is no target of the graph belongs to another species. Two genes may code for one, which is then a key of
-- neither.
select said.* exclude (target_keys, protein), a.targets,
  coalesce(protein not in (select key from known_as where kind = 'target' and key is not null union all select natural_key('uniprot:' || (attributes ->> 'uniprot')) from entity where kind = 'target' and (attributes ->> 'uniprot') is not null), false) as is_foreign
from said left join acted a using (id, place);

create table indication_said as
select id, min(place) as place, disease_id, label, max_by(phase, furthest(phase)) as phase, source, max(confidence) as confidence, min(record) as record from (
  select id, row_number() over (partition by id order by rank, place) as place, replace(i.id, '_', ':') as disease_id, trim(i.label) as label, i.phase,
    coalesce(i.source, source) as source, coalesce(i.confidence, moa_confidence) as confidence, coalesce(i.record, source_record) as record
  from (select id, rank, source, source_record, moa_confidence, unnest(indications) as i, generate_subscripts(indications, 1) as place from ranked where indications is not null)
) where coalesce(disease_id, label) is not null
group by id, disease_id, label, source;

create temp table class_said as
select id, field, list(distinct value order by value) as told from (
  select id, field, unnest(from_json(attributes::json -> field, '["VARCHAR"]')) as value
  from ranked, (select unnest(['atc', 'drug_types', 'brands', 'designations']) as field) where json_type(attributes::json, '$.' || field) = 'ARRAY'
) where value is not null group by id, field;
-- A salt, a hydrate and a second record of a substance are found by their own ids.
insert into class_said
select id, 'other_chembl_ids', list(distinct chembl order by chembl) from (select id, substring(record, 8) as chembl from ranked where kind = 'product' and starts_with(record, 'chembl:')) join entity e using (id)
where chembl is distinct from (e.attributes ->> 'chembl_id') group by id;

create temp table gathered as
select id, json_merge_patch(coalesce(n.told, '{}'), coalesce(m.told, '{}'), coalesce(i.told, '{}'), coalesce(c.told, '{}')) as told
from (select distinct id from named union select id from mechanism_said union select id from indication_said union select id from class_said)
left join (select id, json_object('names', to_json(list({name: name, type: type, source: source} order by type nulls last, name, source))) as told
  from named group by id) n using (id)
left join (select m.id, json_object('mechanisms', to_json(list({mechanism: mechanism, action: action, role: role, target: target, targets: t.targets, source: source, confidence: confidence, record: record} order by m.place))) as told
  from mechanism_said m left join (
    select m.id, m.place, list(e.name order by e.name) as targets from (select id, place, unnest(targets) as target from mechanism_said) m join entity e on e.id = m.target group by m.id, m.place
  ) t on t.id = m.id and t.place = m.place group by m.id) m using (id)
left join (select id, json_object('indications', to_json(list({id: disease_id, label: label, phase: phase, source: source, confidence: confidence} order by place))) as told
  from indication_said group by id) i using (id)
left join (select id, to_json(map(list(field order by field), list(told order by field))) as told from class_said group by id) c using (id);

update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), gathered.told)::varchar from gathered where gathered.id = entity.id;
drop table class_said; drop table gathered;
