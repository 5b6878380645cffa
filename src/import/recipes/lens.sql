-- name: lens
-- title: Patents of The Lens as JSON lines
-- source: The Lens
-- licence: Lens terms: bibliographic data free to use with attribution
-- attribution: The Lens, www.lens.org
-- url: https://www.lens.org/lens/search/patent (export as JSON lines)
-- folder: lens_coronavirus_patents
-- files: patents=patents*.jsonl
-- columns: patents=jsonl(displayKey)
-- priority: 50
-- confidence: 0.9
-- fills: Patents with publication number, dates and CPC classes, the publications of one family as one patent; inventors, each a person of this patent only; applicants and
--   owners whose name reads like a company's or an institution's (assigned_to). Search reports are left out.

create temp table lines as
select filename as file, row_number() over (partition by filename) as line, text, try_cast(text as json) as doc
from read_csv(getvariable('patents'), columns = {'text': 'VARCHAR'}, auto_detect = false, header = false, delim = e'\x01', quote = '', escape = '',
  filename = true, parallel = false, max_line_size = 16777216);

create temp view rejects as
select file, line, case when doc is null then 'the line is not JSON' else 'the patent has no displayKey' end as reason, text as "row"
from lines where trim(text) <> '' and na(doc ->> 'displayKey') is null;

create temp table patent as
select r.*, regexp_replace(r.displayKey, '[ /]', '', 'g') as number, 'patent:' || regexp_replace(r.displayKey, '[ /]', '', 'g') as key,
  loose_date(r.filingDate) as filed, loose_date(r.publicationDate) as published
from (
  select unnest(from_json(doc, '{"displayKey": "VARCHAR", "lensId": "VARCHAR", "jurisdiction": "VARCHAR", "kindCode": "VARCHAR", "publicationDate": "VARCHAR",
    "filingDate": "VARCHAR", "earliestPriorityDate": "VARCHAR", "priorityFilingKeysActive": ["VARCHAR"], "title": "VARCHAR", "applicants": ["VARCHAR"], "inventors": ["VARCHAR"],
    "owners": [{"name": "VARCHAR"}], "docType": "VARCHAR", "citedByPatentCount": "BIGINT", "simpleFamilySize": "BIGINT", "cpcClassifications": ["VARCHAR"], "url": "VARCHAR"}'))
  from lines where doc is not null
) r where na(r.displayKey) is not null and r.docType is distinct from 'Search report';

-- Publications with the same priorities are one family (DOCDB's simple family); it is named by an English title if
-- there is one.
create temp table family as
select key, case when len(priorityFilingKeysActive) > 0 then md5(array_to_string(list_sort(priorityFilingKeysActive), '|')) end as family from patent;
create temp table family_title as
select family, min_by(na(title), {elsewhere: jurisdiction not in ('WO', 'US', 'GB', 'EP', 'AU', 'NZ', 'CA'), numbered: title = displayKey, place: number}) as title
from patent join family using (key) where family is not null and na(title) is not null group by family;

-- Some offices add an address or a country to an inventor (MEBUS, CHARLES ALBERT, LINCOLN, NEBR., US). One cut off after thirty letters that has an
-- initial before further names, or six names, is several inventors (BURT DAVID S REDDISH MARK A HU), who are nobody.
create temp table inventor as
select distinct patent_key, seen, name, author_key(name, number, 1) as key
from (
  select key as patent_key, number, coalesce(filed, published) as seen, trim(regexp_replace(regexp_replace(said, '^([^,]+, [^,]+),.*$', '\1'), ' \([A-Z]{2}\)$', '')) as name
  from (select key, number, filed, published, unnest(inventors) as said from patent where inventors is not null) where na(said) is not null
)
where not (length(name) between 29 and 31 and (len(string_split(name, ' ')) >= 6 or regexp_matches(name, '^\S+ .*\b\p{Lu} [\p{Lu}-]{2,} \p{Lu}')));

create temp table assignee as
select distinct a.patent_key, a.seen, a.name, coalesce(org_kind(a.name), org_kind_abroad(a.name)) as kind
from (
  select key as patent_key, coalesce(filed, published) as seen, inventors,
    trim(unnest(list_concat(coalesce(applicants, []), coalesce(list_transform(owners, lambda o: o.name), [])))) as name
  from patent
) a where coalesce(org_kind(a.name), org_kind_abroad(a.name)) is not null and not coalesce(list_contains(a.inventors, a.name), false);

create temp view entities as
select key, tidy(['lens:' || lensId, 'family:' || f.family]) as same_as, 'patent' as kind, coalesce(t.title, na(p.title), number) as name,
  tidy([number, case when na(p.title) <> displayKey then p.title end]) as aliases,
  {
    publication_number: number, filed_at: filed, published_at: published, priority_at: loose_date(earliestPriorityDate), cpc: tidy(cpcClassifications),
    jurisdiction: jurisdiction, kind_code: kindCode, doc_type: lower(docType), cited_by: citedByPatentCount, family_size: simpleFamilySize, url: url
  } as attributes,
  published as observed_at
from patent p join family f using (key) left join family_title t using (family)
union all by name
-- Patent offices write the family name first, in capitals: people type it last.
select key, 'person' as kind, min(name) as name,
  tidy(list(case when regexp_matches(name, '^[\p{Lu}''’-]{2,}( [\p{Lu}''’.-]+){1,3}$') then regexp_replace(name, '^(\S+) (.+)$', '\2 \1') end)) as aliases
from inventor group by key
union all by name
select org_name_key(kind, name) as key, kind, name from assignee group by all;

create temp view edges as
select key as source_key, 'invented' as relation, patent_key as target_key, seen as observed_at from inventor
union all by name
select patent_key as source_key, 'assigned_to' as relation, org_name_key(kind, name) as target_key, seen as observed_at from assignee;
