-- name: nih_reporter
-- title: NIH projects of RePORTER / ExPORTER
-- source: NIH RePORTER
-- licence: US government work, public domain
-- attribution: NIH RePORTER, National Institutes of Health
-- url: https://reporter.nih.gov/exporter (projects by fiscal year, CSV)
-- download: projects=zip https://reporter.nih.gov/exporter/projects/download/2024
-- files: projects=*.csv
-- columns: projects=csv(APPLICATION_ID ACTIVITY ADMINISTERING_IC AWARD_NOTICE_DATE BUDGET_START CORE_PROJECT_NUM FULL_PROJECT_NUM FY IC_NAME ORG_CITY ORG_COUNTRY ORG_NAME PI_NAMEs PROJECT_START PROJECT_END PROJECT_TERMS PROJECT_TITLE SUBPROJECT_ID TOTAL_COST TOTAL_COST_SUB_PROJECT)
-- priority: 49
-- confidence: 0.95
-- fills: Grants (funding_event) with award number, amount, dates and activity; the institution or company that received them; the
--   institute that awarded them; its investigators, each a person of this project only (leads, affiliated_with).

create temp table raw as
select * from read_csv(getvariable('projects'), header = true, auto_detect = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true, max_line_size = 16777216);

create temp table project as
select distinct on (key) * from (
  select coalesce(award_key(replace(na(FULL_PROJECT_NUM), ' ', ''), 'HHS') || coalesce(':' || na(SUBPROJECT_ID), ''), 'nih:' || APPLICATION_ID) as key, APPLICATION_ID as application, na(FULL_PROJECT_NUM) as number, na(CORE_PROJECT_NUM) as core,
    na(PROJECT_TITLE) as title, na(ACTIVITY) as activity, coalesce(try_cast(na(TOTAL_COST) as double), try_cast(na(TOTAL_COST_SUB_PROJECT) as double)) as amount,
    coalesce(loose_date(AWARD_NOTICE_DATE), loose_date(BUDGET_START), try_cast(FY || '-01-01' as date)) as date, loose_date(PROJECT_START) as started, loose_date(PROJECT_END) as ends,
    -- The file has lost the blanks around ampersands.
    na(replace(ORG_NAME, ' &', ' & ')) as org, na(ORG_CITY) as city, na(ORG_COUNTRY) as country, coalesce(nih_institute(ADMINISTERING_IC), title_case(na(IC_NAME))) as funder,
    split_list(PI_NAMEs, ';') as pis, split_list(PROJECT_TERMS, ';') as terms, FY as fiscal_year
  from raw where na(APPLICATION_ID) is not null
) order by key, amount desc nulls last, application;

create temp view rejects as
select null as file, null::bigint as line, 'the project has no application id' as reason, to_json(r)::varchar as "row" from raw r where na(APPLICATION_ID) is null;

create temp table recipient as
select key, org, date, city, country, case when activity in ('R41', 'R42', 'R43', 'R44', 'SB1', 'U43', 'U44') then 'company' else coalesce(org_kind(org), 'institution') end as kind from project where org is not null;
create temp table leader as
select key, date, application, given_first(title_case(regexp_replace(regexp_replace(unnest(pis), '\(contact\)', ''), '\s+', ' ', 'g'))) as name from project;

create temp view entities as
select key, 'funding_event' as kind, coalesce(title, number, 'NIH project ' || application) as name,
  {type: 'grant', amount_usd: amount, currency: 'USD', date: date, is_grant: true} as funding,
  {type: 'grant', award_id: number, core_project: core, activity: activity, awarded_at: date, starts_at: started, ends_at: ends, amount_usd: amount, is_grant: true, fiscal_year: fiscal_year, terms: tidy(terms)} as attributes,
  date as observed_at
from project
union all by name
select org_name_key(kind, org) as key, kind, min(org) as name, {city: min(title_case(city)), country: min(title_case(country))} as attributes from recipient group by 1, 2
union all by name
select org_name_key('funder', funder) as key, 'funder' as kind, min(funder) as name from project where funder is not null group by 1
union all by name
select author_key(name, application, 1) as key, 'person' as kind, name, max(date) as observed_at from leader where na(name) is not null group by 1, 3;

create temp view edges as
select org_name_key(kind, org) as source_key, 'received' as relation, key as target_key, date as observed_at from recipient
union all by name
select key as source_key, 'awarded_by' as relation, org_name_key('funder', funder) as target_key, date as observed_at from project where funder is not null
union all by name
select author_key(name, application, 1) as source_key, 'leads' as relation, key as target_key, date as observed_at from leader where na(name) is not null
union all by name
select author_key(l.name, l.application, 1) as source_key, 'affiliated_with' as relation, org_name_key(r.kind, r.org) as target_key, l.date as observed_at
from leader l join recipient r using (key) where na(l.name) is not null;
