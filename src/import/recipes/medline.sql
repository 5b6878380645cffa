-- name: medline
-- title: MEDLINE papers as JSON lines
-- source: MEDLINE
-- licence: NLM terms: metadata free to use with attribution
-- attribution: Courtesy of the U.S. National Library of Medicine
-- url: https://pubmed.ncbi.nlm.nih.gov/download/ (one JSON object a line: pmid, title, journal, pub_date, authors, …)
-- files: papers=papers*.jsonl
-- priority: 60
-- fills: Papers with PMID, DOI, journal, date and MeSH headings; their authors. An author is one person with an ORCID where
--   the record says whose it is, else a person of this paper only: a name alone never makes two people one. Affiliations
--   count only where there are as many as authors.

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
  regexp_replace(author, '^([^,]+), (.+)$', '\2 \1') as name,
  case when orcid is not null then 'orcid:' || orcid
    -- Two authors of one paper may have one name.
    else 'name:person:' || plain_words(author) || ':' || pmid || case when nth > 1 then ':' || nth else '' end end as key, orcid
from (
  select *, row_number() over (partition by key, plain_words(author) order by place) as nth from (
  select key, pmid, published, unnest(authors) as author, generate_subscripts(authors, 1) as place,
    unnest(case when len(orcids) = len(authors) then orcids else list_transform(authors, lambda a: null::varchar) end) as orcid,
    unnest(case when len(affiliations) = len(authors) then affiliations else list_transform(authors, lambda a: null::varchar) end) as affiliation
  from paper where authors is not null
)) where na(author) is not null;

create temp table affiliation as
select distinct key, published, org, kind from (
  select key, published,
    coalesce(main_institution(affiliation), list_filter(list_transform(string_split(affiliation, ','), lambda x: trim(x)),
      lambda x: org_kind(x) = 'company' and regexp_matches(plain_words(x), '\b(inc|ltd|gmbh|pharma\w*|therapeutics|biotech\w*|ag|bv|ab)\b'))[1]) as org,
    case when main_institution(affiliation) is not null then 'institution' else 'company' end as kind
  from author where na(affiliation) is not null
) where org is not null;

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
select key, 'person' as kind, max(name) as name, max(orcid) as orcid, max(published) as observed_at from author group by key
union all by name
select 'name:' || kind || ':' || org_key(org) as key, kind, min(org) as name from affiliation group by all;

create temp view edges as
select key as source_key, 'authored' as relation, paper_key as target_key, published as observed_at from author
union all by name
select key as source_key, 'affiliated_with' as relation, 'name:' || kind || ':' || org_key(org) as target_key, published as observed_at from affiliation;
