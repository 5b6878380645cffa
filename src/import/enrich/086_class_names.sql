-- What people call the class of a drug, for the text search: "SSRI", "statin", "oral SERD", "PROTAC". By its INN stem or its ATC class, or by
-- its target (with what it does there, if the list says so), by what it is for first of all (antiviral), and by what it is (modality).
create temp table drug as
select id, case when c_disease >= getvariable('trusted') then disease_id end as disease_id, coalesce(attributes ->> 'generic', name) as generic, name,
  case when c_modality >= getvariable('trusted') then modality end as modality, fold(mechanism) as mechanism, from_json(attributes -> 'atc', '["VARCHAR"]') as atc
from entity where kind in ('product', 'program') and state = 'live';
create temp table name_word as
select distinct id, unnest(list_append(string_split(part, ' '), part)) as word
from (select id, unnest(list_concat(name_parts(generic), name_parts(name))) as part from drug)
-- An antidote is named after what it binds.
where not regexp_matches(part, '\b(immune fab|antiven\w+|antibod\w+)\b');

-- A form is a whole word, an ending (-pril) or a start (cef-).
create or replace temp macro has_form(word, forms) as len(list_filter(forms, lambda x: case
  when starts_with(x, '-') then ends_with(word, x[2:]) when ends_with(x, '-') then starts_with(word, x[:-2]) else word = x end)) > 0;
create temp table class_list as
select row_number() over () as class, split_list(names, '|') as names, list_transform(split_list(stems, '|'), lambda s: regexp_replace(s, '(\w)-(\w)', '\1 \2', 'g')) as stems, split_list(atc, '|') as atc, split_list(targets, '|') as targets, split_list(actions, '|') as actions,
  split_list(diseases, '|') as diseases, split_list(modalities, '|') as modalities, coalesce(list_transform(split_list(exceptions, '|'), lambda s: regexp_replace(s, '(\w)-(\w)', '\1 \2', 'g')), []) as exceptions from vocabulary_class_names;
-- A disease stands for all below it, with a = before it for itself.
create temp table use_of as
with recursive up as (
  select disease_id as id, disease_id as at from drug where disease_id is not null
  union
  select u.id, parent from up u join (select id, unnest(parents) as parent from disease_tree) t on t.id = u.at
)
select distinct u.id as disease_id, c.class from (select class, unnest(diseases) as label from class_list) c
join disease_tree t on lower(t.label) = lower(ltrim(c.label, '=')) join up u on u.at = t.id where u.id = u.at or not starts_with(c.label, '=');
create temp table by_word as
select class, word from class_list, (select distinct word from name_word) where stems is not null and has_form(word, stems) and not has_form(word, exceptions);
create temp table member as
select n.id, w.class from name_word n join by_word w using (word)
union select d.id, c.class from (select id, unnest(atc) as code from drug) d, (select class, unnest(atc) as atc from class_list) c where starts_with(d.code, c.atc)
union select d.id, c.class from drug d join arm h using (id) join (select class, actions, unnest(targets) as symbol from class_list) c on c.symbol = h.label
  where c.actions is null or regexp_matches(d.mechanism, '\b(' || array_to_string(c.actions, '|') || ')s?\b')
union select d.id, u.class from drug d join use_of u using (disease_id)
union select d.id, c.class from drug d join (select class, unnest(modalities) as modality from class_list where coalesce(stems, atc, targets, diseases) is null) c using (modality);
-- An exception is none by whatever it would be one: entecavir's ATC code is that of drugs for HIV, and septic shock is an infection.
delete from member using name_word n, class_list c where n.id = member.id and c.class = member.class and has_form(n.word, c.exceptions);

create temp table hit as
select e.id, json_merge_patch(coalesce(e.attributes, '{}'), json_object('class_names', m.names))::varchar as attributes
from entity e join (
  select id, list_sort(list_distinct(flatten(list(c.names)))) as names from member join class_list c using (class) join drug d using (id)
  where c.modalities is null or list_contains(c.modalities, d.modality) group by id
) m using (id);
update entity set attributes = hit.attributes from hit where hit.id = entity.id;
insert into proposal_applied select 'class_names', id from hit;
drop table drug; drop table name_word; drop table class_list; drop table by_word; drop table use_of; drop table arm; drop table member; drop table hit;
