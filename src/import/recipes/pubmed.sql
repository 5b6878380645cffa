-- name: pubmed
-- title: PubMed citations as XML
-- source: PubMed
-- licence: NLM terms: metadata free to use with attribution; abstracts may be under their publishers' copyright
-- attribution: Courtesy of the U.S. National Library of Medicine
-- url: https://pubmed.ncbi.nlm.nih.gov/download/ (baseline and update files, or "Save, Format: PubMed XML" as pubmed*.xml)
-- download: papers=folder https://ftp.ncbi.nlm.nih.gov/pubmed/baseline/
-- folder: pubmed_xml
-- files: papers=pubmed*.xml
-- reader: papers=xml PubmedArticle PubmedBookArticle DeleteCitation
-- priority: 62
-- confidence: 0.95
-- fills: Papers with PMID, DOI, PMC id, journal, date, abstract and MeSH headings; authors, each with ORCID and affiliation
--   as the citation states them; papers they cite (cites) and trials they report (reports_on), as stubs until another source
--   brings them; who funded them (funded_by). Citations that PubMed deleted are removed.

create temp table record as
select element, doc from read_json(getvariable('papers'), format = 'newline_delimited', maximum_object_size = 134217728,
  columns = {'element': 'VARCHAR', 'line': 'BIGINT', 'doc': 'JSON'});

create macro text_at(doc, path) as na(doc ->> (path || '[0]."#"'));
create macro texts_at(doc, path) as nullif(list_filter(doc ->> (path || '[*]."#"'), lambda x: na(x) is not null), []);
-- Months are names or numbers; a range counts from its start.
create macro xml_date(d) as coalesce(
  text_at(d, '$.Year') || coalesce(case
    when regexp_matches(text_at(d, '$.Month'), '^\d{1,2}$') then '-' || lpad(text_at(d, '$.Month'), 2, '0') || coalesce('-' || lpad(text_at(d, '$.Day'), 2, '0'), '')
    else ' ' || left(text_at(d, '$.Month'), 3) || coalesce(' ' || text_at(d, '$.Day'), '') end, ''),
  text_at(d, '$.MedlineDate'));

-- A citation is long, and every function on it reads it completely, so it is parsed once.
create temp table part as
select element, j[1] as pmid, j[2] as title, j[3] as journal, j[4] as electronic, j[5] as revised, j[6] as ids, j[7] as locations, j[8] as authors, j[9] as mesh, j[10] as grants, j[11] as banks,
  j[12] as types, j[13] as abstract, j[14] as cited, case when element <> 'PubmedArticle' or j[1] is null then doc end as doc
from (
  select element, doc, json_extract(doc, [
    '$.MedlineCitation[0].PMID', '$.MedlineCitation[0].Article[0].ArticleTitle', '$.MedlineCitation[0].Article[0].Journal[0]', '$.MedlineCitation[0].Article[0].ArticleDate[0]',
    '$.MedlineCitation[0].DateRevised[0]', '$.PubmedData[0].ArticleIdList[0].ArticleId', '$.MedlineCitation[0].Article[0].ELocationID', '$.MedlineCitation[0].Article[0].AuthorList[0].Author',
    '$.MedlineCitation[0].MeshHeadingList[0].MeshHeading', '$.MedlineCitation[0].Article[0].GrantList[0].Grant', '$.MedlineCitation[0].Article[0].DataBankList[0].DataBank',
    '$.MedlineCitation[0].Article[0].PublicationTypeList[0].PublicationType', '$.MedlineCitation[0].Article[0].Abstract[0].AbstractText', '$.PubmedData[0].ReferenceList']) as j
  from record
);
drop table record;

create temp table dated as
select
  text_at(pmid, '$') as pmid, text_at(title, '$') as title, coalesce(text_at(journal, '$.Title'), text_at(journal, '$.ISOAbbreviation')) as journal,
  coalesce(xml_date(journal -> '$.JournalIssue[0].PubDate[0]'), xml_date(electronic)) as date_text, xml_date(revised) as revised_text,
  -- The record's own ids precede those of the papers it cites, which are listed elsewhere.
  from_json(ids, '[{"@IdType": "VARCHAR", "#": "VARCHAR"}]') as ids, from_json(locations, '[{"@EIdType": "VARCHAR", "#": "VARCHAR"}]') as locations,
  authors, mesh, grants, banks, types, abstract, cited
from part where element = 'PubmedArticle';
create temp table paper as
select distinct on (pmid) 'pmid:' || pmid as key, *, loose_date(date_text) as published, loose_date(revised_text) as revised
from dated where pmid is not null order by pmid, revised desc nulls last;

create temp table paper_id as
select key, pmid,
  lower(coalesce(list_filter(ids, lambda i: i."@IdType" = 'doi')[1]."#", list_filter(locations, lambda i: i."@EIdType" = 'doi')[1]."#")) as doi,
  list_filter(ids, lambda i: i."@IdType" = 'pmc')[1]."#" as pmcid
from paper;

create temp table deleted as
select distinct unnest(texts_at(doc, '$.PMID')) as pmid from part where element = 'DeleteCitation';

create temp table author as
select paper_key, published, name, affiliations, orcid,
  case when orcid is not null then 'orcid:' || orcid else author_key(said, pmid, nth) end as key
from (
  select *, row_number() over (partition by paper_key, plain_words(said) order by place) as nth from (
    select key as paper_key, pmid, published, text_at(w, '$.LastName') || coalesce(', ' || coalesce(text_at(w, '$.ForeName'), text_at(w, '$.Initials')), '') as said,
      coalesce(coalesce(text_at(w, '$.ForeName'), text_at(w, '$.Initials')) || ' ', '') || text_at(w, '$.LastName') as name,
      orcid(list_filter(from_json(w -> '$.Identifier', '[{"@Source": "VARCHAR", "#": "VARCHAR"}]'), lambda i: i."@Source" = 'ORCID')[1]."#") as orcid,
      texts_at(w, '$.AffiliationInfo[*].Affiliation') as affiliations, place
    from (
      select key, pmid, published, unnest(from_json(authors, '["JSON"]')) as w, generate_subscripts(from_json(authors, '["JSON"]'), 1) as place
      from paper
    )
  ) where said is not null
);

create temp table affiliation as
select distinct key, published, org.kind as kind, org.name as name
from (select key, published, affiliated(unnest(affiliations)) as org from author) where org.name is not null;

create temp table grant_ as
select distinct key, published, funder_name(unnest(texts_at(grants, '$[*].Agency'))) as funder from paper;

create temp table cited as
select distinct on (key, cited) key, published, 'pmid:' || pmid as cited, pmid, citation from (
  select key, published, citation, i ->> '$."#"' as pmid, i ->> '$."@IdType"' as type from (
    select key, published, text_at(r, '$.Citation') as citation, unnest(r -> '$.ArticleIdList[*].ArticleId[*]') as i from (select key, published, unnest(cited -> '$[*].Reference[*]') as r from paper)
  )
) where type = 'pubmed' and regexp_matches(pmid, '^\d+$') order by key, cited, citation;

create temp table trial as
select distinct key, published, nct from (
  select key, published, upper(trim(unnest(texts_at(banks, '$[*].AccessionNumberList[*].AccessionNumber')))) as nct from paper
) where regexp_matches(nct, '^NCT\d{8}$');

create temp view rejects as
select null as file, null::bigint as line, 'the citation has no PMID' as reason, doc::varchar as "row"
from part where element = 'PubmedArticle' and text_at(pmid, '$') is null;

create temp view entities as
select p.key, tidy(['doi:' || i.doi, 'pmc:' || i.pmcid]) as same_as, 'paper' as kind, coalesce(title, 'PMID ' || p.pmid) as name, i.doi as doi,
  {
    pmid: p.pmid, journal: journal, published_at: published, date_precision: loose_date_precision(date_text), abstract: array_to_string(texts_at(abstract, '$'), ' '),
    mesh: tidy(texts_at(mesh, '$[*].DescriptorName')),
    mesh_major: tidy(list_transform(list_filter(from_json(mesh, '[{"DescriptorName": [{"#": "VARCHAR", "@MajorTopicYN": "VARCHAR"}], "QualifierName": [{"@MajorTopicYN": "VARCHAR"}]}]'),
      lambda h: h.DescriptorName[1]."@MajorTopicYN" = 'Y' or coalesce(list_contains(list_transform(h.QualifierName, lambda q: q."@MajorTopicYN"), 'Y'), false)), lambda h: h.DescriptorName[1]."#")),
    pub_types: tidy(texts_at(types, '$')), pmcid: i.pmcid
  } as attributes,
  null::boolean as removed, revised as updated_at, published as observed_at
from paper p join paper_id i using (key) where p.pmid not in (select pmid from deleted)
union all by name
select 'pmid:' || pmid as key, 'paper' as kind, 'PMID ' || pmid as name, true as removed from deleted
union all by name
select cited as key, 'paper' as kind, coalesce(title_in(min(citation)), left(min(citation), 200) || ' (PMID ' || pmid || ')', 'PMID ' || pmid) as name, {pmid: pmid, citation: min(citation), published_at: year_in(min(citation)), date_precision: case when year_in(min(citation)) is not null then 'year' end} as attributes, 0.9 as identity_confidence from cited
where cited not in (select key from paper) group by cited, pmid
union all by name
select 'nct:' || nct as key, 'trial' as kind, nct as name, {nct: nct} as attributes from trial group by nct
union all by name
select key, 'person' as kind, max(name) as name, max(orcid) as orcid, max(published) as observed_at from author group by key
union all by name
select org_name_key(kind, name) as key, kind, min(name) as name from affiliation group by all
union all by name
select org_name_key('funder', funder) as key, 'funder' as kind, min(funder) as name from grant_ where funder is not null group by 1;

create temp view edges as
select key as source_key, 'authored' as relation, paper_key as target_key, published as observed_at from author
union all by name
select key as source_key, 'affiliated_with' as relation, org_name_key(kind, name) as target_key, published as observed_at from affiliation
union all by name
select key as source_key, 'cites' as relation, cited as target_key, published as observed_at from cited
union all by name
select key as source_key, 'reports_on' as relation, 'nct:' || nct as target_key, published as observed_at from trial
union all by name
select key as source_key, 'funded_by' as relation, org_name_key('funder', funder) as target_key, published as observed_at from grant_ where funder is not null;
