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
--   where it was matched, dated catalysts and what they concern. Tickers of trials come from a search by name and are often
--   wrong: the sponsor says whose a trial or program is, the ticker never.

create temp table listed as
select na(ticker) as ticker, na(cik) as cik, na(company_name) as name, na(exchange) as exchange,
  coalesce('cik:' || lpad(na(cik), 10, '0'), 'ticker:' || na(ticker)) as key
from read_csv(getvariable('companies'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);

-- A hand-kept list of the names under which a listed company sponsors trials.
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
where na(t.sponsor) is not null;

create temp table program as
with entry as (
  select unnest(entries, recursive := false) as e
  from read_json(getvariable('programs'), columns = {entries: 'STRUCT(ticker VARCHAR, programs STRUCT(nct_id VARCHAR, phase VARCHAR, status VARCHAR,
    drug STRUCT(raw_name VARCHAR, canonical_name VARCHAR, chembl_id VARCHAR, molecule_type VARCHAR),
    indication STRUCT(raw_condition VARCHAR, efo_id VARCHAR, efo_name VARCHAR, is_rare BOOLEAN),
    join_quality STRUCT(drug_match_confidence VARCHAR, disease_match_confidence VARCHAR))[])[]'}, maximum_object_size = 67108864)
), one as (select unnest(e.programs) as p from entry)
select p.nct_id as nct, trim(p.drug.canonical_name) as drug, na(p.drug.chembl_id) as chembl, na(p.drug.molecule_type) as molecule,
  na(p.indication.raw_condition) as condition, replace(na(p.indication.efo_id), '_', ':') as disease_id, na(p.indication.efo_name) as disease,
  case p.join_quality.disease_match_confidence when 'high' then 0.9 when 'medium' then 0.6 else 0.4 end as sure,
  phase(p.phase) as phase, s.key as company_key, s.name as company_name
from one join sponsor s on s.nct_id = p.nct_id and s.kind = 'company'
where p.drug.canonical_name is not null and length(p.drug.canonical_name) between 3 and 120
  and not regexp_matches(lower(p.drug.canonical_name), '\b(placebo|vehicle|saline|sham|standard of care|sodium chloride|dextrose|comparator|no intervention|usual care|questionnaire|survey|observation)\b');

create temp table asset as
select program_key(company_key, drug) as key, company_key, min(drug) as name, list(distinct nct) as ncts,
  max_by({id: disease_id, label: disease, sure: sure}, {sure: sure, id: disease_id}) filter (where disease_id is not null) as d,
  list(distinct condition order by condition) filter (where condition is not null) as conditions,
  min(chembl) as chembl, min(molecule) as molecule, max(phase) as phase
from program group by all;

create temp table catalyst as
select event_id, ticker, lower(regexp_replace(event_type, '^(FDA|CT)_', '')) as type, event_type, loose_date(event_date) as date, event_name as text,
  na(document_ref) as document, source, loose_date(pit_available_at) as known_at,
  case confidence when 'HIGH' then 0.95 when 'MED' then 0.6 when 'LOW' then 0.3 else try_cast(confidence as double) end as sure
from read_json(getvariable('catalysts'), format = 'newline_delimited', ignore_errors = true, columns = {
  event_id: 'VARCHAR', ticker: 'VARCHAR', event_type: 'VARCHAR', event_date: 'VARCHAR', pit_available_at: 'VARCHAR', source: 'VARCHAR',
  confidence: 'VARCHAR', event_name: 'VARCHAR', document_ref: 'VARCHAR'})
-- A registry entry that was merely touched or re-dated is no milestone.
where event_type is null or event_type not in ('CT_ACTIVITY_PROXY', 'CT_STATUS_UPGRADE', 'CT_STATUS_DOWNGRADE', 'CT_TIMELINE_PUSHOUT', 'CT_TIMELINE_PULLIN', 'CT_STATUS_SEVERE_NEG');

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
    nct: nct_id, phase: phase(phase), status: trial_status(status), study_type: lower(study_type), conditions: tidy(conditions), interventions: tidy(interventions),
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
select 'catalyst:' || c.event_id as key, 'catalyst' as kind,
  coalesce(nullif(regexp_replace(c.text, '^8-K: ', ''), ''), replace(c.type, '_', ' ') || coalesce(' ' || c.document, '')) || ' (' || coalesce(l.name, c.ticker) || ', ' || strftime(c.date, '%Y-%m-%d') || ')' as name,
  {
    type: case c.type when 'pdufa_date' then 'pdufa' when 'results_posted' then 'data_readout' else c.type end, date: c.date,
    date_precision: case when c.sure < 0.7 and strftime(c.date, '%m-%d') in ('01-01', '04-01', '07-01', '10-01') then 'quarter' else 'day' end,
    status: case when c.date <= c.known_at or c.event_type in ('FDA_APPROVAL', 'FDA_CRL', 'CT_RESULTS_POSTED') then 'occurred' else 'expected' end,
    document: c.document, confidence: c.sure
  } as attributes,
  c.sure as identity_confidence, c.known_at as observed_at, 'biotech-screener: ' || c.source as source,
  [{field: 'attributes.date', source: 'biotech-screener: ' || c.source, confidence: c.sure, observed_at: c.known_at::timestamptz}] as provenance
from catalyst c left join listed l using (ticker) where c.event_id is not null and c.date is not null;

create temp view edges as
select key as source_key, 'sponsors' as relation, 'nct:' || nct_id as target_key, 'ClinicalTrials.gov' as origin from sponsor
union all by name
select company_key as source_key, 'develops' as relation, key as target_key from asset
union all by name
select key as source_key, 'tested_in' as relation, 'nct:' || unnest(ncts) as target_key from asset
union all by name
-- A filing is its filer's, so here the ticker does say whose an event is.
select 'catalyst:' || event_id as source_key, 'announced_by' as relation, l.key as target_key, known_at as observed_at
from catalyst join listed l using (ticker) where event_id is not null and date is not null
union all by name
select 'catalyst:' || event_id as source_key, 'concerns' as relation, 'nct:' || document as target_key, known_at as observed_at
from catalyst where date is not null and regexp_matches(document, '^NCT\d{8}$') and document in (select nct_id from trial)
union all by name
-- An event names one of its filer's own drugs.
select 'catalyst:' || event_id as source_key, 'concerns' as relation, a.key as target_key, known_at as observed_at, sure as confidence
from catalyst c join listed l using (ticker) join asset a on a.company_key = l.key
where c.event_id is not null and c.date is not null and length(plain_words(a.name)) >= 5
  and contains(' ' || plain_words(c.text) || ' ', ' ' || plain_words(a.name) || ' ');
