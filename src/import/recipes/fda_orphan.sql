-- name: fda_orphan
-- title: FDA, orphan designations that were approved
-- source: FDA orphan drugs
-- licence: US government work, public domain
-- attribution: Orphan Drug Designations and Approvals, U.S. Food and Drug Administration
-- url: https://www.accessdata.fda.gov/scripts/opdlisting/oopd/ (search for approved products, "Excel", saved as CSV)
-- files: approvals=*orphan*.csv
-- priority: 61
-- confidence: 0.95
-- fills: One approval for each indication that an orphan drug was approved for, with its date, the designation, and when exclusivity
--   ends; who holds it, of what product it is, and what disease it is for. The first approval of a drug in a year is the same as the
--   numbered one of its brand and year.

create temp table raw as
select * from read_csv(getvariable('approvals'), header = true, all_varchar = true, normalize_names = true, delim = ',', quote = '"', escape = '"', store_rejects = true, max_line_size = 16777216);

-- "Kymriah (tisagenlecleucel)", "LORBRENA; Lorbrena", "ALKINDI® SPRINKLE": the brand without additions.
-- And "1. Myozyme 2. Lumizyme", "Zometa, Zabel", "Elelyso for injection", "ABthraxTM".
create macro plain_brand(s) as title_case(trim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(s, '[®™]', '', 'g'), '^\s*1\.\s+', ''), '[;,(].*$|\s2\.\s.*$', ''),
  '(\w{3,}?)(?:TM|(?i:(?: (?:for|inhalation|intrapleural|intratracheal|intravenous|ophthalmic|oral|sterile|topical))* (?:aerosol|capsules?|implant|injection|solution|suspension|tablets?)))\s*$', '\1')));
-- "riluzole oral suspension" is riluzole; "(tisagenlecleucel) Autologous T Cells …" is tisagenlecleucel.
create macro plain_generic(s) as trim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(s, ';.*$', ''), '^\(([^()]+)\) .*$', '\1'), '\s*\([^()]*\)\s*$', ''),
  '^combination of ', '', 'i'), '[ ,]+(for )?(extended[- ]release |delayed[- ]release |oral |intravenous |subcutaneous |ophthalmic |topical |inhalation |nasal |intrathecal |lyophilized )*(solution|suspension|tablets?|capsules?|injection|infusion|inhalation|gel|cream|powder|spray|emulsion|ointment|granules|implant|microspheres)( for .*)?$', '', 'i'));
create temp table approval as
select distinct on (key) *, product_key(coalesce(called, without_suffix(generic))) as product_key from (
  -- Vaccines of different makers, and blood factors, share one common name, so they are identified by brand.
  select *, case when regexp_matches(lower(generic), '\bvaccines?\b') or names_factor_class(said) then brand end as called from (
  select 'fda_orphan:' || record || ':' || approved_at || case when twins > 1 then ':' || left(md5(coalesce(indication, '')), 6) else '' end as key, * from (
    select regexp_replace(trim(cf_grid_key), '\.0$', '') as record, count(*) over (partition by trim(cf_grid_key), trim(marketing_approval_date)) as twins, loose_date(marketing_approval_date) as approved_at,
      trim(generic_name) as said, coalesce(nullif(plain_generic(generic_name), ''), trim(generic_name)) as generic, nullif(plain_brand(na(trade_name)), '') as brand, na(approved_labeled_indication) as indication,
      trim(regexp_replace(regexp_replace(trim(orphan_designation), '^(for )?(the )?(treatment|prevention|prophylaxis|management|diagnosis)( and prevention)? (of|in) (patients with |the )?', '', 'i'), '\.+$', '')) as disease,
      na(orphan_designation) as designation, loose_date(date_designated) as designated_at, loose_date(exclusivity_end_date) as exclusive_until, na(sponsor_company) as sponsor
    from raw where na(generic_name) is not null and na(cf_grid_key) is not null
  ) where approved_at is not null)
) order by key, generic, brand, sponsor;

create temp view rejects as
select null as file, null::bigint as line, 'the approval has no drug, number or date' as reason, to_json(r)::varchar as "row"
from raw r where not starts_with(generic_name, 'Note:') and (na(generic_name) is null or na(cf_grid_key) is null or loose_date(marketing_approval_date) is null);

create temp view entities as
select key, 'approval' as kind, 'FDA orphan approval of ' || coalesce(brand || ' (' || substance_name(generic) || ')', substance_name(generic)) || ', ' || approved_at as name,
  case when brand is not null then [{name: brand, type: 'brand'}] end as names,
  case when disease <> '' and length(disease) <= 200 then [{label: disease, phase: 'approved', confidence: 0.9, record: record}] end as indications,
  {agency: 'FDA', approved_at: approved_at, brand: brand, generic: lower(generic), indication: indication, designation: designation, designated_at: designated_at, orphan_exclusive_until: exclusive_until, is_orphan: true} as attributes,
  record as source_record
from approval
union all by name
select product_key as key, 'product' as kind, coalesce(min(called), substance_name(min(without_suffix(generic)))) as name,
  list_sort(list_distinct(flatten(list(list_filter([{name: brand, type: 'brand'}, {name: case when without_suffix(generic) <> generic then generic end, type: 'generic'}, {name: case when called is not null then generic end, type: 'synonym'}], lambda n: n.name is not null))))) as names,
  list({label: disease, phase: 'approved', confidence: 0.9, record: record} order by approved_at, record) filter (where disease <> '' and length(disease) <= 200) as indications,
  'therapeutic' as product_family, ['drug'] as product_categories, {generic: lower(min(without_suffix(generic)) filter (where called is null)), brand: min(brand), proper_name: min(generic) filter (where called is not null), designations: ['orphan (FDA)']} as attributes, min(record) as source_record
from approval where product_key is not null group by product_key
union all by name
select org_name_key('company', sponsor) as key, 'company' as kind, min(sponsor) as name from approval where sponsor is not null group by 1;

create temp view edges as
select org_name_key('company', sponsor) as source_key, unnest(['holds', 'develops']) as relation, unnest([key, product_key]) as target_key, approved_at as observed_at, record as source_record
from approval where sponsor is not null and product_key is not null
union all by name
select key as source_key, 'approval_of' as relation, product_key as target_key, approved_at as observed_at, record as source_record from approval where product_key is not null;
