-- name: purple_book
-- title: FDA Purple Book, licensed biological products
-- source: FDA Purple Book
-- licence: US government work, public domain
-- attribution: Purple Book Database of Licensed Biological Products, U.S. Food and Drug Administration
-- url: https://purplebooksearch.fda.gov/downloads
-- files: products=purplebook*.csv, changes=pb_*.csv?
-- columns: products=csv(Applicant "BLA Number" "Proprietary Name" "Proper Name" "BLA Type" "Approval Date"), changes=csv(Applicant "BLA Number" "Proper Name")
-- priority: 66
-- confidence: 0.95
-- fills: Approvals by BLA number with date, route, dosage forms, licence and exclusivity, who holds them and of what product they are; the
--   companies that develop it; which biosimilar refers to which product (biosimilar_to).

-- The file has a mark at the start, lines before the header, and cells without number: a line is a product if its BLA
-- number is a number.
create macro purple(path) as table
select * from read_csv(path, header = false, auto_detect = false, all_varchar = true, delim = ',', quote = '"', escape = '"', null_padding = true, parallel = false, store_rejects = true,
  columns = {'nru': 'VARCHAR', 'applicant': 'VARCHAR', 'bla': 'VARCHAR', 'proprietary': 'VARCHAR', 'proper': 'VARCHAR', 'bla_type': 'VARCHAR', 'strength': 'VARCHAR', 'form': 'VARCHAR',
    'route': 'VARCHAR', 'presentation': 'VARCHAR', 'marketing': 'VARCHAR', 'licensure': 'VARCHAR', 'approval_date': 'VARCHAR', 'ref_proper': 'VARCHAR', 'ref_proprietary': 'VARCHAR',
    'supplement': 'VARCHAR', 'submission': 'VARCHAR', 'licence': 'VARCHAR', 'product': 'VARCHAR', 'center': 'VARCHAR', 'first_licensed': 'VARCHAR', 'exclusive': 'VARCHAR',
    'interchangeable_exclusive': 'VARCHAR', 'ref_exclusive': 'VARCHAR', 'orphan_exclusive': 'VARCHAR'});
create temp table lines as from purple(getvariable('products')) union all from purple(getvariable('changes'));

-- Years have two digits and licences go back to 1902, so years from 30 on are in the last century.
create macro short_year(s) as (
  case when try_cast(regexp_extract(s, '(\d{2})$', 1) as integer) >= 30 then try_strptime(regexp_replace(trim(s), '(\d{2})$', '19\1'), '%d-%b-%Y')
    else try_strptime(regexp_replace(trim(s), '(\d{2})$', '20\1'), '%d-%b-%Y') end)::date;

-- Exclusivity ends after approval: of orphans since 1990, the first law being of 1983, and until the middle of this century.
create macro end_of(s) as try_strptime(regexp_replace(trim(s), '(\d{2})$', case when try_cast(regexp_extract(s, '(\d{2})$', 1) as integer) >= 80 then '19\1' else '20\1' end), '%d-%b-%Y')::date;

-- Days on which many old licences were issued again; when the products were licensed first, the file does not say.
create macro first_issue(day) as case when day not in (date '1999-12-09', date '2000-02-04', date '2000-02-24', date '2000-03-17') then day end;

create temp table product as
select distinct lpad(trim(bla), 6, '0') as number, trim(applicant) as applicant, na(proper) as proper, split_list(na(proprietary), ',') as brands, bla_type,
  lower(na(route)) as route, lower(na(form)) as form, first_issue(short_year(approval_date)) as approved_at, submission, na(ref_proper) as ref_proper, licensure, marketing,
  short_year(first_licensed) as first_licensed, end_of(exclusive) as exclusive_until, end_of(orphan_exclusive) as orphan_until,
  -- The suffix of an original is not part of the substance's name; that of a biosimilar is the only difference from its
  -- reference.
  case when starts_with(bla_type, '351(k)') then na(proper) else without_suffix(na(proper)) end as substance
from lines where regexp_matches(trim(bla), '^\d+$') and na(applicant) is not null;

create temp view rejects as
select null as file, null::bigint as line, 'the product has no BLA number or applicant' as reason, to_json(l)::varchar as "row"
from lines l where applicant is not null and bla is not null and bla <> 'BLA Number' and not (regexp_matches(trim(bla), '^\d+$') and na(applicant) is not null);

create temp table approval as
select number, max(applicant) as applicant, min(substance) as substance, min(proper) as proper, min(bla_type) as type, tidy(list_transform(flatten(list(brands)), lambda b: title_case(b))) as brands,
  coalesce(min(approved_at) filter (where submission = 'Original'), min(approved_at)) as approved_at, min(first_licensed) as first_licensed, max(exclusive_until) as exclusive_until,
  max(orphan_until) as orphan_until, tidy(list_transform(flatten(list(string_split(route, ','))), lambda r: trim(r))) as routes, tidy(list(trim(form))) as dosage_forms, bool_and(licensure <> 'Licensed') as revoked, bool_and(starts_with(marketing, 'Disc')) as discontinued,
  min(ref_proper) as ref_proper
from product where substance is not null group by number;

-- Two vaccines with one proper name ("COVID-19 Vaccine, mRNA") are two products: vaccines are identified by brand, and so are
-- recombinant factors VIII.
alter table approval add column called varchar;
update approval set called = case when (regexp_matches(lower(substance), '\bvaccine\b') or names_factor_class(substance)) and len(brands) > 0 then brands[1] else substance end;

create temp view entities as
select
  'nda:' || number as key, 'approval' as kind, coalesce(brands[1] || ' (' || proper || ')', proper) || ', BLA ' || number as name, brands as aliases,
  {
    application_number: 'BLA' || number, application_type: 'BLA', agency: 'FDA', approved_at: approved_at, route: array_to_string(routes, ', '), dosage_forms: dosage_forms, brand: brands[1], generic: lower(proper),
    pathway: type, marketing_status: case when revoked then 'revoked' when discontinued then 'discontinued' end, first_licensed: first_licensed,
    exclusive_until: exclusive_until, orphan_exclusive_until: orphan_until
  } as attributes
from approval
union all by name
select product_key(called) as key, 'product' as kind, min(called) as name, tidy(list_append(flatten(list(brands)), min(case when proper <> called then proper end))) as aliases,
  'therapeutic' as product_family, ['biologic'] as product_categories, {generic: lower(min(case when called = substance then substance end)), brand: min(brands[1]), proper_name: min(proper)} as attributes
from approval group by 1
union all by name
select org_name_key('company', applicant) as key, 'company' as kind, min(applicant) as name from approval group by 1
union all by name
select product_key(ref_proper) as key, 'product' as kind, min(ref_proper) as name, {generic: lower(min(ref_proper))} as attributes
from approval where starts_with(type, '351(k)') and ref_proper is not null group by 1;

create temp view edges as
select org_name_key('company', applicant) as source_key, unnest(['holds', 'develops']) as relation, unnest(['nda:' || number, product_key(called)]) as target_key, approved_at as observed_at from approval
union all by name
select 'nda:' || number as source_key, 'approval_of' as relation, product_key(called) as target_key, approved_at as observed_at from approval
union all by name
select product_key(called) as source_key, 'biosimilar_to' as relation, product_key(ref_proper) as target_key, min(approved_at) as observed_at
from approval where starts_with(type, '351(k)') and ref_proper is not null group by 1, 3;
