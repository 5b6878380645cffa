-- A therapeutic area read from the text of conditions, subjects or a title: 0.5, below trust.
create temp table hit as
select id, area_of(said) as area from (
  select id, case kind
    when 'trial' then coalesce(nullif(array_to_string(from_json(attributes -> 'conditions', '["VARCHAR"]'), ' . '), ''), name)
    when 'program' then array_to_string(from_json(attributes -> 'conditions', '["VARCHAR"]'), ' . ')
    when 'paper' then name || ' . ' || coalesce(array_to_string(from_json(attributes -> 'mesh_major', '["VARCHAR"]'), ' . '), '')
    else name end as said
  from entity
  where state = 'live' and kind in ('trial', 'program', 'patent', 'paper', 'approval', 'product') and therapeutic_area is null
    and not has_stated(c_target, c_modality, c_mechanism, c_area, c_disease)
)
where area_of(said) is not null;

insert into provenance select id, 'moa.therapeutic_area', 'biograph: inferred from text', 0.5, null::timestamptz from hit;
update entity set therapeutic_area = hit.area, c_area = 0.5 from hit where hit.id = entity.id;
insert into proposal_applied select 'guessed_area', id from hit;
drop table hit;
