-- name: orange_book
-- title: FDA Orange Book, approved drug products with patents and exclusivities
-- source: FDA Orange Book
-- licence: US government work, public domain
-- attribution: Approved Drug Products with Therapeutic Equivalence Evaluations, U.S. Food and Drug Administration
-- url: https://www.fda.gov/drugs/drug-approvals-and-databases/orange-book-data-files
-- download: *=zip https://www.fda.gov/media/76860/download?attachment
-- files: products=products*.txt, patents=patent*.txt?, exclusivity=exclusivity*.txt?
-- columns: products=tilde(Ingredient DF;Route Trade_Name Applicant Appl_Type Appl_No Product_No TE_Code Approval_Date Type Applicant_Full_Name),
--   patents=tilde(Appl_Type Appl_No Product_No Patent_No), exclusivity=tilde(Appl_Type Appl_No Product_No Exclusivity_Code Exclusivity_Date)
-- priority: 65
-- confidence: 0.95
-- fills: Approvals (NDA, ANDA) with date, route, dosage forms, brand and substance, who holds them and of what product they are; which company
--   develops a product (the holder of an NDA, not of a generic's ANDA); patents that cover an approval and its product (covers),
--   with their expiry; exclusivities.

create temp table raw as
select * from read_csv(getvariable('products'), header = true, all_varchar = true, delim = '~', quote = '', escape = '', store_rejects = true);
create temp table patent as
select lpad(trim(Appl_No), 6, '0') as number, regexp_replace(upper(trim(Patent_No)), '\*.*$', '') as patent, loose_date(Patent_Expire_Date_Text) as expires,
  na(Patent_Use_Code) as use_code, Drug_Substance_Flag = 'Y' as substance, Drug_Product_Flag = 'Y' as product, loose_date(Submission_Date) as submitted
from read_csv(getvariable('patents'), header = true, auto_detect = false, delim = '~', quote = '', escape = '', store_rejects = true, columns = {
  'Appl_Type': 'VARCHAR', 'Appl_No': 'VARCHAR', 'Product_No': 'VARCHAR', 'Patent_No': 'VARCHAR', 'Patent_Expire_Date_Text': 'VARCHAR', 'Drug_Substance_Flag': 'VARCHAR',
  'Drug_Product_Flag': 'VARCHAR', 'Patent_Use_Code': 'VARCHAR', 'Delist_Flag': 'VARCHAR', 'Submission_Date': 'VARCHAR'})
where na(Patent_No) is not null and coalesce(na(Delist_Flag), 'N') <> 'Y';
create temp table exclusive as
select lpad(trim(Appl_No), 6, '0') as number, trim(Exclusivity_Code) as code, loose_date(Exclusivity_Date) as until
from read_csv(getvariable('exclusivity'), header = true, auto_detect = false, delim = '~', quote = '', escape = '', store_rejects = true, columns = {
  'Appl_Type': 'VARCHAR', 'Appl_No': 'VARCHAR', 'Product_No': 'VARCHAR', 'Exclusivity_Code': 'VARCHAR', 'Exclusivity_Date': 'VARCHAR'});

create temp table product as
select lpad(trim(Appl_No), 6, '0') as number, case Appl_Type when 'N' then 'NDA' when 'A' then 'ANDA' else Appl_Type end as type, lower(trim(Ingredient)) as ingredient,
  trim(Trade_Name) as brand, trim("DF;Route") as form, loose_date(Approval_Date) as approved_at, starts_with(Approval_Date, 'Approved Prior') as before_1982,
  na(TE_Code) as te, Type as type_of_sale, na(Applicant) as short, coalesce(na(Applicant_Full_Name), na(Applicant)) as applicant
from raw where na(Appl_No) is not null and na(Ingredient) is not null;

create temp view rejects as
select null as file, null::bigint as line, 'the product has no application number or ingredient' as reason, to_json(r)::varchar as "row"
from raw r where na(Appl_No) is null or na(Ingredient) is null;

-- An application is one approval, of one substance or combination; the date is that of its oldest product, unless an older one is from before 1982, whose
-- date is not stated, or is no longer listed: the numbers below 017000 were given by 1972. The last holder named is the current one.
create temp table approval as
select number, min(type) as type, min(ingredient) as ingredient, tidy(list(case when lower(brand) <> ingredient then title_case(brand) end)) as brands,
  bool_or(before_1982) or (min(type) = 'NDA' and number < '017000' and min(approved_at) >= date '1984-01-01') as is_older,
  case when not is_older then min(approved_at) end as approved_at, is_older as before_1982, routes_in(list(form)) as routes, dosage_forms_in(list(form)) as dosage_forms,
  tidy(list(te)) as te_codes, bool_and(type_of_sale = 'DISCN') as discontinued, min(applicant) as applicant
from product group by number;

-- The short form of an applicant's name, if it belongs to one applicant only, is another key of that applicant.
create temp table short_form as
select 'fda_applicant:' || plain_words(short) as key, min(org_key(applicant)) as name_key from product where short is not null
group by 1 having count(distinct org_key(applicant)) = 1;

create temp view entities as
select
  'nda:' || number as key, 'approval' as kind, coalesce(brands[1] || ' (' || ingredient || ')', ingredient) || ', ' || type || ' ' || number as name, brands as aliases,
  {
    application_number: type || number, application_type: type, agency: 'FDA', approved_at: approved_at, approved_before_1982: case when before_1982 then true end,
    route: array_to_string(routes, ', '), dosage_forms: dosage_forms, brand: brands[1], generic: ingredient, te_codes: te_codes, marketing_status: case when discontinued then 'discontinued' end,
    exclusivities: (select list({code: code, until: until} order by code, until) from (select distinct code, until from exclusive e where e.number = a.number)),
    last_patent_expiry: (select max(expires) from patent p where p.number = a.number)
  } as attributes
from approval a
union all by name
select product_key(ingredient) as key, 'product' as kind, min(ingredient) as name, tidy(flatten(list(brands) filter (where type = 'NDA'))) as aliases,
  'therapeutic' as product_family, ['drug'] as product_categories, {generic: min(ingredient), brand: min(brands[1]) filter (where type = 'NDA')} as attributes
from approval group by 1
union all by name
select org_name_key('company', a.applicant) as key, tidy(list(s.key)) as same_as, 'company' as kind, min(a.applicant) as name
from approval a left join short_form s on s.name_key = org_key(a.applicant) group by 1
union all by name
-- Without the patent's own record only its number and expiry are known.
select 'patent:US' || patent as key, 'patent' as kind, 'US' || patent as name, {publication_number: 'US' || patent, jurisdiction: 'US', expires_at: max(expires)} as attributes
from patent group by patent;

create temp view edges as
select org_name_key('company', applicant) as source_key, 'holds' as relation, 'nda:' || number as target_key, approved_at as observed_at from approval
union all by name
select org_name_key('company', applicant) as source_key, 'develops' as relation, product_key(ingredient) as target_key, max(approved_at) as observed_at
from approval where type = 'NDA' group by 1, 3
union all by name
select 'nda:' || number as source_key, 'approval_of' as relation, product_key(ingredient) as target_key, approved_at as observed_at from approval
union all by name
select key as source_key, 'covers' as relation, covered as target_key, max(submitted) as observed_at
from (select 'patent:US' || patent as key, unnest(['nda:' || number, product_key(ingredient)]) as covered, submitted from patent join approval using (number)) group by 1, 3;
