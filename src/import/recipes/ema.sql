-- name: ema
-- title: EMA, medicines authorised in the European Union
-- source: EMA
-- licence: EMA terms: reuse with acknowledgement of the source
-- attribution: European Medicines Agency, medicine data; www.ema.europa.eu
-- url: https://www.ema.europa.eu/en/medicines/download-medicine-data (medicines report, saved as CSV from its header line on)
-- files: medicines=medicines*report*.csv
-- priority: 64
-- confidence: 0.95
-- fills: Approvals by EMA product number with agency EMA, dates, status, orphan, biosimilar, conditional and advanced-therapy flags;
--   who holds them (holds, and develops where it is neither a generic nor a biosimilar) and of what product they are; its trade name,
--   ATC codes and indications (MeSH). Only human medicines that were authorised: applications refused or withdrawn are left out.

create macro day_first(s) as try_strptime(nullif(trim(s), ''), '%d/%m/%Y')::date;
create macro yes(s) as case when lower(trim(s)) = 'yes' then true end;
-- A name that is repeated without a separator ("ImmunexImmunex").
create macro once(s) as case when length(s) % 2 = 0 and left(s, length(s) // 2) = right(s, length(s) // 2) then left(s, length(s) // 2) else s end;
create temp table raw as
select * from read_csv(getvariable('medicines'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true, max_line_size = 16777216);

create temp table medicine as
select distinct on (number) *, coalesce(atc[1], '') like 'J07%' or regexp_matches(lower(inn), '\bvaccines?\b') as is_vaccine from (
  select na("EMA product number") as number, regexp_replace(trim("Name of medicine"), '\s*\(previously .*\)$', '', 'i') as brand, nullif(regexp_extract("Name of medicine", '\(previously (.*)\)', 1, 'i'), '') as previously,
    lower(na("Medicine status")) as status, coalesce(na("International non-proprietary name (INN) / common name"), na("Active substance")) as inn, na("Active substance") as substance,
    list_filter(split_list(upper(na("ATC code (human)")), ';'), lambda c: regexp_matches(c, '^[A-Z]\d{2}')) as atc, split_list(na("Therapeutic area (MeSH)"), ';') as mesh, plain_text(na("Therapeutic indication")) as indication,
    na("Pharmacotherapeutic group (human)") as class, yes("Advanced therapy") as advanced, yes("Biosimilar") as biosimilar, yes("Conditional approval") as conditional, yes("Exceptional circumstances") as exceptional,
    yes("Generic") as generic, yes("Orphan medicine") as orphan, yes("PRIME: priority medicine") as prime, yes("Accelerated assessment") as accelerated,
    once(na("Marketing authorisation developer / applicant / holder")) as holder, day_first("Marketing authorisation date") as approved_at,
    day_first("Withdrawal / expiry / revocation / lapse of marketing authorisation date") as ended_at, day_first("Last updated date") as updated_at, na("Medicine URL") as url
  from raw where lower(trim(Category)) = 'human'
) where number is not null and na(brand) is not null and inn is not null and approved_at is not null and status not in ('refused', 'application withdrawn', 'withdrawn from rolling review', 'opinion', 'opinion under re-examination')
order by number, updated_at desc nulls last, brand;

create temp view rejects as
select null as file, null::bigint as line, 'the medicine has no number, name or substance' as reason, to_json(r)::varchar as "row"
from raw r where lower(trim(Category)) = 'human' and day_first("Marketing authorisation date") is not null and (na("EMA product number") is null or na("Name of medicine") is null or coalesce(na("International non-proprietary name (INN) / common name"), na("Active substance")) is null);
create temp view left_out as
select 'not a human medicine' as reason, count(*) as rows from raw where coalesce(lower(trim(Category)), '') <> 'human'
union all select 'never authorised', count(*) from raw where lower(trim(Category)) = 'human' and (day_first("Marketing authorisation date") is null
  or lower(trim("Medicine status")) in ('refused', 'application withdrawn', 'withdrawn from rolling review', 'opinion', 'opinion under re-examination'));

-- A product is named after its substance, except that vaccines of different makers share one common name and are named
-- by brand.
create temp table authorised as
select *, 'ema:' || number as key, case when is_vaccine then brand else replace(inn, ';', '; ') end as product, product_key(case when is_vaccine then brand else inn end) as product_key,
  list_transform(mesh, lambda m: {label: m, phase: 'approved', confidence: 0.9, record: number}) as indications,
  tidy([case when advanced then 'advanced therapy medicinal product' end, case when is_vaccine then 'vaccine' end]) as drug_types
from medicine where product_key(case when is_vaccine then brand else inn end) is not null;

create temp view entities as
select key, 'approval' as kind, brand || ' (' || replace(inn, ';', ', ') || '), EMA ' || number as name, list_filter([{name: brand, type: 'brand'}, {name: previously, type: 'former'}], lambda n: n.name is not null) as names,
  indications, case when is_vaccine then 'vaccine' end as modality, case when is_vaccine then 0.95 end as moa_confidence,
  {
    application_number: number, agency: 'EMA', approved_at: approved_at, brand: brand, generic: lower(replace(inn, ';', ', ')), marketing_status: status, ended_at: ended_at, indication: indication, atc: atc,
    application_type: case when biosimilar then 'biosimilar' when generic then 'generic' else 'original' end, is_orphan: orphan, is_conditional: conditional, exceptional_circumstances: exceptional, is_prime: prime,
    accelerated_assessment: accelerated, drug_types: drug_types, pharmacotherapeutic_group: class, url: url
  } as attributes,
  updated_at, number as source_record
from authorised
union all by name
select product_key as key, 'product' as kind, case when bool_or(is_vaccine) then min(product) else substance_name(min_by(product, length(product))) end as name,
  list_sort(list_distinct(flatten(list(list_filter([{name: brand, type: 'brand'}, {name: previously, type: 'brand'}, {name: case when is_vaccine then inn end, type: 'synonym'}], lambda n: n.name is not null))))) as names,
  flatten(list(indications order by number)) as indications, case when bool_or(is_vaccine) then 'vaccine' end as modality, case when bool_or(is_vaccine) then 0.95 end as moa_confidence,
  'therapeutic' as product_family, ['drug'] as product_categories,
  {generic: case when not bool_or(is_vaccine) then lower(min(product)) end, proper_name: case when bool_or(is_vaccine) then min(inn) end, brand: min(brand) filter (where generic is null and biosimilar is null), atc: tidy(flatten(list(atc))), drug_types: tidy(flatten(list(drug_types))),
    designations: tidy([case when bool_or(orphan) then 'orphan (EMA)' end, case when bool_or(prime) then 'priority medicine, PRIME (EMA)' end, case when bool_or(conditional) then 'conditional approval (EMA)' end])} as attributes,
  min(number) as source_record
from authorised group by product_key
union all by name
select org_name_key('company', holder) as key, 'company' as kind, min(holder) as name from authorised where holder is not null group by 1;

create temp view edges as
select org_name_key('company', holder) as source_key, 'holds' as relation, key as target_key, approved_at as observed_at, number as source_record from authorised where holder is not null
union all by name
select org_name_key('company', holder) as source_key, 'develops' as relation, product_key as target_key, min(approved_at) as observed_at, min(number) as source_record
from authorised where holder is not null and generic is null and biosimilar is null and not is_contractor(holder) group by 1, 3
union all by name
select key as source_key, 'approval_of' as relation, product_key as target_key, approved_at as observed_at, number as source_record from authorised;
