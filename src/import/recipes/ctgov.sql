-- name: ctgov
-- title: ClinicalTrials.gov studies as five CSV files
-- source: ClinicalTrials.gov
-- licence: US government work, public domain
-- attribution: ClinicalTrials.gov, U.S. National Library of Medicine
-- url: https://clinicaltrials.gov/data-api/api (studies, sponsors, interventions, conditions, locations keyed by NCT number)
-- folder: ctgov_sample5000
-- files: studies=studies*.csv, sponsors=sponsors*.csv?, interventions=interventions*.csv?, conditions=conditions*.csv?,
--   locations=locations*.csv?
-- columns: studies=csv(study_id title status phase enrollment), sponsors=csv(study_id sponsor_name sponsor_type),
--   interventions=csv(study_id intervention_name intervention_type), conditions=csv(study_id condition),
--   locations=csv(study_id facility city country)
-- priority: 60
-- confidence: 0.95
-- fills: Trials with phase, status, enrolment, conditions and interventions; the lead sponsor
--   (sponsors) and the collaborators (collaborates_on), companies where the registry says INDUSTRY, else institutions, persons left out; facilities that bear an institution's name (conducted_at).

create temp table studies as
select * from read_csv(getvariable('studies'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);
create temp table sponsors as
select * from read_csv(getvariable('sponsors'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'study_id': 'VARCHAR', 'sponsor_name': 'VARCHAR', 'sponsor_type': 'VARCHAR'});
create temp table interventions as
select * from read_csv(getvariable('interventions'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'study_id': 'VARCHAR', 'intervention_name': 'VARCHAR', 'intervention_type': 'VARCHAR'});
create temp table conditions as
select * from read_csv(getvariable('conditions'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'study_id': 'VARCHAR', 'condition': 'VARCHAR'});
create temp table locations as
select * from read_csv(getvariable('locations'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'study_id': 'VARCHAR', 'facility': 'VARCHAR', 'city': 'VARCHAR', 'country': 'VARCHAR'});

-- The lead sponsor comes first, followed by collaborators.
create temp table sponsor as
select study_id, trim(sponsor_name) as name, sponsor_kind(sponsor_type, sponsor_name) as kind, case when place = 1 then 'sponsors' else 'collaborates_on' end as relation
from (select *, row_number() over (partition by study_id order by line) as place from (select *, row_number() over () as line from sponsors))
where na(sponsor_name) is not null and sponsor_kind(sponsor_type, sponsor_name) is not null;

create temp table place as
select distinct study_id, name, city, country
from (select study_id, main_institution(facility) as name, na(city) as city, na(country) as country from locations)
where name is not null;
create temp table facility as from with_site_keys('place');

create temp view entities as
select
  'nct:' || s.study_id as key, 'trial' as kind, s.title as name,
  {
    nct: s.study_id, phase: phase(s.phase), status: trial_status(s.status), enrollment: try_cast(try_cast(s.enrollment as double) as bigint),
    conditions: c.conditions, interventions: i.interventions, intervention_types: i.types
  } as attributes,
  modality_of_types(i.types) as modality, case when modality_of_types(i.types) is not null then 0.9 end as moa_confidence
from studies s
left join (select study_id, list(distinct condition order by condition) as conditions from conditions where na(condition) is not null group by 1) c using (study_id)
left join (
  select study_id, list(distinct intervention_name order by intervention_name) as interventions,
    list(distinct lower(replace(intervention_type, '_', ' ')) order by lower(replace(intervention_type, '_', ' '))) as types
  from interventions where na(intervention_name) is not null group by 1) i using (study_id)
union all by name
select org_name_key(kind, name) as key, kind, name from sponsor group by all
union all by name
from sites('facility');

create temp view edges as
select distinct org_name_key(kind, name) as source_key, relation, 'nct:' || study_id as target_key from sponsor
union all by name
select distinct 'nct:' || study_id as source_key, 'conducted_at' as relation, key as target_key from facility;
