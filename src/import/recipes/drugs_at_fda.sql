-- name: drugs_at_fda
-- title: Drugs@FDA, applications and their products
-- source: Drugs@FDA
-- licence: US government work, public domain
-- attribution: Drugs@FDA, U.S. Food and Drug Administration
-- url: https://www.fda.gov/drugs/drug-approvals-and-databases/drugsfda-data-files
-- download: *=zip https://www.fda.gov/media/89850/download?attachment
-- files: applications=Applications*.txt, products=Products*.txt?, submissions=Submissions*.txt?, marketing=MarketingStatus*.txt?,
--   therapeutic_equivalents=TE*.txt?
-- columns: applications=tsv(ApplNo ApplType SponsorName), products=tsv(ApplNo ProductNo Form Strength ReferenceDrug DrugName ActiveIngredient),
--   submissions=tsv(ApplNo SubmissionClassCodeID SubmissionType SubmissionNo SubmissionStatus SubmissionStatusDate),
--   marketing=tsv(MarketingStatusID ApplNo ProductNo), therapeutic_equivalents=tsv(ApplNo ProductNo MarketingStatusID TECode)
-- priority: 45
-- confidence: 0.95
-- fills: Approvals by application number (NDA, ANDA, BLA) with who holds them, marketing status and therapeutic equivalence;
--   with Products.txt what they are of (approval_of), with Submissions.txt when they were approved. Applicants are written in
--   FDA's short form (LILLY): it is their name only where the Orange Book does not say whose it is.

create temp table applications as
select lpad(trim(ApplNo), 6, '0') as number, upper(trim(ApplType)) as type, na(SponsorName) as sponsor
from read_csv(getvariable('applications'), header = true, all_varchar = true, delim = '\t', quote = '', escape = '', store_rejects = true);
create temp table products as
select * from read_csv(getvariable('products'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true,
  columns = {'ApplNo': 'VARCHAR', 'ProductNo': 'VARCHAR', 'Form': 'VARCHAR', 'Strength': 'VARCHAR', 'ReferenceDrug': 'VARCHAR', 'DrugName': 'VARCHAR',
    'ActiveIngredient': 'VARCHAR', 'ReferenceStandard': 'VARCHAR'});
create temp table submissions as
select * from read_csv(getvariable('submissions'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true,
  columns = {'ApplNo': 'VARCHAR', 'SubmissionClassCodeID': 'VARCHAR', 'SubmissionType': 'VARCHAR', 'SubmissionNo': 'VARCHAR', 'SubmissionStatus': 'VARCHAR',
    'SubmissionStatusDate': 'VARCHAR', 'SubmissionsPublicNotes': 'VARCHAR', 'ReviewPriority': 'VARCHAR'});
create temp table marketing as
select * from read_csv(getvariable('marketing'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true,
  columns = {'MarketingStatusID': 'VARCHAR', 'ApplNo': 'VARCHAR', 'ProductNo': 'VARCHAR'});
create temp table te as
select * from read_csv(getvariable('therapeutic_equivalents'), header = true, auto_detect = false, delim = '\t', quote = '', escape = '', store_rejects = true,
  columns = {'ApplNo': 'VARCHAR', 'ProductNo': 'VARCHAR', 'MarketingStatusID': 'VARCHAR', 'TECode': 'VARCHAR'});

create temp view rejects as
select null as file, null::bigint as line, 'the application has no number or type' as reason, to_json(a)::varchar as "row"
from applications a where number is null or type is null;

create temp table drug as
select lpad(trim(ApplNo), 6, '0') as number, na(DrugName) as brand, na(ActiveIngredient) as ingredient, na(Form) as form
from products where na(ActiveIngredient) is not null;

-- The first approval of the original submission. A tentative one (TA) is not yet an approval.
create temp table approved as
select lpad(trim(ApplNo), 6, '0') as number, min(loose_date(SubmissionStatusDate)) as approved_at, min(na(ReviewPriority)) as review
from submissions where SubmissionType = 'ORIG' and SubmissionStatus = 'AP' group by 1;

create temp table status as
select lpad(trim(ApplNo), 6, '0') as number,
  case min(MarketingStatusID) when '1' then 'prescription' when '2' then 'over the counter' when '3' then 'discontinued' when '4' then 'tentative approval' end as status
from marketing group by 1;

create temp view entities as
select
  'nda:' || a.number as key, 'approval' as kind,
  coalesce(title_case(d.brands[1]) || ' (' || lower(d.ingredients[1]) || '), ', '') || a.type || ' ' || a.number || case when d.brands is null then coalesce(', ' || a.sponsor, '') else '' end as name,
  tidy(list_transform(d.brands, lambda b: title_case(b))) as aliases,
  {
    application_number: a.type || a.number, application_type: a.type, agency: 'FDA', approved_at: p.approved_at, review: lower(p.review), marketing_status: s.status,
    brand: title_case(d.brands[1]), generic: lower(d.ingredients[1]), route: array_to_string(routes_in(d.stated), ', '), dosage_forms: dosage_forms_in(d.stated), te_codes: t.codes
  } as attributes
from applications a
left join (select number, tidy(list(brand)) as brands, tidy(list(ingredient)) as ingredients, list(form) filter (where contains(form, ';')) as stated from drug group by number) d using (number)
left join approved p using (number) left join status s using (number)
left join (select lpad(trim(ApplNo), 6, '0') as number, tidy(list(na(TECode))) as codes from te group by 1) t using (number)
where a.number is not null and a.type is not null
union all by name
select 'fda_applicant:' || plain_words(sponsor) as key, 'company' as kind, min(sponsor) as name from applications where sponsor is not null group by 1
union all by name
select product_key(ingredient) as key, 'product' as kind, lower(min(ingredient)) as name,
  -- Packs that hold two products are called by what the one contains.
  tidy(list(title_case(brand)) filter (not contains(brand, ';'))) as aliases,
  'therapeutic' as product_family, ['drug'] as product_categories, {generic: lower(min(ingredient))} as attributes
from drug group by 1;

create temp view edges as
select 'fda_applicant:' || plain_words(a.sponsor) as source_key, 'holds' as relation, 'nda:' || a.number as target_key, p.approved_at as observed_at
from applications a left join approved p using (number) where a.sponsor is not null and a.number is not null
union all by name
select 'nda:' || number as source_key, 'approval_of' as relation, product_key(ingredient) as target_key, p.approved_at as observed_at
from (select distinct number, ingredient from drug) left join approved p using (number) where number in (select number from applications);
