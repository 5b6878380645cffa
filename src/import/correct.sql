-- Applies corrections of names, fields and edges over the results of all rules: at confidence 1.0, and with provenance.

create or replace temp table correction_of as
select c.*, e.id, 'correction' || coalesce(' by ' || nullif(c.who, ''), '') || coalesce(': ' || nullif(c.source, ''), '') as said
from correction c join correction_end k on k.line = c.line and k.place = 'key' join identity i on i.record = k.record join entity e on e.id = i.survivor_id and e.state = 'live';

insert into correction_used select c.line from correction_of c join entity e using (id) where c.type = 'name' and e.name <> c.value;
update entity set aliases = list_sort(list_distinct(list_append(coalesce(entity.aliases, []), entity.name))), name = c.value
from (select id, max_by(value, line) as value from correction_of where type = 'name' group by id) c where c.id = entity.id and entity.name <> c.value;
update entity set aliases = nullif(list_filter(entity.aliases, lambda a: fold(a) <> fold(entity.name)), []) from correction_of c where c.type = 'name' and c.id = entity.id;

update entity set
  {columns},
  c_target = case when list_has_any(c.fields, ['target', 'target_id', 'target_symbol']) then 1.0 else entity.c_target end,
  c_modality = case when list_contains(c.fields, 'modality') then 1.0 else entity.c_modality end,
  c_mechanism = case when list_contains(c.fields, 'mechanism') then 1.0 else entity.c_mechanism end,
  c_area = case when list_contains(c.fields, 'therapeutic_area') then 1.0 else entity.c_area end,
  c_disease = case when list_has_any(c.fields, ['disease_id', 'disease_label']) then 1.0 else entity.c_disease end,
  attributes = nullif(json_merge_patch(coalesce(entity.attributes, '{}'), c.attributes)::varchar, '{}')
from (
  with said as (select id, field, max_by(value, line) as value from correction_of where type = 'field' group by id, field)
  select s.id, list(field) as fields, map(list(field), list(value)) as given, coalesce(any_value(a.told), '{}') as attributes
  from said s left join (
    select id, to_json(map(list(field[12:] order by field), list(case when value = '' then null::json when json_valid(value) and regexp_matches(value, '^[\[{]') then value::json else to_json(value) end order by field))) as told
    from said where starts_with(field, 'attributes.') group by id
  ) a using (id) group by s.id
) c where c.id = entity.id;

create temp table no_edge as
select c.line, s.survivor_id as source, c.field as relation, t.survivor_id as target from correction c
join correction_end ks on ks.line = c.line and ks.place = 'key' join identity s on s.record = ks.record
join correction_end kt on kt.line = c.line and kt.place = 'value' join identity t on t.record = kt.record
where c.type = 'not-an-edge';
insert into correction_used select n.line from no_edge n join edge using (source, relation, target);
delete from edge using no_edge n where edge.source = n.source and edge.relation = n.relation and edge.target = n.target;

delete from provenance using correction_of c
where provenance.entity_id = c.id and (provenance.field = case c.type when 'name' then 'name' when 'field' then coalesce(moa_field(c.field), c.field) end or starts_with(provenance.source, 'correction') and c.type in ('same', 'different', 'not-an-edge'));
insert into provenance by name
select id as entity_id, case type when 'name' then 'name' when 'field' then moa_field(field) when 'not-an-edge' then 'edges.' || field else 'identity' end as field,
  said as source, 1.0::double as confidence, max(said_at) as observed_at
from correction_of group by all;
drop table correction_of; drop table no_edge;
