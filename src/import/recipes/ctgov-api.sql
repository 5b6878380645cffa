-- name: ctgov-api
-- title: ClinicalTrials.gov study records as JSON (API version 2)
-- source: ClinicalTrials.gov
-- licence: US government work, public domain
-- attribution: ClinicalTrials.gov, U.S. National Library of Medicine
-- url: https://clinicaltrials.gov/data-api/api (GET /api/v2/studies, or "Download, JSON" of a search; also /api/v2/studies?format=json.zip unpacked)
-- download: studies=pages nextPageToken pageToken https://clinicaltrials.gov/api/v2/studies?format=json&pageSize=1000
-- folder: ctgov_v2_json
-- files: studies=*.json
-- priority: 64
-- confidence: 0.95
-- fills: Trials with all dates, phase, status, enrolment, conditions, interventions, outcomes and sites; sponsors and collaborators
--   (collaborates_on), facilities that bear an institution's name (conducted_at), officials and investigators (investigates,
--   affiliated_with), the papers that report them (reports_on) or that they cite (cites), as stubs until another source brings them.

-- A file is one study, a list of studies, lines of studies, or a page of the API's answer.
create temp table study as
with file as (
  select filename, s, studies from read_json(getvariable('studies'), columns = {'studies': 'JSON', 'protocolSection': 'JSON', 'derivedSection': 'JSON', 'hasResults': 'BOOLEAN'},
    filename = true, maximum_object_size = 67108864) r,
  lateral (select {protocolSection: r.protocolSection, derivedSection: r.derivedSection, hasResults: r.hasResults}::json as s)
), one as (
  select filename, s as study from file where studies is null
  union all select filename, unnest(from_json(studies, '["JSON"]')) from file where studies is not null
)
select filename, study, study -> '$.protocolSection' as p, study ->> '$.protocolSection.identificationModule.nctId' as nct from one;

create temp view rejects as
select filename as file, null::bigint as line, 'the study has no NCT number' as reason, study::varchar as "row"
from study where not coalesce(regexp_matches(nct, '^NCT\d{8}$'), false);

create temp table trial as
select distinct on (nct) 'nct:' || nct as key, nct, p,
  na(p ->> '$.identificationModule.briefTitle') as brief_title, na(p ->> '$.identificationModule.officialTitle') as official_title, na(p ->> '$.identificationModule.acronym') as acronym,
  na(p ->> '$.identificationModule.orgStudyIdInfo.id') as org_study_id,
  loose_date(p ->> '$.statusModule.studyFirstPostDateStruct.date') as posted, loose_date(p ->> '$.statusModule.lastUpdatePostDateStruct.date') as updated,
  loose_date(p ->> '$.statusModule.startDateStruct.date') as started,
  from_json(p -> '$.armsInterventionsModule.interventions', '[{"type": "VARCHAR", "name": "VARCHAR", "otherNames": ["VARCHAR"]}]') as interventions,
  tidy(list_transform(from_json(p -> '$.armsInterventionsModule.interventions', '[{"type": "VARCHAR"}]'), lambda i: lower(replace(i.type, '_', ' ')))) as types,
  (study ->> '$.hasResults')::boolean as has_results
from study where regexp_matches(nct, '^NCT\d{8}$')
order by nct, loose_date(p ->> '$.statusModule.lastUpdatePostDateStruct.date') desc nulls last, md5(study::varchar);

create temp table sponsor as
select key as trial_key, started, name, sponsor_kind(class, name) as kind, relation from (
  select key, started, 'sponsors' as relation, na(p ->> '$.sponsorCollaboratorsModule.leadSponsor.name') as name, p ->> '$.sponsorCollaboratorsModule.leadSponsor.class' as class from trial
  union all
  select key, started, 'collaborates_on', na(c.name), c.class
  from (select key, started, unnest(from_json(p -> '$.sponsorCollaboratorsModule.collaborators', '[{"name": "VARCHAR", "class": "VARCHAR"}]')) as c from trial)
) where name is not null and sponsor_kind(class, name) is not null;

create temp table place as
select distinct key as trial_key, started, main_institution(l.facility) as name, na(l.city) as city, na(l.country) as country
from (select key, started, unnest(from_json(p -> '$.contactsLocationsModule.locations', '[{"facility": "VARCHAR", "city": "VARCHAR", "country": "VARCHAR"}]')) as l from trial)
where main_institution(l.facility) is not null;
create temp table facility as from with_site_keys('place');

-- Officials, and the responsible party if it is a person. "Jane Doe, MD, PhD", "Jane Doe MD" and "prof. dr. Jane Doe" are Jane Doe. A contact is
-- not an investigator.
create temp table official as
select distinct on (trial_key, plain_words(name)) trial_key, nct, started, name, role, affiliation from (
  select key as trial_key, nct, started, trim(regexp_replace(regexp_replace(regexp_replace(o.name, ',.*$', ''), '(\.? +(M\.?D|Ph\.? ?D|MBBS)\.?)+$', ''), '^([Pp]rof|[Dd]r|Professor|PD|Univ)\b\.?( [Dd]r\.?)*( med\.?)? ', '')) as name, o.role, na(o.affiliation) as affiliation
  from (
    select key, nct, started, unnest(from_json(p -> '$.contactsLocationsModule.overallOfficials', '[{"name": "VARCHAR", "affiliation": "VARCHAR", "role": "VARCHAR"}]')) as o from trial
    union all
    select key, nct, started, {name: p ->> '$.sponsorCollaboratorsModule.responsibleParty.investigatorFullName',
      affiliation: p ->> '$.sponsorCollaboratorsModule.responsibleParty.investigatorAffiliation', role: 'PRINCIPAL_INVESTIGATOR'} from trial
  )
)
-- Some sponsors name their own hotline as the official: "Novartis Pharmaceuticals", "Medical Director", "Use Central
-- Contact".
where contains(name, ' ') and org_kind(name) is null and plain_words(name) is distinct from plain_words(affiliation)
  and not regexp_matches(plain_words(name), '\b(clinical|medical|study|trial|trials|director|manager|officer|monitor|contact|call|information|team|department|pharmaceuticals|novartis|pfizer|program|lead|development|operations|responsible|\d+)\b')
order by trial_key, plain_words(name), role, affiliation;

create temp table employer as
select distinct trial_key, nct, started, name, org.name as org, org.kind as kind
from (select trial_key, nct, started, name, case
    when org_kind(affiliation) = 'company' and not contains(regexp_replace(affiliation, ', *(Inc|LLC|Ltd|Limited|Corp|L\.?P|LP|S\.?A|AG|GmbH|Co|PLC|plc|B\.?V|N\.?V)\b.*$', ''), ',') then {name: affiliation, kind: 'company'} else affiliated(affiliation) end as org
  from official where affiliation is not null)
where org.name is not null;

create temp table reference as
select key as trial_key, nct, started, r.type as type, trim(r.pmid) as pmid, 'pmid:' || trim(r.pmid) as paper_key, na(r.citation) as citation
from (select key, nct, started, unnest(from_json(p -> '$.referencesModule.references', '[{"pmid": "VARCHAR", "type": "VARCHAR", "citation": "VARCHAR"}]')) as r from trial)
where regexp_matches(trim(r.pmid), '^\d+$');

create temp view entities as
select
  key, tidy(list_transform(list_filter(from_json(p -> '$.identificationModule.secondaryIdInfos', '[{"id": "VARCHAR", "type": "VARCHAR"}]'), lambda i: i.type = 'EUDRACT_NUMBER'), lambda i: 'eudract:' || trim(i.id))) as same_as,
  'trial' as kind, coalesce(brief_title, official_title, nct) as name, tidy([acronym, org_study_id]) as aliases,
  {
    nct: nct, official_title: official_title, phase: phase(array_to_string(list_sort(from_json(p -> '$.designModule.phases', '["VARCHAR"]')), '/')),
    status: trial_status(p ->> '$.statusModule.overallStatus'), why_stopped: na(p ->> '$.statusModule.whyStopped'),
    enrollment: try_cast(p ->> '$.designModule.enrollmentInfo.count' as bigint), study_type: lower(p ->> '$.designModule.studyType'),
    start_date: started, primary_completion_date: loose_date(p ->> '$.statusModule.primaryCompletionDateStruct.date'),
    completion_date: loose_date(p ->> '$.statusModule.completionDateStruct.date'), results_posted: loose_date(p ->> '$.statusModule.resultsFirstPostDateStruct.date'),
    has_results: has_results,
    conditions: tidy(from_json(p -> '$.conditionsModule.conditions', '["VARCHAR"]')), keywords: tidy(from_json(p -> '$.conditionsModule.keywords', '["VARCHAR"]')),
    interventions: tidy(list_transform(interventions, lambda i: i.name)), intervention_types: types,
    other_names: tidy(flatten(list_transform(interventions, lambda i: i.otherNames))),
    also_called: nullif(list_transform(list_filter(interventions, lambda i: len(i.otherNames) > 0), lambda i: {intervention: i.name, names: i.otherNames}), []),
    primary_outcomes: tidy(p ->> '$.outcomesModule.primaryOutcomes[*].measure'), allocation: lower(p ->> '$.designModule.designInfo.allocation'),
    masking: lower(p ->> '$.designModule.designInfo.maskingInfo.masking'), countries: tidy(p ->> '$.contactsLocationsModule.locations[*].country'),
    summary: na(p ->> '$.descriptionModule.briefSummary')
  } as attributes,
  modality_of_types(types) as modality, case when modality_of_types(types) is not null then 0.9 end as moa_confidence,
  updated as updated_at, updated as observed_at
from trial
union all by name
select org_name_key(kind, name) as key, kind, name from sponsor group by all
union all by name
from sites('facility')
union all by name
select author_key(name, nct, 1) as key, 'person' as kind, name, started as observed_at from official
union all by name
select org_name_key(kind, org) as key, kind, org as name from employer group by all
union all by name
select paper_key as key, 'paper' as kind, coalesce(title_in(min(citation)), left(min(citation), 200) || ' (PMID ' || pmid || ')', 'Cited by ' || min(nct) || ', PMID ' || pmid) as name, {pmid: pmid, citation: min(citation), published_at: year_in(min(citation)), date_precision: case when year_in(min(citation)) is not null then 'year' end} as attributes from reference group by paper_key, pmid;

create temp view edges as
select org_name_key(kind, name) as source_key, relation, trial_key as target_key, started as observed_at from sponsor
union all by name
select distinct trial_key as source_key, 'conducted_at' as relation, key as target_key, started as observed_at from facility
union all by name
select author_key(name, nct, 1) as source_key, 'investigates' as relation, trial_key as target_key, started as observed_at from official
union all by name
select author_key(name, nct, 1) as source_key, 'affiliated_with' as relation, org_name_key(kind, org) as target_key, started as observed_at from employer
union all by name
-- A paper that the registry derived from its text, or that the sponsor names as a result, reports the trial; the others
-- are background.
select case when type in ('RESULT', 'DERIVED') then paper_key else trial_key end as source_key, case when type in ('RESULT', 'DERIVED') then 'reports_on' else 'cites' end as relation,
  case when type in ('RESULT', 'DERIVED') then trial_key else paper_key end as target_key
from reference;
