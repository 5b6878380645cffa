-- One row per entity. A survivor takes each field from the first row that has it: rows of its own record, then by the
-- recipes' priority, then by recipe, key and content; a filer's present name, which has its ticker, before former ones. A MoA statement is taken as a whole (label, id, symbol together)
-- from the row with the highest confidence.

create or replace temp macro moa_field(f) as case
  when f in ('target', 'target_id', 'target_symbol', 'modality', 'secondary_modalities', 'mechanism', 'therapeutic_area', 'disease_id', 'disease_label')
  then 'moa.' || f else f end;
create or replace temp macro sure(provenance, fields, otherwise) as coalesce(
  list_max(list_transform(list_filter(provenance, lambda p: list_contains(fields, moa_field(p.field))), lambda p: p.confidence)), otherwise);

create table ranked as
select i.survivor, i.survivor_id as id, i.state, row.*,
  row_number() over (partition by i.survivor order by row.record = i.survivor desc, row.priority desc, row.recipe, row.record, row.ticker is null, row.name, row.row_hash) as rank,
  sure(row.provenance, ['moa.target', 'moa.target_id', 'moa.target_symbol'], row.moa_confidence) as c_target,
  sure(row.provenance, ['moa.modality'], row.moa_confidence) as c_modality,
  sure(row.provenance, ['moa.mechanism'], row.moa_confidence) as c_mechanism,
  sure(row.provenance, ['moa.therapeutic_area'], row.moa_confidence) as c_area,
  sure(row.provenance, ['moa.disease_id', 'moa.disease_label'], row.moa_confidence) as c_disease
from row join identity i using (record)
where i.state <> 'removed';

-- The most confident first, then the first by priority; statements without a confidence come last.
create or replace temp macro by_confidence(confidence, rank) as (1 - coalesce(confidence, -1)) * 1e9 + rank;

-- The best name of an organisation: that of the list of companies; or else a name that is not abbreviated, contains no
-- other party, is used by more than one source, and is not in capitals, with its legal form; a registry's before
-- others. A name that exists only in capitals is converted to usual spelling.
create temp table spelt as
select kind, name, own, org_key(own) as name_key, is_shouted(own) as shouted, has_short_word(own) as short from (
  select kind, name, case kind when 'company' then own_name(name) when 'institution' then regexp_replace(name, '\s*/ ?ID ?#? ?\d+.*$', '') else name end as own
  from (select distinct i.kind, row.name from row join identity i using (record) where i.kind in ('company', 'institution', 'funder') and i.state <> 'removed')
);
-- How often an institution is called so: of two spellings the rarer one is the mistake.
create temp table calls as
select b.record, count(*) as n from (select distinct record from ranked where kind = 'institution') b
join known_as k using (record) join staged_edge e on e.target_key = k.key group by b.record;
create temp table best_name as
with stated as (
  select r.survivor, r.recipe, r.rank, r.record, s.*, sum(coalesce(c.n, 0)) over (partition by r.survivor, s.name_key) as calls
  from ranked r join spelt s on s.kind = r.kind and s.name = r.name left join calls c using (record) where not is_stub(r.name, r.record)
), said as (
  select *, kind = 'institution' and not starts_with(record, 'ror:') and calls < max(calls) over (partition by survivor, kind, letters_of(name_key)) as mistaken from stated
), used as (
  select survivor, name_key, count(distinct recipe) as n from said group by all
), listed as (
  select i.survivor, min(h.head) as head from head_name h join identity i using (record)
  -- The bundled sample is one of the project's own lists, and states names.
  where not starts_with(i.survivor, 'sample:') group by i.survivor having count(distinct h.head) = 1
), best as (
  select s.survivor, min_by(s.own, {short: s.record like 'fda_applicant:%' or s.short, cut: length(s.own) < 3, whose: s.own <> s.name, mistaken: s.mistaken, alone: u.n = 1 and s.rank > 1, shouted: s.shouted, rank: s.rank}) as own
  from said s join used u using (survivor, name_key) group by s.survivor
)
select b.survivor, coalesce(l.head, proper_name(b.own)) as best from best b left join listed l using (survivor);
drop table spelt; drop table calls;

-- How many sources call a product so, and whether they say more than the substance: a salt, or that it comes as a kit.
create temp table product_name as
with said as (
  select distinct survivor, recipe, name, salt_free(plain_words(name)) as name_key from ranked where kind = 'product'
), used as (
  select survivor, name_key, count(distinct recipe) as sources from said group by all
)
select distinct survivor, name, sources,
  name_key <> plain_words(name) or regexp_matches(name, '(?i) kit$') or (len(substance_parts(name)) > 1 and len(list_filter(substance_parts(name), lambda p: salt_free(p) <> p)) > 0) as is_form
from said join used using (survivor, name_key);

create table entity as
with foremost as (
  select
    survivor, id,
    -- A stub's name, which is its key, is replaced by any other, a code by a nonproprietary name, a salt's or kit's by
    -- its substance's, one that a single source uses (erlosamide) by one that several do, and a person's initials and lost accents by the name in
    -- full; for organisations see best_name.
    coalesce(any_value(best.best), min_by(name, {stub: is_stub(name, record), code: kind = 'product' and (is_drug_code(name) or is_chemical_name(name)), form: coalesce(is_form, false), alone: coalesce(sources = 1, false),
      initials: kind = 'person' and not is_whole_name(name), shouted: length(name) > 4 and name = upper(name) and contains(name, ' '), plain: kind = 'person' and name = strip_accents(name), rank: rank})) as name,
    min_by(columns(lambda c: c in getvariable('identifier_columns')), rank),
    min_by({target: target, target_id: target_id, target_symbol: target_symbol, confidence: c_target}, by_confidence(c_target, rank))
      filter (where coalesce(target, target_id, target_symbol) is not null) as t,
    min_by({modality: modality, secondary: secondary_modalities, confidence: c_modality}, by_confidence(c_modality, rank))
      filter (where modality is not null) as m,
    min_by({mechanism: mechanism, confidence: c_mechanism}, by_confidence(c_mechanism, rank)) filter (where mechanism is not null) as me,
    min_by({area: therapeutic_area, confidence: c_area}, by_confidence(c_area, rank)) filter (where therapeutic_area is not null) as a,
    min_by({id: disease_id, label: disease_label, confidence: c_disease}, by_confidence(c_disease, rank))
      filter (where coalesce(disease_id, disease_label) is not null) as d,
    min_by(platform_type, rank) as platform_type, min_by(product_family, rank) as product_family,
    min_by(product_categories, rank) as product_categories, min_by(product_uid, rank) as product_uid,
    min_by(pos_phase, rank) as pos_phase, min_by(pos_probability, rank) as pos_probability, min_by(pos_basis, rank) as pos_basis,
    min_by(funding, rank) as funding,
    list_reduce(list(attributes::json order by rank desc) filter (where attributes is not null), lambda a, b: json_merge_patch(a, b)) as attributes,
    min_by(slug, rank) as slug, min_by(identity_confidence, rank) as identity_confidence,
    min_by(source, rank) as source, min_by(observed_at, rank) as observed_at,
    least(coalesce(max(updated_at), getvariable('as_of')), getvariable('as_of')) as updated_at,
    min_by(embedding, rank) as embedding
  from ranked left join best_name best using (survivor) left join product_name using (survivor, name) group by survivor, id
), called as (
  select survivor, list(alias order by alias) as aliases from (
    select r.survivor, min(a.alias) as alias
    from (select survivor, unnest(list_append(coalesce(aliases, []), case when not is_stub(name, record) then name end)) as alias from ranked) a
    join foremost r using (survivor)
    where fold(a.alias) <> fold(r.name)
    group by r.survivor, fold(a.alias)
  ) group by survivor
)
select
  f.id, i.kind, 'live' as state, null::varchar as merged_into, f.survivor as natural_key, f.name, f.slug, c.aliases,
  columns(lambda c: c in getvariable('identifier_columns')),
  f.t.target as target, f.t.target_id as target_id, f.t.target_symbol as target_symbol,
  f.m.modality as modality, f.m.secondary as secondary_modalities, f.me.mechanism as mechanism,
  f.a.area as therapeutic_area, f.d.id as disease_id, f.d.label as disease_label,
  f.t.confidence as c_target, f.m.confidence as c_modality, f.me.confidence as c_mechanism,
  f.a.confidence as c_area, f.d.confidence as c_disease,
  f.platform_type, f.product_family, f.product_categories, f.product_uid, f.pos_probability, f.pos_phase, f.pos_basis,
  f.funding, f.attributes::varchar as attributes, f.source, f.observed_at,
  coalesce(f.identity_confidence, case when i.strength >= 2 then 1.0 when i.strength = 1 then 0.9 else 0.8 end) as identity_confidence,
  f.updated_at, f.embedding, i.strength, null::varchar as rule
from foremost f join identity i on i.record = f.survivor and i.state = 'live' left join called c on c.survivor = f.survivor
union all by name
-- Merged and removed records keep a row with their name, so that their ids can be resolved.
select * exclude (fold_confidence) replace (case when rule is null then identity_confidence when rule = 'stated by the source' then coalesce(identity_confidence, 1.0) else fold_confidence end as identity_confidence)
from (
  select
    i.id, i.kind, i.state, uuid5(i.folded_into) as merged_into, i.record as natural_key,
    min_by(row.name, row.rid) as name, min_by(row.slug, row.rid) as slug,
    min_by(row.source, row.rid) as source, min_by(row.observed_at, row.rid) as observed_at,
    min_by(row.identity_confidence, row.rid) as identity_confidence,
    least(coalesce(max(row.updated_at), getvariable('as_of')), getvariable('as_of')) as updated_at,
    i.strength, i.rule, i.fold_confidence
  from identity i join row using (record) where i.state <> 'live'
  group by all
);
drop table best_name; drop table product_name;
