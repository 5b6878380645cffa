-- name: opportunities
-- title: Funding opportunities of NIH and the European Union
-- source: Grants.gov / EU Funding & Tenders
-- licence: US government work, public domain; EU: reuse allowed with attribution (Decision 2011/833/EU); collections Apache-2.0
-- attribution: Grants.gov and NIH Guide; © European Union, EU Funding & Tenders Portal
-- url: https://github.com/sashagusev/nih-grants-feed (data/*.json); https://github.com/OscarSalgado/CordisData (eu_calls_open.jsonl)
-- files: posted=nih_posted*.json?, forecast=nih_forecasted*.json?, highlighted=nih_highlighted*.json?, eu=eu_calls*.jsonl?
-- columns: posted=json(data), forecast=json(data), highlighted=json(data), eu=jsonl(topicId title)
-- priority: 46
-- confidence: 0.95
-- fills: Opportunities with number, agency, dates, amounts and text; the institute or programme that offers them.

-- UTF-8 that somebody read as Windows-1252.
create macro decoded(s) as case when contains(s, 'â€') or contains(s, 'Ã') or contains(s, 'Â') then
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(s, 'â€™', '’'), 'â€˜', '‘'), 'â€œ', '“'), 'â€' || chr(157), '”'), 'â€”', '—'), 'â€“', '–'), 'â€¦', '…'), 'â€¢', '•'), 'Ã©', 'é'), 'Ã¨', 'è'), 'Ã¶', 'ö'), 'Ã¼', 'ü'), 'Ã¤', 'ä'), 'Ã³', 'ó'), 'Â ', ' ') else s end;
create macro answer(path) as table
select data, updated_at from read_json(path, columns = {'updated_at': 'VARCHAR', 'data': 'JSON[]'}, maximum_object_size = 67108864);
create temp table nih as
select distinct on (key) *, coalesce(nih_institute(institute), agency) as funder from (
  select 'opportunity:' || upper(trim(d ->> '$.number')) as key, na(d ->> '$.number') as number, na(d ->> '$.title') as title, na(d ->> '$.agency_name') as agency, na(d ->> '$.institute') as institute,
    loose_date(d ->> '$.post_date') as posted, loose_date(coalesce(na(d ->> '$.opening_date'), d ->> '$.post_date')) as opens, loose_date(d ->> '$.close_date') as closes, na(d ->> '$.status') as status, na(d ->> '$.url') as url,
    try_cast(d ->> '$.award_ceiling' as double) as ceiling, try_cast(d ->> '$.num_awards' as integer) as awards, na(d ->> '$.abstract') as text, null::varchar[] as partners, loose_date(updated_at) as seen
  from (select unnest(data) as d, updated_at from answer(getvariable('posted')) union all select unnest(data), updated_at from answer(getvariable('forecast')))
  union all
  select 'opportunity:NIH-TOPIC-' || (d ->> '$.id'), 'NIH topic ' || (d ->> '$.id'), na(d ->> '$.title'), 'National Institutes of Health', na(d ->> '$.lead_ico'), loose_date(d ->> '$.posted_date'), loose_date(d ->> '$.posted_date'),
    loose_date(d ->> '$.expiration_date'), 'highlighted', na(d ->> '$.url'), null, null, na(d ->> '$.abstract'), from_json(d -> '$.participating_icos', '["VARCHAR"]'), loose_date(updated_at)
  from (select unnest(data) as d, updated_at from answer(getvariable('highlighted')))
) order by key, status desc, closes;
create temp table eu as
select distinct on (topicId) 'opportunity:' || upper(trim(topicId)) as key, trim(topicId) as number, na(title) as title, na(programme) as programme, na(actionType) as action, loose_date(deadline) as closes,
  na(callStatus) as status, try_cast(budgetMax as double) as budget, try_cast(expectedGrants as integer) as awards, na(portalUrl) as url, na(description) as text, na(callIdentifier) as call
from read_json(getvariable('eu'), format = 'newline_delimited', maximum_object_size = 67108864, columns = {
  'topicId': 'VARCHAR', 'title': 'VARCHAR', 'programme': 'VARCHAR', 'actionType': 'VARCHAR', 'deadline': 'VARCHAR', 'callStatus': 'VARCHAR', 'budgetMax': 'VARCHAR', 'expectedGrants': 'VARCHAR',
  'portalUrl': 'VARCHAR', 'description': 'VARCHAR', 'callIdentifier': 'VARCHAR'})
where na(topicId) is not null order by topicId, closes desc nulls last, md5(description);

-- Removed markup is replaced by a blank, so that two words do not become one.
create macro words_of(html) as nullif(trim(regexp_replace(regexp_replace(decoded(html), '<[^>]{0,200}>', ' ', 'g'), '\s+', ' ', 'g')), '');

create temp view entities as
select key, 'opportunity' as kind, coalesce(decoded(title), number) as name, tidy([number]) as aliases,
  {number: number, agency: coalesce(funder, agency), posted_at: posted, opens_at: opens, closes_at: closes, status: status, award_ceiling_usd: ceiling, expected_awards: awards, url: url, description: words_of(text)} as attributes,
  seen as observed_at
from nih where key is not null
union all by name
select key, 'opportunity' as kind, coalesce(decoded(title), number) as name, tidy([number]) as aliases,
  {number: number, agency: 'European Commission', programme: programme, action: action, closes_at: closes, status: status, award_ceiling_eur: budget, expected_awards: awards, call: call, url: url, description: words_of(left(text, 4000))} as attributes
from eu
union all by name
select org_name_key('funder', funder) as key, 'funder' as kind, min(funder) as name from nih where funder is not null group by 1
union all by name
select org_name_key('funder', 'European Commission') as key, 'funder' as kind, 'European Commission' as name, {country: 'Belgium'} as attributes from eu group by all
union all by name
select 'programme:' || kebab(programme) as key, 'funder' as kind, programme as name, ['European Union: ' || programme] as aliases from eu where programme is not null group by programme;

create temp view edges as
select distinct org_name_key('funder', f) as source_key, 'offers' as relation, key as target_key, posted as observed_at
from (select key, posted, funder as f from nih union select key, posted, nih_institute(unnest(partners)) from nih) where f is not null and org_name_key('funder', f) in (select org_name_key('funder', funder) from nih where funder is not null)
union all by name
select case when programme is null then org_name_key('funder', 'European Commission') else 'programme:' || kebab(programme) end as source_key, 'offers' as relation, key as target_key from eu
union all by name
select 'programme:' || kebab(programme) as source_key, 'part_of' as relation, org_name_key('funder', 'European Commission') as target_key from eu where programme is not null group by 1;
