-- name: medline
-- title: MEDLINE papers as JSON lines
-- source: MEDLINE
-- licence: NLM terms: metadata free to use with attribution
-- attribution: Courtesy of the U.S. National Library of Medicine
-- url: https://pubmed.ncbi.nlm.nih.gov/download/ (one JSON object a line: pmid, title, journal, pub_date, authors, …)
-- folder: medline_papers
-- files: papers=papers*.jsonl
-- columns: papers=jsonl(pmid title)
-- priority: 60
-- confidence: 0.9
-- fills: Papers with PMID, DOI, journal, date and MeSH headings; their authors. An author is one person with an ORCID where
--   the record says whose it is, else a person of this paper only: a name alone never makes two people one. Affiliations
--   count only where there are as many as authors. Who funded the work (funded_by), trials it reports (reports_on).

create temp table lines as
select filename as file, row_number() over (partition by filename) as line, text, try_cast(text as json) as doc
from read_csv(getvariable('papers'), columns = {'text': 'VARCHAR'}, auto_detect = false, header = false, delim = e'\x01', quote = '', escape = '',
  filename = true, parallel = false, max_line_size = 16777216);

create temp view rejects as
select file, line, case when doc is null then 'the line is not JSON' else 'the paper has no pmid' end as reason, text as "row"
from lines where trim(text) <> '' and na(doc ->> 'pmid') is null;

create temp table paper as
select r.*, loose_date(r.pub_date) as published, 'pmid:' || trim(r.pmid) as key
from (
  select unnest(from_json(doc, '{"pmid": "VARCHAR", "title": "VARCHAR", "journal": "VARCHAR", "pub_date": "VARCHAR", "doi": "VARCHAR", "pmcid": "VARCHAR",
    "authors": ["VARCHAR"], "affiliations": ["VARCHAR"], "orcids": ["VARCHAR"], "mesh": ["VARCHAR"], "pub_types": ["VARCHAR"], "nct_ids": ["VARCHAR"], "grants": ["VARCHAR"]}'))
  from lines where doc is not null
) r where na(r.pmid) is not null;

create temp table author as
select key as paper_key, published, author, affiliation,
  given_first(author) as name,
  case when orcid is not null then 'orcid:' || orcid
    -- Two authors of one paper may have the same name.
    else author_key(author, pmid, nth) end as key, orcid
from (
  select *, row_number() over (partition by key, plain_words(author) order by place) as nth from (
  select key, pmid, published, unnest(authors) as author, generate_subscripts(authors, 1) as place,
    unnest(case when len(orcids) = len(authors) then orcids else list_transform(authors, lambda a: null::varchar) end) as orcid,
    unnest(case when len(affiliations) = len(authors) then affiliations else list_transform(authors, lambda a: null::varchar) end) as affiliation
  from paper where authors is not null
)) where na(author) is not null and not contains(author, 'Cyrillicsmall');

create temp table affiliation as
select distinct key, published, org.name as org, org.kind as kind
from (select key, published, affiliated(affiliation) as org from author where na(affiliation) is not null) where org.name is not null;

create temp table grant_ as
select distinct key, published, funder_name(string_split(g, '/')[-2]) as funder from (select key, published, unnest(grants) as g from paper);

create temp table trial as
select distinct key, published, upper(trim(unnest(nct_ids))) as nct from paper;

create temp view entities as
select key, tidy(['doi:' || na(doi), 'pmc:' || na(pmcid)]) as same_as, 'paper' as kind, title as name, lower(na(doi)) as doi,
  {
    pmid: pmid, journal: journal, published_at: published, date_precision: loose_date_precision(pub_date),
    mesh: tidy(list_transform(mesh, lambda m: replace(regexp_replace(m, '/.*$', ''), '*', ''))),
    mesh_major: tidy(list_transform(list_filter(mesh, lambda m: contains(m, '*')), lambda m: replace(regexp_replace(m, '/.*$', ''), '*', ''))),
    pub_types: tidy(pub_types), pmcid: pmcid, trials: tidy(nct_ids)
  } as attributes,
  published as observed_at
from paper
union all by name
select 'nct:' || nct as key, 'trial' as kind, nct as name, {nct: nct} as attributes from trial where regexp_matches(nct, '^NCT\d{8}$') group by nct
union all by name
select org_name_key('funder', funder) as key, 'funder' as kind, min(funder) as name from grant_ where funder is not null group by 1
union all by name
select key, 'person' as kind, max(name) as name, max(orcid) as orcid, max(published) as observed_at from author group by key
union all by name
select org_name_key(kind, org) as key, kind, min(org) as name from affiliation group by all;

create temp view edges as
select key as source_key, 'authored' as relation, paper_key as target_key, published as observed_at from author
union all by name
select key as source_key, 'affiliated_with' as relation, org_name_key(kind, org) as target_key, published as observed_at from affiliation
union all by name
select key as source_key, 'reports_on' as relation, 'nct:' || nct as target_key, published as observed_at from trial where regexp_matches(nct, '^NCT\d{8}$')
union all by name
select key as source_key, 'funded_by' as relation, org_name_key('funder', funder) as target_key, published as observed_at from grant_ where funder is not null;
