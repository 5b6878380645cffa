-- name: sbir
-- title: Awards of the Small Business Innovation Research programme
-- source: SBIR
-- licence: US government work, public domain
-- attribution: SBIR.gov, U.S. Small Business Administration
-- url: https://www.sbir.gov/data-resources (award data as CSV; give it as awards=award_data.csv)
-- download: awards=https://data.www.sbir.gov/mod_awarddatapublic_no_abstract/award_data_no_abstract.csv
-- files: awards=sbir_all*.csv, nih=nih_sbir*.csv?
-- columns: awards=csv(), nih=csv(award_id agency firm_name award_amount award_date award_year phase)
-- priority: 48
-- confidence: 0.95
-- fills: Grants (funding_event) with amount, phase and date; the companies that received them, with DUNS number or UEI, place and
--   web domain; the agency or NIH institute that awarded them; the principal investigator, a person of this award only (leads,
--   affiliated_with). Awards that have nothing to do with health or the life sciences are left out and counted.

-- The programme's own download and the tables made from it name some columns differently.
create temp table raw as
select company, award_title, agency, branch, phase, coalesce(*columns('^_?program$')) as program, agency_tracking_number, contract, award_year, award_amount, duns, company_website, city, state, pi_name,
  coalesce(*columns('^(award_date|proposal_award_date)$')) as award_date, concat_ws(' ', *columns('^(award_title|research_(area_)?keywords)$')) as said
from read_csv(getvariable('awards'), header = true, auto_detect = true, all_varchar = true, normalize_names = true,
  delim = ',', quote = '"', escape = '"', store_rejects = true, max_line_size = 16777216);
create temp table nih as
select * from read_csv(getvariable('nih'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true, columns = {
  'award_id': 'VARCHAR', 'agency': 'VARCHAR', 'firm_name': 'VARCHAR', 'firm_state': 'VARCHAR', 'award_amount': 'VARCHAR', 'award_date': 'VARCHAR', 'award_year': 'VARCHAR', 'phase': 'VARCHAR',
  'topic_code': 'VARCHAR', 'primary_cet': 'VARCHAR', 'primary_score': 'VARCHAR', 'classification': 'VARCHAR', 'supporting_cet_1': 'VARCHAR', 'supporting_score_1': 'VARCHAR',
  'supporting_cet_2': 'VARCHAR', 'supporting_score_2': 'VARCHAR', 'text_length': 'VARCHAR', 'has_abstract': 'VARCHAR', 'has_solicitation': 'VARCHAR'});

-- Awards in health or the life sciences, by title and keywords. A landing gear's health is not meant, nor is a neural
-- network.
create macro is_health(agency, branch, said) as coalesce(regexp_matches(lower(agency), 'health|veterans') or regexp_matches(lower(branch), 'defense health|chemical and biological'), false)
  or regexp_matches(plain_words(said), '\b(medic(al|ally|ine|ines|ation|ations)|biomedic\w*|clinic(al|ally|ians?|s)?|patients?|diseases?|therap(y|ies|eutics?)|drugs?|pharma\w*|vaccin\w*|cancers?|tumou?rs?|oncolog\w*|biolog(y|ic|ics|ical)|biotech\w*|biomark\w*|biosens\w*|biomanufactur\w*|bioprocess\w*|bioprint\w*|biosurveillance|genes?|genetic|genom\w*|proteom\w*|proteins?|peptides?|antibod(y|ies)|enzymes?|dna|rna|mrna|crispr|stem cells?|cell (culture|therapy|line|lines|based)|tissues?|surg(ery|ical|eons?)|hospitals?|health ?care|mental health|public health|digital health|mobile health|health monitoring (of )?(patients|wearable)|telehealth|telemedicine|brain injur(y|ies)|concussions?|tbi|wounds?|blood|pathogens?|infect(ion|ions|ious)|antimicrobials?|antibiotics?|virus(es)?|covid|sars|neurolog\w*|neuroscien\w*|neurodegen\w*|neurostim\w*|neuroprosthe\w*|microb(es?|ial|iome|iology)|bacteri\w*|toxins?|immun\w*|physiolog\w*|rehabilitat\w*|prosthe(tic|tics|sis|ses)|orthotics?|implants?|diabet\w*|alzheimer\w*|parkinson\w*|dementia|autism|asthma|stroke|cardiac|cardio\w*|glucose|insulin|radiology|ultrasound imaging|mri|dental|ophthalm\w*|hearing loss|diagnos(is|tics?) (of|for) (disease|cancer|infection)\w*|point of care|bioinformatic\w*|disabilit(y|ies)|opioids?|suicide|ptsd|nutrition\w*)\b');

-- NIH numbers of R41 and R42, and those of U to small firms with a partner, are of STTR.
create macro program_of(program, number) as coalesce(program, case when regexp_matches(upper(number), '^\d?(R41|R42|UT1|UT2)') then 'STTR' else 'SBIR' end);
create macro amount(s) as try_cast(replace(replace(na(s), ',', ''), '$', '') as double);
-- An award counts by itself, or because most awards of its firm do.
create temp table raw_award as
select *, is_health(agency, branch, said) as own, avg(is_health(agency, branch, said)::int) over (partition by org_key(company)) >= 0.6 as firms from raw;
create temp view left_out as
select 'nothing to do with health' as reason, count(*) as rows from raw_award where na(company) is not null and not (own or firms);

create temp table award as
select distinct on (key) * from (
  select award_key(coalesce(na(contract), na(agency_tracking_number)), agency) as key, coalesce(na(contract), na(agency_tracking_number)) as number, na(award_title) as title, trim(company) as company,
    na(phase) as phase, na(program) as program, amount(award_amount) as amount, coalesce(loose_date(award_date), try_cast(regexp_extract(award_year, '^(19|20)\d{2}') || '-01-01' as date)) as date,
    case when loose_date(award_date) is null then 'year' else 'day' end as date_precision, case when regexp_matches(duns, '^0*[1-9]\d*') then lpad(regexp_extract(duns, '^\d+'), 9, '0') end as duns,
    nullif(regexp_extract(lower(company_website), '^(?:https?://)?(?:www\.)?([a-z0-9.-]+\.[a-z]{2,})', 1), '') as domain, na(city) as city, na(state) as state, trim(regexp_replace(regexp_replace(na(pi_name), '^(Dr|Prof|Mr|Mrs|Ms)\b\.? ', ''), ',? (Ph\.? ?D|M\.?D)\.?$', '', 'i')) as pi,
    -- An award of NIH belongs to the institute given by the letters in its number.
    coalesce(nih_institute(nih_code(coalesce(contract, agency_tracking_number))), case when na(branch) is not null and agency = 'Department of Defense' then na(branch) else coalesce(na(branch), na(agency)) end) as funder
  from raw_award where na(company) is not null and coalesce(na(contract), na(agency_tracking_number)) is not null and (own or firms)
  union all by name
  select award_key(na(award_id), agency) as key, na(award_id) as number, null as title, trim(firm_name) as company, case when regexp_matches(award_id, '^R4[13]') then 'Phase I' when regexp_matches(award_id, '^R4[24]') then 'Phase II' end as phase,
    amount(award_amount) as amount, loose_date(award_date) as date, 'day' as date_precision, na(firm_state) as state, coalesce(nih_institute(nih_code(award_id)), nih_institute(topic_code), na(agency)) as funder
  from nih where na(firm_name) is not null and na(award_id) is not null
)
order by key, (title is not null)::int + (amount is not null)::int + (duns is not null)::int + (pi is not null)::int desc, company, title, date;

create temp view rejects as
select null as file, null::bigint as line, 'the award names no company or number' as reason, to_json(r)::varchar as "row"
from raw r where na(company) is null or coalesce(na(contract), na(agency_tracking_number)) is null;

create temp view entities as
select key, 'funding_event' as kind, coalesce(title, program_of(program, number) || coalesce(' ' || phase, '') || ' award to ' || company || ', ' || number) as name,
  {type: 'grant', amount_usd: amount, currency: 'USD', date: date, is_grant: true} as funding,
  {type: 'grant', award_id: number, awarded_at: date, date_precision: date_precision, amount_usd: amount, is_grant: true, program: program_of(program, number), award_phase: phase} as attributes,
  date as observed_at
from award
union all by name
select org_name_key('company', company) as key, case when count(distinct duns) = 1 then ['duns:' || min(duns)] end as same_as, 'company' as kind, min(company) as name,
  case when count(distinct domain) = 1 then min(domain) end as domain,
  {city: title_case(min(city)), state: min(state), country: 'United States', duns: case when count(distinct duns) = 1 then min(duns) end} as attributes
from award group by 1
union all by name
select org_name_key('funder', funder) as key, 'funder' as kind, min(funder) as name from award where funder is not null group by 1
union all by name
select author_key(pi, number, 1) as key, 'person' as kind, min(title_case(pi)) as name, max(date) as observed_at from award where contains(pi, ' ') group by 1;

create temp view edges as
select org_name_key('company', company) as source_key, 'received' as relation, key as target_key, date as observed_at from award
union all by name
select key as source_key, 'awarded_by' as relation, org_name_key('funder', funder) as target_key, date as observed_at from award where funder is not null
union all by name
select author_key(pi, number, 1) as source_key, unnest(['leads', 'affiliated_with']) as relation, unnest([key, org_name_key('company', company)]) as target_key, date as observed_at from award where contains(pi, ' ');
