-- name: intovalue
-- title: IntoValue, trials of German university medical centres and their results publications
-- source: IntoValue
-- licence: CC-BY-4.0
-- attribution: IntoValue, QUEST Center for Responsible Research, Charité Universitätsmedizin Berlin
-- url: https://doi.org/10.5281/zenodo.5141342; registry and PubMed tables: https://github.com/maia-sh/intovalue-data
-- download: results=https://raw.githubusercontent.com/maia-sh/intovalue-data/817c24afa007dbc222cd28fe9b6090c4355ec96e/data/raw/intovalue.csv
-- files: results=intovalue*.csv, studies=registry-studies*.csv?, references=registry-references*.csv?, crossreg=registry-crossreg*.csv?, papers=pubmed-main*.csv?
-- columns: results=csv(id doi pmid publication_date publication_type phase recruitment_status enrollment start_date completion_date registration_date), studies=csv(id registration_date title registry),
--   references=csv(id doi pmid reference_type reference_derived), crossreg=csv(id), papers=csv(pmid authors title journal doi)
-- priority: 44
-- confidence: 0.9
-- fills: Trials of ClinicalTrials.gov and DRKS with registry dates; the papers that report them (reports_on) or that they cite
--   (cites), by PMID and DOI; papers with journal, date and authors, each a person of this paper only. One trial in both registries
--   is one where the registries say so one to one. Dissertations without DOI are left out.

create macro csv_file(path) as table
select * from read_csv(path, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);
create macro trial_key(id) as case when starts_with(upper(trim(id)), 'NCT') then 'nct:' when starts_with(upper(trim(id)), 'DRKS') then 'drks:' end || upper(trim(id));

create temp table result as
select trial_key(id) as trial, id, na(doi) as doi, nullif(regexp_extract(pmid, '^\d+$'), '') as pmid, loose_date(na(publication_date)) as published, na(publication_type) as type,
  na(phase) as phase, na(recruitment_status) as status, try_cast(enrollment as bigint) as enrollment, loose_date(na(start_date)) as started, loose_date(na(completion_date)) as completed,
  loose_date(na(registration_date)) as registered
from csv_file(getvariable('results'));
create temp table study as
select trial_key(id) as trial, id, na(title) as title, na(phase) as phase, na(recruitment_status) as status, try_cast(try_cast(enrollment as double) as bigint) as enrollment, lower(na(study_type)) as study_type,
  loose_date(na(registration_date)) as registered, loose_date(na(start_date)) as started, loose_date(na(completion_date)) as completed, loose_date(na(primary_completion_date)) as primary_completed,
  loose_date(na(summary_results_date)) as results_posted
from read_csv(getvariable('studies'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true, columns = {
  'id': 'VARCHAR', 'registration_date': 'VARCHAR', 'summary_results_date': 'VARCHAR', 'study_type': 'VARCHAR', 'phase': 'VARCHAR', 'enrollment': 'VARCHAR', 'recruitment_status': 'VARCHAR', 'title': 'VARCHAR',
  'start_date': 'VARCHAR', 'completion_date': 'VARCHAR', 'primary_completion_date': 'VARCHAR', 'has_summary_results': 'VARCHAR', 'allocation': 'VARCHAR', 'masking': 'VARCHAR', 'main_sponsor': 'VARCHAR',
  'is_multicentric': 'VARCHAR', 'registry': 'VARCHAR', 'is_resolved': 'VARCHAR', 'is_randomized': 'VARCHAR', 'is_prospective': 'VARCHAR', 'completion_year': 'VARCHAR', 'primary_completion_year': 'VARCHAR',
  'days_cd_to_summary': 'VARCHAR', 'days_pcd_to_summary': 'VARCHAR', 'days_reg_to_start': 'VARCHAR', 'days_reg_to_cd': 'VARCHAR', 'days_reg_to_pcd': 'VARCHAR'});
create temp table reference as
select trial_key(id) as trial, id, lower(na(doi)) as doi, nullif(regexp_extract(pmid, '^(\d+)', 1), '') as pmid, reference_type as type
from read_csv(getvariable('references'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'id': 'VARCHAR', 'doi': 'VARCHAR', 'pmid': 'VARCHAR', 'reference_type': 'VARCHAR', 'reference_derived': 'VARCHAR'});
-- The same study in two registries. Two numbers of one registry are two trials: a second one listed there is usually a
-- companion study's.
create temp table twin as
select trial_key(id) as trial, trial_key(trn) as other
from read_csv(getvariable('crossreg'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'id': 'VARCHAR', 'registry': 'VARCHAR', 'trn': 'VARCHAR'})
where registry in ('ClinicalTrials.gov', 'DRKS') and trial_key(trn) is not null and trial_key(id) is not null and key_prefix(trial_key(trn)) <> key_prefix(trial_key(id))
qualify count(*) over (partition by trial_key(id)) = 1 and count(*) over (partition by trial_key(trn)) = 1;
create temp table paper as
select nullif(regexp_extract(pmid, '^\d+$'), '') as pmid, na(title) as title, na(journal) as journal, lower(na(doi)) as doi, na(pmcid) as pmcid, na(pubtype) as pubtype,
  coalesce(na(epub), na(ppub), na(year)) as date_text, split_list(authors, ',') as authors
from read_csv(getvariable('papers'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true, columns = {
  'pmid': 'VARCHAR', 'authors': 'VARCHAR', 'year': 'VARCHAR', 'title': 'VARCHAR', 'journal': 'VARCHAR', 'volume': 'VARCHAR', 'issue': 'VARCHAR', 'pages': 'VARCHAR', 'pubmodel': 'VARCHAR', 'ppub': 'VARCHAR',
  'epub': 'VARCHAR', 'pubtype': 'VARCHAR', 'country': 'VARCHAR', 'doi': 'VARCHAR', 'pii': 'VARCHAR', 'pmcid': 'VARCHAR'})
where regexp_matches(pmid, '^\d+$');

create temp view rejects as
select null as file, null::bigint as line, 'the trial is of neither registry' as reason, to_json(r)::varchar as "row" from result r where trial is null;

-- "2006-Jun" and "2006-Sep-14" are read as "2006 Jun" and "2006 Sep 14".
create macro hyphen_date(s) as loose_date(case when regexp_matches(s, '^\d{4}-[A-Z]') then replace(s, '-', ' ') else s end);
create macro paper_key(pmid, doi) as coalesce('pmid:' || pmid, 'doi:' || lower(doi));

create temp table joined as
select trial, paper_key(pmid, doi) as paper, pmid, doi, 'reports_on' as relation, published from result
where trial is not null and paper_key(pmid, doi) is not null and coalesce(type, '') <> 'dissertation'
union
select trial, paper_key(pmid, doi), pmid, doi, case when lower(type) in ('derived', 'result', 'trial results') then 'reports_on' else 'cites' end, null from reference
where trial is not null and paper_key(pmid, doi) is not null and lower(type) <> 'abstract';

create temp table author as
select 'pmid:' || pmid as paper, hyphen_date(date_text) as published, regexp_replace(said, '^(.+) (\S+)$', '\2 \1') as name, author_key(said, pmid, row_number() over (partition by pmid, plain_words(said) order by place)) as key
from (select pmid, date_text, unnest(authors) as said, generate_subscripts(authors, 1) as place from paper) where na(said) is not null and said <> 'NA NA';

create temp view entities as
select t.trial as key, tidy([w.other]) as same_as, 'trial' as kind, coalesce(s.title, upper(t.id)) as name,
  {
    nct: case when starts_with(t.trial, 'nct:') then upper(t.id) end, drks: case when starts_with(t.trial, 'drks:') then upper(t.id) end, phase: phase(coalesce(s.phase, t.phase)), status: trial_status(coalesce(s.status, t.status)),
    enrollment: coalesce(s.enrollment, t.enrollment), study_type: s.study_type, start_date: coalesce(s.started, t.started), completion_date: coalesce(s.completed, t.completed),
    primary_completion_date: s.primary_completed, registered_at: coalesce(s.registered, t.registered), results_posted: s.results_posted
  } as attributes
from (
  select trial, min(id) as id, min(phase) as phase, min(status) as status, max(enrollment) as enrollment, min(started) as started, max(completed) as completed, min(registered) as registered
  from (select trial, id, phase, status, enrollment, started, completed, registered from result union all select trial, id, null, null, null, null, null, null from reference
    union all select trial, id, null, null, null, null, null, null from study)
  where trial is not null group by trial
) t left join study s using (trial) left join twin w using (trial)
union all by name
select 'pmid:' || pmid as key, tidy(['doi:' || doi]) as same_as, 'paper' as kind, coalesce(title, 'PMID ' || pmid) as name, doi,
  {pmid: pmid, journal: journal, published_at: hyphen_date(date_text), pub_types: split_list(pubtype, ';'), pmcid: pmcid} as attributes, hyphen_date(date_text) as observed_at
from paper
union all by name
select paper as key, case when pmid is not null and count(distinct lower(doi)) = 1 then ['doi:' || lower(min(doi))] end as same_as, 'paper' as kind, case when bool_or(relation = 'reports_on') then 'Results of ' else 'Cited by ' end || upper(key_value(min(trial))) || ', ' || coalesce('PMID ' || pmid, min(doi)) as name, lower(min(doi)) as doi,
  {pmid: pmid, published_at: max(published)} as attributes
from joined group by paper, pmid
union all by name
select key, 'person' as kind, name, published as observed_at from author;

create temp view edges as
select case relation when 'cites' then trial else paper end as source_key, relation, case relation when 'cites' then paper else trial end as target_key, max(published) as observed_at
from joined where not (relation = 'cites' and (trial, paper) in (select (trial, paper) from joined where relation = 'reports_on')) group by 1, 2, 3
union all by name
select key as source_key, 'authored' as relation, paper as target_key, published as observed_at from author;
