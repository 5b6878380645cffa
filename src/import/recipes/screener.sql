-- name: screener
-- title: Companies, trials, programs and catalysts of biotech-screener
-- source: biotech-screener
-- licence: MIT
-- attribution: biotech-screener; trial records from ClinicalTrials.gov, events from SEC filings and FDA calendars
-- url: https://github.com/WR-SW-Dev/biotech-screener (production_data)
-- folder: biotech_screener
-- files: companies=companies.csv, trials=trial_records*.json, programs=program_entity_view*.json?,
--   catalysts=catalyst_history_events*.jsonl?, aliases=sponsor_alias_map.json?
-- columns: companies=csv(ticker cik company_name exchange), trials=json(nct_id sponsor), programs=json(entries), catalysts=jsonl(ticker event_type event_date),
--   aliases=json()
-- priority: 40
-- confidence: 0.8
-- fills: Companies with CIK and ticker, trials with their sponsors, programs (one for each company and drug) with the disease
--   where it was matched, catalysts with the date and precision that the filing's sentence states, and what they concern. Tickers of trials come from a search by name and are often
--   wrong: the sponsor says whose a trial or program is, the ticker never.

create temp table listed as
select na(ticker) as ticker, na(cik) as cik, na(company_name) as name, na(exchange) as exchange,
  coalesce('cik:' || lpad(na(cik), 10, '0'), 'ticker:' || na(ticker)) as key
from read_csv(getvariable('companies'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);

-- A manually kept list of the names under which a listed company sponsors trials.
create temp table alias as
select unnest(map_keys(names)) as name, unnest(map_values(names)) as ticker
from (select from_json(try_cast(content as json), '"MAP(VARCHAR, VARCHAR)"') as names from read_text(getvariable('aliases')));

create temp table trial as
select distinct on (nct_id) *
from read_json(getvariable('trials'), columns = {
  nct_id: 'VARCHAR', ticker: 'VARCHAR', title: 'VARCHAR', status: 'VARCHAR', phase: 'VARCHAR', study_type: 'VARCHAR', conditions: 'VARCHAR[]',
  interventions: 'VARCHAR[]', primary_completion_date: 'VARCHAR', completion_date: 'VARCHAR', results_first_posted: 'VARCHAR',
  last_update_posted: 'VARCHAR', enrollment: 'VARCHAR', sponsor: 'VARCHAR', collected_at: 'VARCHAR'}, maximum_object_size = 67108864)
order by nct_id, last_update_posted desc, ticker;

create temp table company_name as
select org_key(name) as name_key, any_value(key order by key) as key from (
  select name, key from listed union select a.name, l.key from alias a join listed l using (ticker)
) group by 1 having count(distinct key) = 1;

create temp table sponsor as
select t.nct_id, t.sponsor as name, t.last_update_posted,
  case when c.key is not null then 'company' else coalesce(org_kind(t.sponsor), 'company') end as kind,
  coalesce(c.key, 'name:' || case when org_kind(t.sponsor) = 'institution' then 'institution' else 'company' end || ':' || org_key(t.sponsor)) as key
from trial t left join company_name c on c.name_key = org_key(t.sponsor)
where na(t.sponsor) is not null and (c.key is not null or not is_titled_person(t.sponsor));

create temp table program as
with entry as (
  select unnest(entries, recursive := false) as e
  from read_json(getvariable('programs'), columns = {entries: 'STRUCT(ticker VARCHAR, programs STRUCT(nct_id VARCHAR, phase VARCHAR, status VARCHAR,
    drug STRUCT(raw_name VARCHAR, canonical_name VARCHAR, chembl_id VARCHAR, molecule_type VARCHAR),
    indication STRUCT(raw_condition VARCHAR, efo_id VARCHAR, efo_name VARCHAR, is_rare BOOLEAN),
    join_quality STRUCT(drug_match_confidence VARCHAR, disease_match_confidence VARCHAR))[])[]'}, maximum_object_size = 67108864)
), one as (select unnest(e.programs) as p from entry)
select p.nct_id as nct, trim(p.drug.canonical_name) as drug, na(p.drug.chembl_id) as chembl, na(p.drug.molecule_type) as molecule,
  na(p.indication.raw_condition) as condition,
  -- The mapping took the first hit of a search ("Solid Tumors" became thoracic aortic aneurysm): it counts where the condition has all words of the term.
  case when names_disease(p.indication.raw_condition, p.indication.efo_name) then replace(na(p.indication.efo_id), '_', ':') end as disease_id,
  case when names_disease(p.indication.raw_condition, p.indication.efo_name) then na(p.indication.efo_name) end as disease,
  case p.join_quality.disease_match_confidence when 'high' then 0.9 when 'medium' then 0.6 else 0.4 end as sure,
  phase(p.phase) as phase, s.key as company_key, s.name as company_name
from one join sponsor s on s.nct_id = p.nct_id and s.kind = 'company'
where p.drug.canonical_name is not null and length(p.drug.canonical_name) between 3 and 120
  and not regexp_matches(lower(p.drug.canonical_name), '\b(placebo|vehicle|saline|sham|standard of care|sodium chloride|dextrose|comparator|no intervention|intervention/treatment|usual care|questionnaire|survey|observation)\b');

create temp table asset as
select program_key(company_key, drug) as key, company_key, min(drug) as name, list(distinct nct) as ncts,
  max_by({id: disease_id, label: disease, sure: sure}, {sure: sure, id: disease_id}) filter (where disease_id is not null) as d,
  list(distinct condition order by condition) filter (where condition is not null) as conditions,
  min(chembl) as chembl, min(molecule) as molecule, max(phase) as phase
from program group by all;

-- Of a trial of two phases the file has the first alone; its title has both.
create temp macro with_second(stated, title) as case
  when stated = 'phase 1' and regexp_matches(title, '(?i)\bphase\s+(1|i)[ab]?\s*(/|-|–|and|&)\s*(phase\s+)?(2|ii)[ab]?\b') then 'phase 1/2'
  when stated = 'phase 2' and regexp_matches(title, '(?i)\bphase\s+(2|ii)[ab]?\s*(/|-|–|and|&)\s*(phase\s+)?(3|iii)[ab]?\b') then 'phase 2/3'
  else stated end;

create temp table catalyst as
select event_id, ticker, lower(regexp_replace(event_type, '^(FDA|CT)_', '')) as type, event_type, loose_date(event_date) as date,
  trim(regexp_replace(regexp_replace(event_name, '^(8-K|PDUFA|ADCOM): ', ''), '&#x?[0-9A-Fa-f]+;', '•', 'g')) as text, na(drug_name) as drug, na(document_ref) as document, source, loose_date(pit_available_at) as known_at
from read_json(getvariable('catalysts'), format = 'newline_delimited', ignore_errors = true, columns = {
  event_id: 'VARCHAR', ticker: 'VARCHAR', event_type: 'VARCHAR', event_date: 'VARCHAR', pit_available_at: 'VARCHAR', source: 'VARCHAR',
  confidence: 'VARCHAR', event_name: 'VARCHAR', document_ref: 'VARCHAR', drug_name: 'VARCHAR'});

-- The subject of a filing's sentence: the source takes any submission or meeting for an action date, and any
-- expectation for a readout.
create temp macro action_words() as '(?i)pdufa|(?:target|goal|action) (?:action )?date';
create temp macro submission_words() as '(?i)\b(s?(?:NDA|BLA)|MAA) (?:re-?)?(?:submission|submitted|submit|filing|filed)\b';
create temp table told as
select c.*, case
    when c.type in ('activity_proxy', 'status_upgrade', 'status_downgrade', 'timeline_pushout', 'timeline_pullin', 'status_severe_neg') then null
    -- These words occur in every filing's list of risks.
    when c.type = 'safety_signal' then null
    when c.source = 'SEC_8K_FILING' and c.type = 'pdufa_date' then case when regexp_matches(text, action_words()) then 'pdufa' when regexp_matches(text, submission_words()) then 'submission' end
    when c.source = 'SEC_8K_FILING' and c.type = 'data_readout' then
      case when regexp_matches(text, '(?i)\b(data|results?|read-?outs?|top-?line|interim analysis)\b') and not regexp_matches(text, '(?i)financial results|(first|second|third|fourth) quarter (financial )?results|supply') then 'data_readout' end
    -- The calendar of committees is searched for company names, and matches parts of words.
    when c.type = 'adcom' then case when length(coalesce(drug, '')) > 4 and lower(drug) <> 'application' and not contains('committee', lower(drug)) then 'adcom' end
    when c.type = 'pdufa_date' then 'pdufa' when c.type = 'results_posted' then 'data_readout' else coalesce(c.type, 'event') end as what
from catalyst c;
create temp table dated as
select t.*, case when source <> 'SEC_8K_FILING' or what not in ('pdufa', 'submission', 'data_readout') then {place: 0::bigint, inexact: 1, date: t.date, precision: 'day'}
    else stated_date(case what when 'pdufa' then substr(text, strpos(text, regexp_extract(text, action_words()))) else text end) end as d
from told t where event_id is not null and date is not null;

-- A research code in the text, if no program of the company is named.
create temp macro code_in(s) as list_filter(regexp_extract_all(s, '\b(?:[A-Z]{2,6}|mRNA)-?\d{2,6}[A-Za-z]?\b'), lambda c: is_drug_code(c) and not regexp_matches(c, '^(COVID|SARS|NCT|FY|PD|CD|IL|HER|CDK|KRAS|GLP|CTLA|TIM|LAG|HPV|HIV|HBV|HCV|RSV|BRAF|MAGE|ASCO|ASH|ESMO|AACR|EHA|JPM|SEC|IND|NDA|BLA)-?\d'))[1];
create temp table event as
select e.*, l.key as company, l.name as company_name, coalesce(e.drug, a.name, code_in(regexp_replace(e.text, '(?: o |•|\. [A-Z]).*$', ''))) as product, a.key as asset, a.sure as asset_sure
from dated e left join listed l using (ticker)
left join (
  select d.event_id, arg_max(a.name, length(a.name)) as name, arg_max(a.key, length(a.name)) as key, 0.9 as sure
  from dated d join listed l using (ticker) join asset a on a.company_key = l.key
  where length(plain_words(a.name)) >= 5 and contains(' ' || plain_words(d.text) || ' ', ' ' || plain_words(a.name) || ' ') group by d.event_id
) a using (event_id)
where e.what is not null and e.d is not null
  -- Dates long before the filing are history, dates many years ahead are mistakes.
  and (e.source <> 'SEC_8K_FILING' or e.known_at is null or e.d.date between e.known_at - interval 1 year and e.known_at + interval 4 year);

create temp macro event_label(what, text) as case what
  when 'pdufa' then 'PDUFA date' when 'submission' then coalesce(nullif(regexp_extract(text, '\b(s?(?:NDA|BLA)|MAA)\b', 1), '') || ' ', '') || 'submission' when 'approval' then 'FDA approval' when 'crl' then 'complete response letter'
  when 'rtf' then 'refuse-to-file letter' when 'adcom' then 'FDA advisory committee' when 'data_readout' then
    coalesce('Phase ' || upper(nullif(regexp_extract(text, '(?i)\bphase (1/2|2/3|1b/2|[1-4][ab]?|I{1,3}|IV)\b', 1), '')) || ' ', '') || 'data readout'
  else replace(what, '_', ' ') end;
-- One event, however many filings repeat it.
create temp table milestone as
select min(event_id) as event_id, arg_min(company, event_id) as company, ticker, what, d.date as date, d.precision as precision, arg_min(product, event_id) as product, arg_min(asset, event_id) as asset,
  arg_min(document, known_at) as document, arg_min(source, known_at) as source, min(known_at) as known_at, arg_min(company_name, event_id) as company_name, arg_min(text, known_at) as text,
  case when source <> 'SEC_8K_FILING' then 0.95 when what in ('clinical_hold', 'crl', 'rtf', 'warning_letter') then 0.75 else case d.precision when 'day' then 0.9 when 'month' then 0.85 when 'quarter' then 0.8 else 0.75 end end as sure
from event group by ticker, what, lower(coalesce(product, document, '')), d.date, d.precision, source <> 'SEC_8K_FILING', sure;

-- A filing that says no more than another of the same day, month or quarter, which names the drug, tells the same event; so does a submission of the
-- same half or year, of which a company seldom has two.
delete from milestone m where product is null and source = 'SEC_8K_FILING' and (precision in ('day', 'month', 'quarter') or what = 'submission') and exists (
  from milestone o where o.ticker = m.ticker and o.what = m.what and o.date = m.date and o.precision = m.precision and o.product is not null);

-- A letter or a hold is told again in the filings of the months after it, each time dated to that filing.
delete from milestone m using (
  select event_id, known_at - lag(known_at) over (partition by ticker, what order by known_at, event_id) as after
  from milestone where source = 'SEC_8K_FILING' and what in ('clinical_hold', 'crl', 'rtf', 'warning_letter')
) r where r.event_id = m.event_id and r.after <= 180;

create temp view left_out as
select 'safety signal: the words of every filing' as reason, count(*) as rows from catalyst where type = 'safety_signal'
union all select 'a registry entry that was touched or re-dated', count(*) from told where what is null and source = 'CTGOV'
union all select 'no submission, action date, readout or committee', count(*) from told where what is null and source <> 'CTGOV' and type <> 'safety_signal'
union all select 'the sentence states no date', count(*) from dated where what is not null and d is null;

create temp view rejects as
select null as file, null::bigint as line, case when event_id is null then 'the event is not JSON or has no id' else 'the event has no date' end as reason, to_json(c)::varchar as "row"
from catalyst c where event_id is null or date is null;

create temp view entities as
select key, tidy(['ticker:' || ticker]) as same_as, 'company' as kind, coalesce(name, a.aliases[1]) as name, lpad(cik, 10, '0') as cik, ticker,
  tidy(a.aliases) as aliases, {exchange: exchange} as attributes
from listed left join (select ticker, list(name order by name) as aliases from alias group by ticker) a using (ticker)
union all by name
select key, kind, name from sponsor where starts_with(key, 'name:') group by all
union all by name
select 'nct:' || nct_id as key, 'trial' as kind, title as name,
  {
    nct: nct_id, phase: with_second(phase(phase), title), status: trial_status(status), study_type: lower(study_type), conditions: tidy(conditions), interventions: tidy(interventions),
    primary_completion_date: loose_date(primary_completion_date), completion_date: loose_date(completion_date),
    results_posted: loose_date(results_first_posted), enrollment: try_cast(enrollment as bigint)
  } as attributes,
  loose_date(last_update_posted) as updated_at, loose_date(collected_at) as observed_at, 'ClinicalTrials.gov' as source
from trial
union all by name
select key, 'program' as kind, name, d.id as disease_id, d.label as disease_label, d.sure as moa_confidence,
  {conditions: conditions, chembl_id: chembl, phase: phase, stage: phase} as attributes,
  case when molecule is not null then [{field: 'attributes.molecule_type', source: 'ChEMBL', confidence: 0.9, observed_at: null::timestamptz}] end as provenance
from asset
union all by name
select 'catalyst:' || event_id as key, 'catalyst' as kind,
  array_to_string(list_filter([coalesce(case when product = upper(product) and not regexp_matches(product, '\d') and length(product) > 4 then upper(product[1]) || lower(product[2:]) else product end, case when what not in ('pdufa', 'approval') then document end), event_label(what, text), case when what <> 'adcom' then coalesce(company_name, ticker) end], lambda x: x is not null and not contains(x, '://')), ', ') as name,
  {
    type: what, date: date, date_precision: precision,
    status: case when what in ('approval', 'crl', 'rtf', 'clinical_hold', 'warning_letter') or source = 'CTGOV' then 'occurred' else 'expected' end,
    product: product, text: case when source = 'SEC_8K_FILING' then text end, document: document, confidence: sure
  } as attributes,
  sure as identity_confidence, known_at as observed_at, 'biotech-screener: ' || source as source, event_id as source_record,
  [{field: 'attributes.date', source: 'biotech-screener: ' || source, confidence: sure, observed_at: known_at::timestamptz}] as provenance
from milestone;

create temp view edges as
select key as source_key, 'sponsors' as relation, 'nct:' || nct_id as target_key, 'ClinicalTrials.gov' as origin from sponsor
union all by name
select company_key as source_key, 'develops' as relation, key as target_key from asset
union all by name
select key as source_key, 'tested_in' as relation, 'nct:' || unnest(ncts) as target_key from asset
union all by name
-- A filing belongs to its filer, so here the ticker identifies the company of an event; a committee's day is matched by
-- words.
select 'catalyst:' || event_id as source_key, 'announced_by' as relation, coalesce(company, 'ticker:' || ticker) as target_key, known_at as observed_at
from milestone where coalesce(company, ticker) is not null and what <> 'adcom'
union all by name
select 'catalyst:' || event_id as source_key, 'concerns' as relation, 'nct:' || document as target_key, known_at as observed_at
from milestone where regexp_matches(document, '^NCT\d{8}$') and document in (select nct_id from trial)
union all by name
-- An event that names one of its filer's own drugs.
select 'catalyst:' || event_id as source_key, 'concerns' as relation, asset as target_key, known_at as observed_at, 0.9 as confidence
from milestone where asset is not null;
