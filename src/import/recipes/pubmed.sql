-- name: pubmed
-- title: PubMed citations as XML
-- source: PubMed
-- licence: NLM terms: metadata free to use with attribution; abstracts may be under their publishers' copyright
-- attribution: Courtesy of the U.S. National Library of Medicine
-- url: https://pubmed.ncbi.nlm.nih.gov/download/ (baseline and update files, or "Save, Format: PubMed XML" as pubmed*.xml)
-- files: papers=pubmed*.xml
-- reader: papers=xml PubmedArticle PubmedBookArticle DeleteCitation
-- priority: 62
-- fills: Papers with PMID, DOI, PMC id, journal, date, abstract and MeSH headings; authors, each with ORCID and affiliation
--   as the citation states them; papers they cite (cites) and trials they report (reports_on), as stubs until another source
--   brings them; who funded them (funded_by). Citations that PubMed deleted are removed.

create temp table record as
select element, doc from read_json(getvariable('papers'), format = 'newline_delimited', maximum_object_size = 134217728,
  columns = {'element': 'VARCHAR', 'line': 'BIGINT', 'doc': 'JSON'});

create macro text_at(doc, path) as na(doc ->> (path || '[0]."#"'));
create macro texts_at(doc, path) as nullif(list_filter(doc ->> (path || '[*]."#"'), lambda x: na(x) is not null), []);
-- Month names and numbers both occur; a range counts from its start.
create macro xml_date(d) as coalesce(
  text_at(d, '$.Year') || coalesce(case
    when regexp_matches(text_at(d, '$.Month'), '^\d{1,2}$') then '-' || lpad(text_at(d, '$.Month'), 2, '0') || coalesce('-' || lpad(text_at(d, '$.Day'), 2, '0'), '')
    else ' ' || left(text_at(d, '$.Month'), 3) || coalesce(' ' || text_at(d, '$.Day'), '') end, ''),
  text_at(d, '$.MedlineDate'));

create temp table paper as
select distinct on (pmid)
  'pmid:' || pmid as key, *, loose_date(date_text) as published
from (
  select
    text_at(c, '$.PMID') as pmid, c, a, doc,
    text_at(a, '$.ArticleTitle') as title, coalesce(text_at(a, '$.Journal[0].Title'), text_at(a, '$.Journal[0].ISOAbbreviation')) as journal,
    coalesce(xml_date(a -> '$.Journal[0].JournalIssue[0].PubDate[0]'), xml_date(a -> '$.ArticleDate[0]')) as date_text,
    loose_date(xml_date(c -> '$.DateRevised[0]')) as revised,
    -- The record's own ids come before those of the papers it cites, which stand elsewhere.
    from_json(doc -> '$.PubmedData[0].ArticleIdList[0].ArticleId', '[{"@IdType": "VARCHAR", "#": "VARCHAR"}]') as ids,
    from_json(a -> '$.ELocationID', '[{"@EIdType": "VARCHAR", "#": "VARCHAR"}]') as locations
  from (select doc, doc -> '$.MedlineCitation[0]' as c, doc -> '$.MedlineCitation[0].Article[0]' as a from record where element = 'PubmedArticle')
) where pmid is not null
order by pmid, revised desc nulls last;

create temp table paper_id as
select key, pmid,
  lower(coalesce(list_filter(ids, lambda i: i."@IdType" = 'doi')[1]."#", list_filter(locations, lambda i: i."@EIdType" = 'doi')[1]."#")) as doi,
  list_filter(ids, lambda i: i."@IdType" = 'pmc')[1]."#" as pmcid
from paper;

create temp table deleted as
select distinct unnest(texts_at(doc, '$.PMID')) as pmid from record where element = 'DeleteCitation';

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
      select key, pmid, published, unnest(from_json(a -> '$.AuthorList[0].Author', '["JSON"]')) as w, generate_subscripts(from_json(a -> '$.AuthorList[0].Author', '["JSON"]'), 1) as place
      from paper
    )
  ) where said is not null
);

create temp table affiliation as
select distinct key, published, org.kind as kind, org.name as name
from (select key, published, affiliated(unnest(affiliations)) as org from author) where org.name is not null;

create temp table grant_ as
select distinct key, published, funder_name(unnest(texts_at(a, '$.GrantList[0].Grant[*].Agency'))) as funder from paper;

create temp table cited as
select distinct key, published, 'pmid:' || pmid as cited, pmid from (
  select key, published, unnest(doc -> '$.PubmedData[0].ReferenceList[*].Reference[*].ArticleIdList[*].ArticleId[*]') as i from paper
), lateral (select i ->> '$."#"' as pmid) where i ->> '$."@IdType"' = 'pubmed' and regexp_matches(pmid, '^\d+$');

create temp table trial as
select distinct key, published, nct from (
  select key, published, upper(trim(unnest(texts_at(a, '$.DataBankList[0].DataBank[*].AccessionNumberList[*].AccessionNumber')))) as nct from paper
) where regexp_matches(nct, '^NCT\d{8}$');

create temp view rejects as
select null as file, null::bigint as line, 'the citation has no PMID' as reason, doc::varchar as "row"
from record where element = 'PubmedArticle' and text_at(doc, '$.MedlineCitation[0].PMID') is null;

create temp view entities as
select p.key, tidy(['doi:' || i.doi, 'pmc:' || i.pmcid]) as same_as, 'paper' as kind, coalesce(title, 'PMID ' || p.pmid) as name, i.doi as doi,
  {
    pmid: p.pmid, journal: journal, published_at: published, date_precision: loose_date_precision(date_text), abstract: array_to_string(texts_at(a, '$.Abstract[0].AbstractText'), ' '),
    mesh: tidy(texts_at(c, '$.MeshHeadingList[0].MeshHeading[*].DescriptorName')),
    mesh_major: tidy(list_transform(list_filter(from_json(c -> '$.MeshHeadingList[0].MeshHeading', '[{"DescriptorName": [{"#": "VARCHAR", "@MajorTopicYN": "VARCHAR"}], "QualifierName": [{"@MajorTopicYN": "VARCHAR"}]}]'),
      lambda h: h.DescriptorName[1]."@MajorTopicYN" = 'Y' or coalesce(list_contains(list_transform(h.QualifierName, lambda q: q."@MajorTopicYN"), 'Y'), false)), lambda h: h.DescriptorName[1]."#")),
    pub_types: tidy(texts_at(a, '$.PublicationTypeList[0].PublicationType')), pmcid: i.pmcid
  } as attributes,
  null::boolean as removed, revised as updated_at, published as observed_at
from paper p join paper_id i using (key) where p.pmid not in (select pmid from deleted)
union all by name
select 'pmid:' || pmid as key, 'paper' as kind, 'PMID ' || pmid as name, true as removed from deleted
union all by name
select cited as key, 'paper' as kind, 'PMID ' || pmid as name, {pmid: pmid} as attributes, 0.9 as identity_confidence from cited
where cited not in (select key from paper) group by all
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
