-- name: ctgov-tsv
-- title: ClinicalTrials.gov search result as the 27-column table
-- source: ClinicalTrials.gov
-- licence: US government work, public domain
-- attribution: ClinicalTrials.gov, U.S. National Library of Medicine
-- url: https://clinicaltrials.gov (Download, tab-separated, all columns)
-- download: trials=https://raw.githubusercontent.com/kaustcovid19/data/6c26f309126fd122de26ff003047c428c891f908/en/HealthCare/clinicalTrials/clinicalTrials-20201012.tsv
-- folder: ctgov_covid
-- files: trials=*.tsv
-- columns: trials=tsv("NCT Number" Title Acronym Status Conditions Interventions Sponsor/Collaborators Phases Enrollment "Funded Bys" "Study Type" "Start Date" "Completion Date" "First Posted" "Last Update Posted" Locations)
-- priority: 61
-- confidence: 0.95
-- fills: Trials with acronym, dates, phase, status, conditions and interventions; the lead sponsor (sponsors) and
--   collaborators (collaborates_on); facilities
--   that bear an institution's name (conducted_at).

-- The export quotes nothing: a quotation mark is part of the text.
create temp table raw as
select * from read_csv(getvariable('trials'), header = true, all_varchar = true, delim = '\t', quote = '', escape = '', store_rejects = true);

create temp table trial as
select "NCT Number" as nct, Title as title, na(Acronym) as acronym, Status as status, Phases as phases, try_cast(Enrollment as bigint) as enrollment,
  na("Study Type") as study_type, loose_date("Start Date") as started, loose_date("Completion Date") as completed,
  loose_date("Last Update Posted") as updated,
  split_list(Conditions, '|') as conditions, split_list(Interventions, '|') as interventions,
  split_list("Sponsor/Collaborators", '|') as sponsors, split_list("Funded Bys", '|') as funders, split_list(Locations, '|') as locations
from raw;

-- "Funded Bys" names each type once, the lead sponsor's first: for collaborators it only helps if there is a single
-- one. A lead sponsor without any word of an organisation may be a person, who is left out.
create temp table sponsor as
select nct, started, name, case when place = 1 then 'sponsors' else 'collaborates_on' end as relation, case
    when place = 1 and funders[1] = 'Industry' then 'company'
    when place = 1 then case when org_kind(name) is not null or not regexp_matches(name, '^\p{Lu}\p{Ll}+( \p{Lu}\.?)?( \p{Lu}[\p{Ll}-]+){1,2}$') then 'institution' end
    else coalesce(org_kind(name), case when len(funders) = n then case funders[place] when 'Industry' then 'company' else 'institution' end
      when funders <> ['Industry'] and regexp_matches(name, '^\p{Lu}\p{Ll}+( \p{Lu}\.?)?( \p{Lu}[\p{Ll}-]+){1,2}$') then null
      when list_contains(funders[2:], 'Industry') or funders = ['Industry'] then 'company' else 'institution' end) end as kind
from (select nct, started, funders, unnest(sponsors) as name, generate_subscripts(sponsors, 1) as place, len(sponsors) as n from trial where sponsors is not null);

create temp table place as
select distinct nct, started, main_institution(place) as name, country_in(place) as country, null::varchar as city
from (select nct, started, unnest(locations) as place from trial)
where main_institution(place) is not null;
create temp table facility as from with_site_keys('place');

create temp view entities as
select
  'nct:' || nct as key, 'trial' as kind, title as name, case when acronym is not null then [acronym] end as aliases,
  {
    nct: nct, phase: phase(phases), status: trial_status(status), enrollment: enrollment, study_type: lower(study_type),
    start_date: started, completion_date: completed, conditions: conditions,
    interventions: list_transform(interventions, lambda x: regexp_replace(x, '^[A-Za-z ]+: ', '')),
    intervention_types: tidy(list_transform(interventions, lambda x: lower(regexp_extract(x, '^([A-Za-z ]+): ', 1))))
  } as attributes,
  modality_of_types(types) as modality, case when modality_of_types(types) is not null then 0.9 end as moa_confidence,
  updated as updated_at, updated as observed_at
from (select *, tidy(list_transform(interventions, lambda x: lower(regexp_extract(x, '^([A-Za-z ]+): ', 1)))) as types from trial)
union all by name
select org_name_key(kind, name) as key, kind, name from sponsor where kind is not null group by all
union all by name
from sites('facility');

create temp view edges as
select distinct org_name_key(kind, name) as source_key, relation, 'nct:' || nct as target_key, started as observed_at
from sponsor where kind is not null
union all by name
select distinct 'nct:' || nct as source_key, 'conducted_at' as relation, key as target_key, started as observed_at from facility;
