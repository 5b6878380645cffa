-- The provenance of each field: from a row's own statements, and for MoA fields without any from the row's source and
-- confidence. A MoA statement overruled by another row leaves no trace.

create table provenance (entity_id varchar, field varchar, source varchar, confidence double, observed_at timestamptz);

create temp table said as
select id, field, value, source, confidence, observed_at from (
  select r.id, r.source, r.observed_at, unnest([
    {field: 'moa.target', value: r.target, confidence: r.c_target},
    {field: 'moa.target_id', value: r.target_id, confidence: r.c_target},
    {field: 'moa.target_symbol', value: r.target_symbol, confidence: r.c_target},
    {field: 'moa.modality', value: r.modality, confidence: r.c_modality},
    {field: 'moa.mechanism', value: r.mechanism, confidence: r.c_mechanism},
    {field: 'moa.therapeutic_area', value: r.therapeutic_area, confidence: r.c_area},
    {field: 'moa.disease_id', value: r.disease_id, confidence: r.c_disease},
    {field: 'moa.disease_label', value: r.disease_label, confidence: r.c_disease}
  ], recursive := true), list_transform(r.provenance, lambda p: moa_field(p.field)) as told
  from ranked r
) where value is not null and not coalesce(list_contains(told, field), false)
union all
select id, field, case field
    when 'moa.target' then target when 'moa.target_id' then target_id when 'moa.target_symbol' then target_symbol
    when 'moa.modality' then modality when 'moa.mechanism' then mechanism when 'moa.therapeutic_area' then therapeutic_area
    when 'moa.disease_id' then disease_id when 'moa.disease_label' then disease_label end,
  source, confidence, observed_at
from (
  select r.* exclude (source, observed_at, provenance), moa_field(p.field) as field, coalesce(p.source, r.source) as source, p.confidence,
    coalesce(p.observed_at, r.observed_at) as observed_at
  from (select *, unnest(provenance) as p from ranked where provenance is not null) r
) where field is not null;

insert into provenance
select s.id, s.field, s.source, max(s.confidence), max(s.observed_at)
from said s join entity e using (id)
where not starts_with(s.field, 'moa.') or s.field = 'moa.secondary_modalities' or fold(s.value) = fold(case s.field
    when 'moa.target' then e.target when 'moa.target_id' then e.target_id when 'moa.target_symbol' then e.target_symbol
    when 'moa.modality' then e.modality when 'moa.mechanism' then e.mechanism when 'moa.therapeutic_area' then e.therapeutic_area
    when 'moa.disease_id' then e.disease_id when 'moa.disease_label' then e.disease_label end)
group by all;
-- The rule by which a record was merged into another.
insert into provenance select id, 'merged_into', 'biograph: ' || rule, identity_confidence, null from entity where state = 'merged' and rule is not null;
-- The source's own row behind a field: the first row of that source that states it.
create table field_record as
select p.entity_id, p.field, p.source, coalesce(min(t.record), min_by(r.record_id, r.rank)) as record
from (select distinct entity_id, field, source from provenance) p
join (select id, source, rank, coalesce(source_record, record_of(record)) as record_id from ranked) r on r.id = p.entity_id and r.source = p.source
left join (
  select id, moa_field(p.field) as field, coalesce(p.source, source) as source, p.record as record from (select id, source, unnest(provenance) as p from ranked where provenance is not null)
) t on t.id = p.entity_id and t.field = p.field and t.source = p.source
group by p.entity_id, p.field, p.source;

drop table said; drop table ranked; drop table org_name; drop table head_name;
