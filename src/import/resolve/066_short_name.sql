-- The short name of a company: the first word of its name if the rest consists of trade words and legal form (Ionis, of
-- Ionis Pharmaceuticals, Inc.), and no other company has that word as its name.

-- Before that, all names of the head of a group in the project's own list, including those that no source has (Glaxo;
-- AZ), if no other company has the name, and it is not the head's whole name.
create temp table listed_name as
select min(i.survivor_id) as id, f.name from (select distinct head, name from company_fact where relation = 'name') f join head_name h using (head) join identity i using (record)
group by f.head, f.name having count(distinct i.survivor_id) = 1;
update entity set aliases = list_sort(list_concat(coalesce(entity.aliases, []), l.names))
from (
  select l.id, list(distinct l.name) as names from listed_name l join entity e using (id)
  where org_key(l.name) <> org_key(e.name) and not list_contains(list_transform(coalesce(e.aliases, []), lambda a: fold(a)), fold(l.name))
    and not exists (from entity o where o.kind = 'company' and o.state = 'live' and o.id <> l.id and org_key(o.name) = org_key(l.name)) group by l.id
) l where l.id = entity.id and entity.state = 'live';
drop table listed_name;

-- So are institutions by the names in the list, unless another organisation is named so. Of whom it is an alias only it is none any longer:
-- MIT is in Massachusetts, not in Manukau too.
create temp table bearer as
select id, org_key(name) as name_key from entity where kind in ('company', 'institution') and state = 'live';
create temp table meant as
select distinct i.survivor_id as id, f.name, org_key(f.name) as name_key from institution_fact f join identity i using (record) join entity e on e.id = i.survivor_id and e.state = 'live'
where not exists (from bearer b where b.id <> e.id and b.name_key = org_key(f.name))
qualify count(distinct i.survivor_id) over (partition by org_key(f.name)) = 1;
update entity set aliases = list_filter(entity.aliases, lambda a: not list_contains(o.taken, a))
from (
  select e.id, list(e.alias) as taken from (select id, unnest(aliases) as alias from entity where kind = 'institution' and state = 'live') e
  join meant m on m.name_key = org_key(e.alias) and m.id <> e.id group by e.id
) o where o.id = entity.id;
update entity set aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), l.names)))
from (
  select m.id, list(distinct m.name) as names from meant m join entity e using (id)
  where not list_contains(list_transform(list_append(coalesce(e.aliases, []), e.name), lambda a: plain_words(a)), plain_words(m.name)) group by m.id
) l where l.id = entity.id;
drop table bearer; drop table meant;

-- NIH's institutes are called by the acronyms that their grants state.
update entity set aliases = list_sort(list_distinct(list_append(coalesce(entity.aliases, []), n.acronym)))
from (select unnest(map_keys(nih_institutes())) as acronym, unnest(map_values(nih_institutes())) as name) n
where entity.kind = 'funder' and entity.state = 'live' and length(n.acronym) > 2 and org_key(entity.name) = org_key(n.name)
  and not exists (from entity o where o.kind = 'funder' and o.state = 'live' and o.id <> entity.id and list_contains(list_append(coalesce(o.aliases, []), o.name), n.acronym));

-- A former name is shortened, too (Cassava, of Cassava Sciences), and one with Life Sciences, if nobody else's is to the same word; neither keeps
-- another company from its own short name.
create or replace temp macro common_words() as 'american|advanced|united|first|national|general|applied|universal|pacific|atlantic|european|british|canadian|allied|modern|premier|precision|integrated|innovative|research|clinical|global|world|central|northern|southern|eastern|western|generic|natural|human|animal|cancer|heart|brain|blood|vision|blue|bone|care|cell|city|core|drug|east|food|gene|gold|home|kids|life|meta|mind|next|ohio|open|pure|skin|star|tech|time|true|well|west|lung|pain|cure|hope|nano|stem|iron|zinc|oral|hair|baby|wave|turn|gain|bolt|opus|edge|dose|data|code|base|link|scan';
create or replace temp macro trade_words() as 'pharma\w*|therapeutic\w*|bio\w*|life|science\w*|laborator\w*|labs?|medical\w*|medicines?|oncology|genetic\w*|genomic\w*|vaccines?|immun\w*|health\w*|consumer|product\w*|diagnostic\w*|device\w*|international|global|industr\w*|manufacturing|generics?|company|hospital\w*|research|nutrition\w*';
create temp table first_word as
select id, name, not is_former and not regexp_matches(org_key(name), ' life ') as is_plain, regexp_extract(org_key(name), '^((?:\w )?\w{4,})(?: (?:pharma\w*|therapeutic\w*|bio\w*|life|science\w*|laborator\w*|labs?|medical|medicines?|oncology|genetic\w*|genomic\w*|vaccines?|immun\w*|health\w*|international|global))+$', 1) as word
from (
  select id, name, false as is_former from entity where kind = 'company' and state = 'live'
  union select id, alias, true from (select id, name, unnest(aliases) as alias from entity where kind = 'company' and state = 'live' and cik is not null)
  where org_match_key(alias) <> org_match_key(name)
);
create temp table called_so as
select id, org_key(name) as word from entity where kind = 'company' and state = 'live'
union select id, org_key(unnest(aliases)) from entity where kind = 'company' and state = 'live'
union select id, word from first_word where word <> '' and is_plain;
create temp table short_name as
select f.id, min(rtrim(regexp_extract(trim(f.name), '^\S+'), ',')) as short
from first_word f
left join (select word, min(id) as id, count(distinct id) as n from called_so group by word) o using (word)
left join (select word, count(distinct id) as n from first_word group by word) w using (word)
where coalesce(o.n = 1 and o.id = f.id, not f.is_plain) and (f.is_plain or w.n = 1) and f.word <> '' and f.word not in (select org_key(name) from institution_fact) and plain_words(regexp_extract(trim(f.name), '^\S+')) like f.word || '%'
  and not regexp_matches(f.word, '^(' || common_words() || ')$') group by f.id, f.word;
-- One may have several: its own and that of its former name.
update entity set aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), s.shorts)))
from (select s.id, list(s.short) as shorts from short_name s join entity e using (id) where fold(s.short) <> fold(e.name) group by s.id) s
where s.id = entity.id;
drop table first_word; drop table called_so; drop table short_name; drop table institution_fact;

-- A company is called without what its name says of its seat or its reach (Pacific Biosciences, of California, Inc.; Charles River Laboratories,
-- International), and without its form as a holding; one whose head the files do not have, without the country of the office (CStone Pharmaceuticals,
-- of CStone Pharmaceuticals Ireland Limited), and a Chinese one without its city (Alphamab, of Jiangsu Alphamab Biopharmaceuticals). Nobody else may
-- be called so, nor be left with the same words, and one word is enough only if it is long.
create or replace temp macro without_reach(words) as regexp_replace(words, '^(.{4,}?)(?: (?:international|worldwide|global|holdings?|group|companies|of california|of america|of north america|us|usa|america|americas|europe|ireland|uk|netherlands|japan|china|canada|australia|switzerland|germany|deutschland|france|italy|italia|spain|espana|india|israel|korea|singapore|hong kong|austria|sweden|denmark|hungary|eu|diagnostics))+$', '\1');
create temp table called as
select id, org_key(name) as words, name, true as own from entity where kind = 'company' and state = 'live'
union select id, org_key(alias), alias, false from (select id, unnest(aliases) as alias from entity where kind = 'company' and state = 'live');
create temp table shortened as
select id, any_value(said) as said, key from (
  -- As many words of its name as are left.
  select id, array_to_string(string_split(regexp_replace(trim(name), '\s+', ' ', 'g'), ' ')[:len(string_split(without_reach(words), ' '))], ' ') as said, without_reach(words) as key
  from called where own and without_reach(words) <> words
  union all
  -- Two words before those that tell the trade, of a filer (Burning Rock, of Burning Rock Biotech Ltd).
  select id, array_to_string(string_split(regexp_replace(trim(name), '\s+', ' ', 'g'), ' ')[:2], ' '), regexp_extract(words, '^(\w+ \w{3,})(?: (?:' || trade_words() || '|holdings?|group))+$', 1)
  from called where own and id in (select id from entity where cik is not null) and not regexp_matches(words, '^\w+ (disease|animal|care|tech|data|clinical)\b') and regexp_matches(words, '^\w+ \w{3,}(?: (?:' || trade_words() || '|holdings?|group))+$') and not regexp_matches(words, '^(?:\w+ (?:' || trade_words() || ')|(?:' || trade_words() || '|' || common_words() || ') \w+) ')
  union all
  select id, regexp_replace(regexp_replace(trim(name), '^(?i)(' || chinese_places() || ') ', ''), ',?\s*\(?(?i)(co\.?,? )?(ltd|limited|inc|corp)\.?$', ''), regexp_replace(words, '^' || chinese_places() || ' ', '')
  from called where own and regexp_matches(words, '^' || chinese_places() || ' \w+ \w')
) where plain_words(said) = key and not regexp_matches(trim(said), ',.*,$|, ?(ag|ltd|inc|co|corp)\.?,?$', 'i') and not regexp_matches(key, '\b(of|and|for|the|north|south|east|west|corporation|company|industry|project|center|institute|alliance|network)$|\bchina$') group by id, key;
update entity set aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), s.shorts)))
from (
  select id, list(rtrim(said, ',')) as shorts from shortened s
  where (contains(key, ' ') or length(key) >= 6) and not regexp_matches(key, '^(' || common_words() || ')$|^(' || trade_words() || ')( (' || trade_words() || '))*$')
    and key not in (select words from called)
    -- Of several a filer has the name, if there is one.
    and (key, id) in (select (key, case when count(distinct id) = 1 then min(id) when count(distinct id) filter (where cik is not null) = 1 then min(id) filter (where cik is not null) end) from shortened join entity e using (id) group by key)
    and key not in (select org_key(name) from entity where kind in ('institution', 'funder', 'product') and state = 'live')
  group by id
) s where s.id = entity.id;
drop table called; drop table shortened;

-- The ticker of an earlier filing is no former one where it still is the company's.
update entity set attributes = json_merge_patch(attributes, '{"former_ticker": null}')::varchar
where kind = 'company' and state = 'live' and (upper(attributes ->> 'former_ticker') = upper(ticker) or list_contains(from_json(attributes -> 'tickers', '["VARCHAR"]'), attributes ->> 'former_ticker'));
-- Tickers of former times (SGEN, of Seagen), unless they are another's today or several had them. A ticker that two filers have is that of the one
-- of which the SEC says it.
update entity set ticker = null from (
  select ticker, max(id) filter (where (attributes ->> 'tickers') is not null) as owner from entity where kind = 'company' and state = 'live' and ticker is not null
  group by ticker having count(*) > 1 and count(*) filter (where (attributes ->> 'tickers') is not null) = 1
) o where entity.kind = 'company' and entity.state = 'live' and entity.ticker = o.ticker and entity.id <> o.owner;
update entity set aliases = list_sort(list_distinct(list_append(coalesce(entity.aliases, []), f.ticker)))
from (
  select attributes ->> 'former_ticker' as ticker, min(id) as id from entity where kind = 'company' and state = 'live' and (attributes ->> 'former_ticker') is not null
  group by 1 having count(*) = 1
) f
where f.id = entity.id and f.ticker not in (
  select ticker from entity where kind = 'company' and state = 'live' and ticker is not null
  union all select unnest(from_json(attributes -> 'tickers', '["VARCHAR"]')) from entity where kind = 'company' and state = 'live' and (attributes -> 'tickers') is not null);
