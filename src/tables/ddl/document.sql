-- reads: rid_of, snapshot_entities, snapshot_provenance
-- refresh: by-key

-- Each entity's document as JSON text, without its links and without its header (id, kind, name, slug) and signals. A record separator (which never occurs unescaped in JSON text) marks where the signals go and encloses the
-- per-field provenance, so that doors concatenate parts without parsing: "identifiers":…,"funding":…,  ␞
-- "attributes":…,"provenance":{…  ␞  ,"fields":[…]  ␞  },"updated_at":"…"

-- Likelihood of approval by phase: BIO, Informa Pharma Intelligence and QLS Advisors, Clinical Development
-- Success Rates and Contributing Factors 2011–2020.
create or replace temp macro phase_key(p) as replace(replace(replace(norm(p), 'early_', ''), 'early ', ''), '_', ' ');
create or replace temp macro base_rate(p) as case
  when regexp_matches(phase_key(p), '^phase ?(1|i)($|[^0-9iv])') then 0.079
  when regexp_matches(phase_key(p), '^phase ?(2|ii)($|[^0-9iv])') then 0.151
  when regexp_matches(phase_key(p), '^phase ?(3|iii)$') then 0.524
  when phase_key(p) in ('filed', 'nda', 'bla', 'nda/bla', 'submitted', 'registration') then 0.906 end;

-- JSON text as JavaScript writes it, so that text passed through and text that is parsed and written again are the same
-- bytes. Most already is; only text that may differ (numbers with needless digits or exponents, escapes, blanks,
-- numeric names) goes through the function.
create or replace temp macro canonical(t) as case
  when regexp_matches(t, '[\[:,]-?[0-9]+\.[0-9]*0[,}\]]|[\[:,]-?[0-9.]+[eE]|[\[:,]-0[,}\]]|[\[:,]-?[0-9.]{16}|[\[:,]-?0\.000000|\\[u/]|[\n\r\t]|":\s|[,{\[:]\s+"|[{\[]\s|[0-9],\s+-?[0-9]|\s[,}\]]|[{,]"[0-9]+":')
  then as_javascript(t) else t end;

-- The same for text from outside, which may have duplicate names.
create or replace temp macro canonical_object(t) as case
  when contains(substr(t, 2), '{"') or len(json_keys(t)) <> len(list_distinct(json_keys(t))) then as_javascript(t) else canonical(t) end;

-- The same for text that to_json made of texts and of number_json's numbers: only control characters are escaped in
-- another way.
create or replace temp macro canonical_made(t) as case when contains(t, '\u') then as_javascript(t) else t end;

-- A number as JSON; null if it is not a number.
create or replace temp macro number_json(x) as (case
  when not isfinite(x) then null
  when abs(x) < 1e15 and x = trunc(x) then x::bigint::varchar
  when abs(x) >= 0.001 and x = round(x, 4) and abs(x) < 1e6 then x::varchar
  else as_javascript(to_json(x)::varchar) end)::json;

create temp table field_provenance as
select
  r.rid,
  string_agg(to_json({field: p.field, source: p.source, confidence: number_json(p.confidence), observed_at: iso(make_timestamp_ms(epoch_ms(p.observed_at))), record: p.record})::varchar, ','
    order by p.field, p.source) as fields
from snapshot_provenance p join rid_of r on r.id = p.entity_id::uuid
group by r.rid;

-- The parts of a document. What most entities lack is null as a whole, so that it is neither written nor checked.
create or replace temp view document_part as
with e as (
  select r.rid, r.id as own_id, s.*, struct_pack(*columns(lambda c: c in getvariable('identifier_columns'))) as identifiers, coalesce(canonical_object(s.attributes), '{}') as own, coalesce(s.pos_phase, case when s.kind = 'trial' then json_extract_string(s.attributes, '$.phase') end) as phase
  from snapshot_entities s join rid_of r on r.id = s.id::uuid
  where s.state = 'live'
), rated as (
  select *, coalesce(pos_probability, base_rate(phase)) as probability from e
), written as (
  -- Texts are named first, because a macro repeats its argument's expression wherever it is used.
  select
    e.rid, e.own_id, e.slug, to_json(e.name)::varchar as name, e.own, iso(make_timestamp_ms(epoch_ms(e.updated_at))) as updated,
    to_json({identifiers: e.identifiers})::varchar as identifiers,
    case when e.moa_confidence is not null or len(e.secondary_modalities) > 0
        or coalesce(e.target, e.target_id, e.target_symbol, e.modality, e.mechanism, e.therapeutic_area, e.disease_id, e.disease_label) is not null
      then to_json({
        moa: {
          target: e.target, target_id: e.target_id, target_symbol: e.target_symbol, modality: e.modality,
          secondary_modalities: coalesce(e.secondary_modalities, []), mechanism: e.mechanism,
          therapeutic_area: e.therapeutic_area, disease_id: e.disease_id, disease_label: e.disease_label,
          confidence: number_json(e.moa_confidence)
        }
      })::varchar end as moa,
    case when coalesce(e.platform_type, e.product_family, e.product_uid, e.funding) is not null or e.probability is not null or len(e.product_categories) > 0
      then to_json({
        platform_type: e.platform_type,
        product: case when coalesce(e.product_family, e.product_uid) is not null or len(e.product_categories) > 0
          then {family: e.product_family, categories: coalesce(e.product_categories, []), uid: e.product_uid} end,
        pos: case when e.probability is not null then {
          probability: number_json(e.probability),
          phase: e.phase,
          basis: coalesce(e.pos_basis, 'Industry base rate by phase: BIO, Informa, QLS, Clinical Development Success Rates 2011-2020'),
          caveat: 'A phase-conditioned industry base rate: not calibrated to this trial, sponsor or disease.'
        } end,
        funding: canonical_object(e.funding)::json
      })::varchar end as stage,
    case when len(e.aliases) > 0
      then '{"aliases":' || to_json(e.aliases)::varchar || case when e.own = '{}' then '}' else ',' || substr(e.own, 2) end end as named,
    to_json({source: e.source, observed_at: iso(make_timestamp_ms(epoch_ms(e.observed_at))), identity_confidence: number_json(e.identity_confidence)})::varchar as origin,
    '[' || f.fields || ']' as fields
  from rated e left join field_provenance f on f.rid = e.rid
)
select
  rid, own_id, slug, canonical(name) as name,
  substr(left(canonical_made(identifiers), -1), 2) as identifiers,
  substr(left(canonical_made(moa), -1), 2) as moa,
  substr(left(canonical(stage), -1), 2) as stage,
  coalesce(canonical_object(named), own) as attributes,
  left(canonical_made(origin), -1) as origin,
  coalesce(canonical_made(fields), '[]') as fields,
  updated
from written;

-- Written to a look-up file after its header, in an abbreviated form (src/lookups/documents.ts), not stored as a table.
create or replace temp view document as
select
  rid,
  identifiers || ','
  || coalesce(moa, '"moa":{"target":null,"target_id":null,"target_symbol":null,"modality":null,"secondary_modalities":[],"mechanism":null,"therapeutic_area":null,"disease_id":null,"disease_label":null,"confidence":null}') || ','
  || coalesce(stage, '"platform_type":null,"product":null,"pos":null,"funding":null') || ',' || chr(30)
  || '"attributes":' || attributes
  || ',"provenance":' || origin
  || chr(30) || ',"fields":' || fields || chr(30)
  || '},"updated_at":"' || updated || '"' as text
from document_part;
