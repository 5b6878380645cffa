-- reads: disease_lineage, disease_of_name, entity, kind, release, rid_of, snapshot_entities
-- refresh: by-key

-- The words of every entity, as bags, in five fields: 1 name, 2 alias and identifier, 3 label, 4 text in attributes, 5 kind and year of approval.

set variable label_attributes = [
  name || '_names' for name in ['target', 'disease', 'class', 'drug', 'sponsor', 'developer', 'assignee']
];
set variable no_label_attributes = '{' || array_to_string(['"' || key || '":null' for key in getvariable('label_attributes')], ',') || '}';
set variable label_attribute = '"(' || array_to_string(getvariable('label_attributes'), '|') || ')"';
create or replace temp macro has_label_attributes(kind, attributes) as
  kind in ('product', 'program', 'trial', 'paper', 'patent', 'catalyst') and regexp_matches(attributes, getvariable('label_attribute'));

-- What a drug was ever tried against is no text of it where labels say what it is for: a rabies vaccine was a control in trials against malaria.
create or replace temp macro as_text(kind, attributes) as case
  when kind = 'product' and contains(attributes, '"disease_names"') then json_merge_patch(attributes, getvariable('no_label_attributes'), '{"indications":null}')
  when has_label_attributes(kind, attributes) then json_merge_patch(attributes, getvariable('no_label_attributes'))
  else attributes end;

create or replace temp macro is_said(attributes, field) as coalesce((attributes ->> ('$.' || field)) = 'true', false);

-- What is no longer sold is an answer by its name, and to others after what is.
create temp table off_market as
select r.rid from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind = 'product' and contains(e.attributes, 'off the market') and (e.attributes ->> '$.marketing_status') = 'off the market';

create temp table said as
select rid, 1 as field, name as text from entity
union all
select r.rid, 2, array_to_string(aliases, ' | ') from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and len(e.aliases) > 0
union all
-- One row for each identifier: to join those of an entity, a build of ten million would need more memory than it has.
select rid, 2, case when getvariable('identifier_forms')[field] = 'number' then ltrim(value, '0') else value end
from (unpivot (select rid, columns(lambda c: c in getvariable('identifier_columns')) from entity) on * exclude (rid) into name field value value)
union all
select rid, case when rid in (from off_market) then 4 else 3 end, concat_ws(' | ', target, case when target_symbol <> target then target_symbol end, modality, mechanism, therapeutic_area,
  disease_label, target_id, disease_id)
from entity
where coalesce(target, target_symbol, modality, mechanism, therapeutic_area, disease_label) is not null
union all
-- What a drug is first of all for counts three times: aspirin is for migraine too.
select rid, 3, concat_ws(' | ', disease_label, disease_label) from entity where disease_label is not null and is_boosted(rid) and rid not in (from off_market)
union all
-- What people call the target, the disease and the class of a drug, the drugs of a trial, and those behind either or a patent, is a label as these are.
select r.rid, case when r.rid in (from off_market) then 4 else 3 end, array_to_string(flatten([texts_of(e.attributes, '$.' || key) for key in getvariable('label_attributes')]), ' | ')
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and has_label_attributes(e.kind, e.attributes)
union all
-- What companies do, by the list of businesses.
select r.rid, 3, array_to_string(texts_of(e.attributes, '$.businesses'), ' | ')
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind = 'company' and contains(e.attributes, '"businesses"')
union all
select r.rid, 4, array_to_string(list_filter(json_extract_string(as_text(e.kind, e.attributes), '$.*'),
    lambda s: not regexp_matches(s, '^([-0-9.:TZ/]+|true|false|https?://.*)$')), ' | ')
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and length(e.attributes) > 2;

create temp table folded_text as select rid, field, as_searched(fold(text)) as text from said;

drop table said;

-- Words joined by punctuation stand in rows of their own: appending them to the other list would copy it.
create temp table bag as select rid, field, runs(text) as words from folded_text;
insert into bag select rid, field, marked(text) from folded_text where has_marks(text);

drop table folded_text;

-- What a text that asks for companies or trials looks for (src/operations/reading/kind-words.ts). No text has a word with a blank.
insert into bag select rid, 5, ['kind ' || kind] from entity join kind on kind_no = kind_of(rid);
-- Drugs approved in 2024, approvals of 2024 (src/operations/reading/terms.ts): a year by itself may be that of anything.
insert into bag select rid, 5, ['approved', 'approved ' || year]
from (
  select r.rid, left(coalesce(e.attributes ->> '$.first_approval_year', e.attributes ->> '$.approved_at'), 4) as year
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.state = 'live' and e.kind in ('product', 'approval') and regexp_matches(e.attributes, '"(first_approval_year|approved_at)"')
)
where regexp_full_match(year, '\d{4}');

-- Public companies (src/operations/reading/reading.ts).
insert into bag select r.rid, 5, [case when coalesce(e.ticker, e.attributes ->> '$.exchange') is null then 'unlisted company' else 'listed company' end]
from snapshot_entities e join rid_of r on r.id = e.id::uuid where e.state = 'live' and e.kind = 'company';
-- Drugs approved in Europe (src/operations/reading/reading.ts).
insert into bag select r.rid, 5, list_transform(from_json(e.attributes -> '$.approved_by', '["VARCHAR"]'), lambda one: 'approved by ' || fold(one))
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind = 'product' and contains(e.attributes, '"approved_by":["');
-- Drugs by what people call their class (src/operations/reading/named-class.ts).
insert into bag select r.rid, 5, list_distinct(list_transform(texts_of(e.attributes, '$.class_names'), lambda one: 'class ' || name_key(one)))
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind = 'product' and contains(e.attributes, '"class_names"');
-- Drugs by how they are given (src/operations/reading/routes.ts).
insert into bag select r.rid, 5, list_transform(texts_of(e.attributes, '$.routes'), lambda one: 'route ' || fold(one))
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind = 'product' and contains(e.attributes, '"routes"');
-- Drugs and approvals by their regulatory pathway and designations (src/operations/reading/pathways.ts); of reviews each letter stands for one.
insert into bag select rid, 5, list_transform(list_distinct(said), lambda one: 'pathway ' || one)
from (
  select r.rid, list_filter(list_concat(
      list_transform(coalesce(texts_of(e.attributes, '$.designations'), []), lambda one: fold(regexp_replace(one, '\s*[,(].*$', ''))),
      list_transform(coalesce(texts_of(e.attributes, '$.review'), []), lambda letter: map_extract(
        map {'A': 'accelerated approval', 'B': 'breakthrough therapy', 'F': 'fast track', 'O': 'orphan', 'P': 'priority review'}, letter)[1]),
      [case when is_said(e.attributes, 'is_conditional') then 'conditional approval' end, case when is_said(e.attributes, 'is_prime') then 'priority medicine' end,
       case when is_said(e.attributes, 'is_orphan') then 'orphan' end, case when is_said(e.attributes, 'exceptional_circumstances') then 'exceptional circumstances' end,
       case when is_said(e.attributes, 'accelerated_assessment') then 'accelerated assessment' end,
       case when (e.attributes ->> '$.application_type') = 'biosimilar' or starts_with(e.attributes ->> '$.pathway', '351(k)') then 'biosimilar' end]), lambda one: one is not null) as said
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.state = 'live' and e.kind in ('product', 'approval') and regexp_matches(e.attributes, '"(designations|review|is_conditional|is_prime|is_orphan|exceptional_circumstances|accelerated_assessment|application_type":"biosimilar|pathway)"')
)
where len(said) > 0;
-- Patents and approvals by the year in which they, or their last patent or exclusivity, end (src/operations/reading/expiry.ts).
insert into bag select rid, 5, ['expires ' || year]
from (
  select r.rid, left(greatest(e.attributes ->> '$.expires_at', e.attributes ->> '$.last_patent_expiry', list_max(json_extract_string(e.attributes, '$.exclusivities[*].until'))), 4) as year
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.state = 'live' and e.kind in ('patent', 'approval') and regexp_matches(e.attributes, '"(expires_at|last_patent_expiry|exclusivities)"')
)
where regexp_full_match(year, '\d{4}');
-- Rounds, grants and catalysts by their type (src/operations/reading/rounds.ts, events.ts).
insert into bag select r.rid, 5, ['type ' || fold(e.attributes ->> '$.type')] from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and e.kind in ('funding_event', 'catalyst') and (e.attributes ->> '$.type') is not null;
-- Failed drugs and programs (src/operations/reading/stage-reading.ts).
insert into bag select r.rid, 5, ['development discontinued'] from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and ((e.kind = 'product' and contains(e.attributes, '"development_status":"discontinued"')) or (e.kind = 'program' and is_said(e.attributes, 'discontinued')));
-- Withdrawn drugs (src/operations/reading/stage-reading.ts).
insert into bag select rid, 5, ['off the market'] from off_market;
-- Drugs by the furthest stage that they have reached for a disease, and so for each above it (src/operations/ranking/uses.ts).
set variable use_stages = ['phase 1', 'phase 2', 'phase 3', 'filed', 'approved'];
create temp table use_stated as
select rid, i.id, i.label, coalesce(i.confidence, confidence) as confidence, list_position(getvariable('use_stages'), lower(trim(i.phase))) as stage
from (
  select r.rid, e.moa_confidence as confidence,
    unnest(from_json(e.attributes -> '$.indications', '[{"id":"VARCHAR","label":"VARCHAR","phase":"VARCHAR","confidence":"DOUBLE"}]')) as i
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.state = 'live' and e.kind = 'product' and contains(e.attributes, '"indications"')
);
insert into bag select rid, 5, list('use ' || getvariable('use_stages')[stage] || ' ' || own)
from (
  select rid, own, max(stage) as stage
  from (
    select u.rid, u.stage, norm(unnest(coalesce(l.above, [o.own]))) as own
    from use_stated u left join disease_of_name a on a.key = norm(u.id) left join disease_of_name b on b.key = norm(u.label),
      lateral (select coalesce(a.own, b.own, norm(u.label), norm(u.id)) as own) o left join disease_lineage l on l.own = o.own
    where u.stage is not null and u.confidence >= (select trusted_confidence from release) and o.own <> ''
  )
  group by all
)
group by rid;
drop table use_stated;
-- Companies in Boston, hospitals in Texas (src/schema/places.ts).
insert into bag select rid, 5, list_filter([case when city <> '' then 'in ' || city end, case when city <> '' and state <> '' then 'in ' || city || ' ' || state end, case when state <> '' then 'state ' || state end], lambda w: w is not null)
from (
  select r.rid, name_key(coalesce(e.attributes ->> '$.city', '')) as city, case when regexp_full_match(e.attributes ->> '$.state', '[A-Z]{2}') then lower(e.attributes ->> '$.state') else '' end as state
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.state = 'live' and e.kind in ('company', 'institution') and regexp_matches(e.attributes, '"(city|state)"')
)
where city <> '' or state <> '';

drop table off_market;

create table text_size as select rid, field::utinyint as field, sum(len(words))::integer as len from bag group by all order by rid, field;
