-- Functions for recipes and the resolver, in every recipe's session.

-- Trimmed text; null for an empty text and for NA, N/A, null, none, unknown and "-".
create or replace temp macro na(s) as
  case when lower(trim(s)) in ('', 'na', 'n/a', 'null', 'none', 'unknown', '-') then null else trim(s) end;

-- Text of a web page with its character references (&#x2019; &#8217; &amp;) replaced by the characters; an unknown reference
-- stays as it is.
create or replace temp macro reference_code(mark) as
  case when lower(mark[3]) = 'x' then ('0x' || mark[4:-2])::integer else mark[3:-2]::integer end;
create or replace temp macro plain_text(s) as case when not contains(s, '&') or not contains(s, ';') then s else
  replace(replace(replace(replace(replace(replace(
    list_reduce(
      list_prepend(s, list_filter(list_distinct(regexp_extract_all(s, '&#(?:[xX][0-9a-fA-F]{2,6}|[0-9]{2,7});')),
        lambda mark: reference_code(mark) between 32 and 55295 or reference_code(mark) between 57344 and 1114111)),
      lambda text, mark: replace(text, mark, chr(reference_code(mark)))),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', ''''), '&amp;', '&') end;

-- Lower case without accents; letters such as ø and ß, which have no separate accent, are spelled out.
create or replace temp macro fold(s) as
  replace(replace(replace(replace(replace(replace(replace(lower(strip_accents(nfc_normalize(s))),
    'ß', 'ss'), 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i');

-- The words of a folded name, separated by one blank: dots and apostrophes join (S.A. and A/S are sa and as), other punctuation separates.
create or replace temp macro plain_words(s) as
  trim(regexp_replace(regexp_replace(regexp_replace(replace(fold(s), '&', ' and '), '\ba/s\b', 'as', 'g'), '[.''’`]', '', 'g'), '[^\p{L}\p{N}]+', ' ', 'g'));

-- Plain words without a legal form (inc, gmbh, ltd) at the end.
create or replace temp macro without_legal_form(s) as
  regexp_replace(s, '^(.+?)(?: and)?(?: ' || legal_forms() || '| public)+(?: and)?$', '\1');

-- A country in any of the spellings that registries use: for comparison, where Hong Kong and Macao count as China; and by its name, as it is
-- stated where it has no other.
create or replace temp macro land_words(country) as trim(regexp_replace(fold(replace(country, '’', '''')), '^the ', ''));
create or replace temp macro country_of(words) as coalesce(country_names()[words], country_names()[trim(regexp_replace(words, '[(,].*$', ''))]);
create or replace temp macro land_key(country) as regexp_replace(coalesce(fold(country_of(land_words(country))), trim(regexp_replace(land_words(country), '[(,].*$', ''))), '^(hong kong|macao)$', 'china');
create or replace temp macro country_name(country) as coalesce(country_of(land_words(country)), trim(country));

-- The country at the end of a list of places; of some countries what follows a comma belongs to the name (Iran, Islamic Republic of).
create or replace temp macro country_in(place) as nullif(trim(case when regexp_matches(place, '(?i),[^,]*\b(republic of( the)?|province of china|state of|states of|territory,? occupied)\s*$')
  then regexp_extract(place, '([^,]+,[^,]+)$', 1) else string_split(place, ',')[-1] end), '');

-- A registrant's name without the state, country or kind of share that the SEC writes after it (/DE/, \De, /Adr); A/S and SA/NV are legal forms.
create or replace temp macro without_state(name) as case when regexp_matches(trim(name), '(?i)\b(sa/nv|nv/sa)$') then trim(name)
  else regexp_replace(trim(name), '\s*[/\\] ?[A-Za-z]{2,4}[/\\]?$', '') end;

-- An organisation's name for comparison. Accents, case, punctuation, a leading "the", the legal form, a state
-- after it (/DE/) and an abbreviation in brackets at the end (NCI) are ignored.
-- KGaA is kept: Merck KGaA, whose companies in Europe are called Merck S.p.A. and the like, and Merck & Co., Inc. are two companies.
-- So is AG of Schering AG in Berlin, of Bayer since 2006: Schering Corporation in New Jersey, of Merck & Co., Inc. since 2009, was another.
create or replace temp macro org_key(name) as
  coalesce(
    case when regexp_matches(name, '^(?i)\s*schering (ag|aktiengesellschaft)\s*$') then 'schering ag'
      when regexp_matches(name, '^(?i)\s*merck,? (s\.?p\.?a|s\.?l|s\.?a\.?s|gmbh|ag|b\.?v|oy|ab|a/s)\.?\s*$') then 'merck kgaa' end,
    nullif(without_legal_form(regexp_replace(plain_words(regexp_replace(without_state(name), '(.)\s*\([A-Z][A-Z0-9&.-]{1,11}\)$', '\1')), '^the (.)', '\1')), ''),
    lower(trim(name)));

-- A name without its own initials at the end (Instituto de Investigaciones Metabolicas IDIM).
create or replace temp macro without_initials(name) as case
  when regexp_matches(name, '^\w+( \w+){2,} [a-z]{3,8}$') and ends_with(array_to_string(list_transform(string_split(name, ' ')[:-2], lambda w: w[1]), ''), string_split(name, ' ')[-1]) then regexp_replace(name, ' \w+$', '')
  else name end;

-- The same, with plurals as singulars, misspelt pharmaceuticals and laboratories mended, initials joined (M D Anderson), an apostrophe however it was written or lost (Children¿s), and without "at" and "in". For comparison only,
-- never used as a key.
create or replace temp macro joined_initials(s) as regexp_replace(s, '\b([b-hj-z]) ([b-hj-z])\b', '\1\2', 'g');
create or replace temp macro org_match_key(name) as list_transform([regexp_replace(regexp_replace(joined_initials(org_key(regexp_replace(regexp_replace(name, '(\pL)[´ʼ‘`¿?](s?\b)', '\1''\2', 'g'), '\b(St|Dr|Mt)\.(\pL)', '\1. \2', 'g'))), '(.) (?:at|in|the) ', '\1 ', 'g'), '\b(\w{4,}[^siu\W])s\b', '\1', 'g')], lambda key: without_initials(regexp_replace(regexp_replace(key, '\bpha\w{4,9}tical\b', 'pharmaceutical', 'g'), '\blab\w{1,5}tor(ie|y)\b', 'laborator\1', 'g')))[1];

-- Splits names that state a parent ("A INC, a wholly owned subsidiary of B", "A DIV B CO", "A, a B Company") into the company's own
-- name and the parent's; of several parents, the last. "A DBA B" and "A (formerly B)" are one company with two names.
create or replace temp macro whose_name(s) as regexp_replace(trim(s), '\s*\((rahway|whitehouse station|kenilworth|nj)[^)]*\)\s*$|, rahway, nj,? usa$', '', 'i');
create or replace temp macro other_name_of(s) as nullif(trim(regexp_replace(coalesce(nullif(regexp_extract(s, '(?i)[ (,](?:d/?b/?a:?|doing business as) (.+?)\)?$', 1), ''),
  regexp_extract(s, '(?i)\((?:formerly(?: known as)?|f/?k/?a|previously):? ?([^)]+)\)', 1)), '(?i)^.* and dba ', '')), '');
create or replace temp macro without_other_name(s) as trim(regexp_replace(regexp_replace(s, '(?i)\s*\((?:formerly(?: known as)?|f/?k/?a|previously|prior sponsor,?|dba:?) ?[^)]*\)?', '', 'g'), '(?i)[ ,(]+(?:d/?b/?a:?|doing business as) .+$', ''));
create or replace temp macro belonging() as '(?i)^(.{2,}?)[ ,(-]+(?:(?:is )?now )?(?:an? |part of |member of )?(?:(?:indirect|direct|wholly|fully|100%)[ -]*)*(?:owned )?(?:(?:sub|subsid|subsidiary|div|division|affiliate|part|member)(?: of)?|(?:health ?care )?company of) (?:the )?(.{2,}?)\)?(?: group of companies| group)?$';
create or replace temp macro company_of() as '(?i)^(.{2,}?)(?:[ ,(-]+| [-–] )an? ([^,]{2,40}?)(?: group)? (?:company|co)\)?$';
create or replace temp macro stated_parent(s) as nullif(trim(case
  when regexp_matches(whose_name(s), '(?i)subsidiary of .* subsidiary of') then regexp_extract(whose_name(s), '(?i)^.* subsidiary of (.+?)$', 1)
  when regexp_matches(whose_name(s), belonging()) then regexp_extract(whose_name(s), belonging(), 2)
  when regexp_matches(whose_name(s), company_of()) then regexp_extract(whose_name(s), company_of(), 2) end), '');
create or replace temp macro own_name(s) as without_other_name(case when stated_parent(s) is null then trim(s)
  when regexp_matches(whose_name(s), belonging()) then trim(regexp_extract(whose_name(s), belonging(), 1), ', -') else trim(regexp_extract(whose_name(s), company_of(), 1), ', -') end);

-- Whether a name looks like a company's or an institution's; null if neither. Institutions are tested first.
create or replace temp macro org_kind(name) as case
  when regexp_matches(plain_words(name),
    '\b(univ\w*|hosp\w*|hopita\w*|ospedal\w*|klinik\w*|clinic|clinics|clinique|clinica|institut\w*|inst|istitut\w*|colleg\w*|school|faculty|academ\w*|akadem\w*|foundation|fundac\w*|fondation|fondazione|stiftung|trust|nhs|ministry|ministere|department|council|centre|center|centro|centrum|cancer|society|association|assoc|national|federal|agency|infirmary|charite|polytechn\w*|ecole|cnrs|inserm|csic|army|navy|secretary|government|govt|us health|health system|health service|healthcare system|assistance publique|consortium|network|cooperative group|administration|authority|veterans)\b')
    and not regexp_matches(plain_words(name), '\b(inc|llc|ltd|corp|gmbh|plc|limited|corporation)$') then 'institution'
  -- American hospitals and universities are corporations as well.
  when regexp_matches(plain_words(name), '(\b(hospital|university|college|broad inst\w*|cancer (center|inst\w*)|cancer center and research institute|university .*foundation) (inc|incorporated|corp|corporation)|^(city of hope|ucla))$')
    then 'institution'
  when regexp_matches(plain_words(name),
    '(\b(inc|llc|ltd|corp|corporation|gmbh|plc|limited|kgaa|company|llp|pharma\w*|farma\w*|therapeutic\w*|bio\w*|genetics|genomics|oncology|vaccines|laborator\w*|labs|medical|medicines|sciences|technolog\w*|diagnostics|devices|systems|immun\w*|industr\w*|chem\w*)\b|\b(ag|nv|bv|ab|sa|as|spa|srl|kk|aps|oy|co|lp|pty|pte|sas|se|ind)$)') then 'company'
  end;

-- The same for names in scripts without blanks between words, and for Spanish legal forms that patent offices write with blanks.
create or replace temp macro org_kind_abroad(name) as case
  when regexp_matches(lower(nfc_normalize(name)), '(大学|大學|研究所|研究院|研究中心|病院|医院|醫院|學院|学院|科学院|學校|学校|学校法人|財団|研究機構|대학|연구원|연구소|연구재단|병원|산학협력단|университет|институт|учреждение|академи|научн|центр|больниц|министерств)') then 'institution'
  when regexp_matches(lower(nfc_normalize(name)), '(株式会社|有限会社|合同会社|株式會社|有限公司|股份|公司|集团|集團|製薬|制药|製藥|주식회사|㈜|\(주\)|유한회사|제약|обществ|\bооо\b|\bзао\b|\bоао\b|\bао\b|компани|корпорац|предприятие)')
    or regexp_matches(plain_words(name), '\b(s ?a de c ?v|s de r ?l( de c ?v)?|s ?a ?p ?i de c ?v|s ?p ?a|s ?r ?l|s ?a ?s|k ?k|b ?v|n ?v|a ?g|a ?b|a ?s)$') and contains(trim(name), ' ') then 'company' end;

-- Whether a name is a person's, with a title or a degree (Dawn Smiley MD; Han Xu, M.D., Ph.D., Sponsor-Investigator; Dr. Vera Trommet).
create or replace temp macro is_titled_person(name) as org_kind(name) is null and contains(trim(name), ' ')
  and regexp_matches(trim(name), '\b(M\.?D|Ph\.? ?D|M\.?P\.?H|D\.?D\.?S|D\.?M\.?D|Pharm\.? ?D|MBBS|MBChB|FRCPC?|FACP|FACS|M\.?Sc|RN)\.?(,|$)|^(Dr|Prof)\.? \p{Lu}[\p{Ll}.]+( \p{Lu}\.?)?( \p{Lu}[\p{Ll}-]+){0,2}$');

-- The kind of a trial's sponsor, by the registry's class (INDUSTRY, NIH, OTHER …) or, if that is too vague, by its name; null for a person.
create or replace temp macro sponsor_kind(class, name) as case when is_titled_person(name) then null when class = 'INDUSTRY' then 'company'
  when class = 'INDIV' then null when class in ('OTHER', 'UNKNOWN', 'AMBIG') or class is null then coalesce(org_kind(name), 'institution') else 'institution' end;

-- Whether a name says only what sort of place it is ("University Hospital", "Research Site 12").
create or replace temp macro is_generic_place(name) as
  trim(regexp_replace(plain_words(name),
    '\b(the|a|of|and|for|in|at|de|du|la|site|sites|study|research|clinical|clinic|clinics|trial|trials|investigat\w*|local|institution|institute|hospital|hospitals|medical|medicine|center|centre|centers|university|general|unit|department|dept|division|cancer|health|healthcare|facility|location|multiple|various|recruiting|college|school|national|regional|office|contact|sponsor|us|usa|\d+\w*|[a-z]{1,2})\b', ' ', 'g')) = ''
  or regexp_matches(plain_words(name), '\b(investigat\w* sites?|clinical sites?|research sites?|study sites?|site \w*\d+|for additional information|call center)\b');

-- Whether a short name belongs to hospitals in many cities (a saint's name, "general hospital"); takes a name prepared for comparison.
create or replace temp macro is_common_place(name_key) as
  regexp_matches(name_key, '\b(st|saint|san|santa|sao|sint|sankt|mercy|methodist|memorial|baptist|presbyterian|general|central|regional|children|city|samaritan|sacred|holy)\b') and len(string_split(name_key, ' ')) <= 4;
-- Whether an institution's name is made of words and saints that many share (St Vincent's Hospital, Mercy Medical Center, Baptist Cancer
-- Center, Ospedale Maggiore): it takes a city to tell which is meant.
create or replace temp macro is_shared_name(words) as regexp_matches(words, '\b(hosp|hospital|ospedale|hopital|clinica?|cent(er|re)|ctr|college)\b')
  and trim(regexp_replace(regexp_replace(words, '\b(st|saint|sainte|santa|santo|sankt|sint) \w+', ' ', 'g'),
    '\b(hosp|hospitals?|ospedale|hopital|clinic|clinics|clinica|medical|med|cent(er|re)|ctr|college|cancer|heart|health|healthcare|general|central|regional|community|county|city|memorial|university|mercy|baptist|methodist|presbyterian|good|samaritan|sacred|holy|cross|family|trinity|providence|grace|government|maggiore|civile|nord|sud|state|district|provincial|and|of|the|research|clinical|surgical)\b', ' ', 'g')) = '';


-- Provinces and cities of China, as companies have them in their names.
create or replace temp macro chinese_places() as '(?:beijing|shanghai|tianjin|chongqing|jiangsu|zhejiang|guangdong|guangzhou|shenzhen|sichuan|chengdu|shandong|hangzhou|suzhou|nanjing|wuhan|hubei|hunan|hebei|henan|anhui|fujian|jilin|liaoning|hainan|yunnan|guizhou|guangxi|jiangxi|shaanxi|shanxi|zhuhai|ningbo|harbin|changchun|jinan|shijiazhuang|wuxi|yichang|yantai|xiamen|dalian|qingdao|lianyungang|chia tai)';
-- The country an institution's record states, in a field of its own or at the end of its name (National Cancer Institute, Egypt).
create or replace temp macro stated_country(name, attributes) as coalesce(attributes::json ->> 'country',
  nullif(regexp_extract(trim(name), '(?i),\s*(' || country_words() || ')\.?$', 1), ''), nullif(regexp_extract(trim(name), '(?i)\((' || country_words() || ')\)$', 1), ''));

-- A network's mark for its site (ACTG CRS), a unit, a suite or a number in brackets at the end of an institution's name; what is left is one's name.
create or replace temp macro without_site_mark(name) as list_transform([name], lambda n: list_transform([trim(regexp_replace(n,
    '(?i)(?:[\s(:;,-]+(?:(?:ACTG|AIDS|HIV|ATN|IMPAACT|PACTG|NICHD|NIAID|HVTN|HPTN|adolescents?|adult|pediatric|ps)\s+)*(?:CRS|ACTU)\)?|\s*[-–]\s*Unit \d+|[\s,-]+Suite \d+|\s+(?:(?:onc\w*|SC|[A-Z]{3,6}) )?\(\d+\)|\s+(?:onc\w* )?dept\.?(?: of \w+)?)\s*$', ''))],
  lambda rest: case when rest <> n and org_kind(rest) = 'institution' and not is_generic_place(rest) then rest else n end)[1])[1];

-- A trial site's name without the number that its sponsor gave it and the mark of a part of a protocol.
create or replace temp macro site_name(name) as coalesce(nullif(trim(regexp_replace(trim(name),
  '(?i)\s*/ ?ID ?#? ?\d+.*$|[\s(:;,–-]+(?:investigational )?site (?:number|no\.?|id)\b ?[:#]? ?\d+\)?\s*$|\s*-? ?PPDS$|\s*\((?:all|limited) protocol activit\w+\)\s*$|\s*\([A-Z]{2}\d{4}\)$|^~\s*|^\d{3}\.\d{3}\.\d{3,}A?\s+|^duplicate_', '', 'g')), ''), trim(name));

-- An institution's name without what else trial registries add to it: a department, a study group, the country, and an article in front.
create or replace temp macro site_free(name) as without_site_mark(coalesce(nullif(trim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(site_name(name),
    '\s+SC(?:-\d+)?$', ''),
    '(?i)\s*(?:[;:,/]| [-–]) ?(?:dept\.?|department|division|section|investigational pharmacy)\b.*$', ''),
    '(?i)[ ,]+the$', ''),
    ',\s*(?:' || country_words() || ')\.?$', '')), ''), trim(name)));

-- A trial phase in one vocabulary.
create or replace temp macro phase(s) as (case regexp_replace(regexp_replace(lower(trim(s)), 'phase[ _]*', '', 'g'), '[\s,|/_&-]+', '/', 'g')
  when '1' then 'phase 1' when 'i' then 'phase 1' when 'early/1' then 'early phase 1'
  when '1/2' then 'phase 1/2' when 'i/ii' then 'phase 1/2'
  when '2' then 'phase 2' when 'ii' then 'phase 2'
  when '2/3' then 'phase 2/3' when 'ii/iii' then 'phase 2/3'
  when '3' then 'phase 3' when 'iii' then 'phase 3'
  when '4' then 'phase 4' when 'iv' then 'phase 4'
  when 'na' then 'not applicable' when 'n/a' then 'not applicable' when 'not/applicable' then 'not applicable' end);

-- A trial status in one spelling: "Active, not recruiting" and ACTIVE_NOT_RECRUITING are one, and what the German register calls so is called as
-- ClinicalTrials.gov does.
create or replace temp macro registry_status(words) as (case words
  when 'unknown status' then 'unknown' when 'recruiting complete follow up complete' then 'completed' when 'recruiting complete follow up continuing' then 'active not recruiting'
  when 'recruiting stopped after recruiting started' then 'terminated' when 'recruiting withdrawn before recruiting started' then 'withdrawn'
  when 'recruiting suspended on temporary hold' then 'suspended' when 'recruiting ongoing' then 'recruiting' when 'recruiting planned' then 'not yet recruiting'
  else words end);
create or replace temp macro trial_status(s) as registry_status(nullif(plain_words(replace(s, '_', ' ')), ''));

-- A date in any form that these sources use; the first day of the period if the day or month is missing. Null if it is no date.
create or replace temp macro loose_date(s) as (
  case
    when regexp_matches(trim(s), '^\d{4}-\d{2}-\d{2}') then try_cast(left(trim(s), 10) as date)
    when regexp_matches(trim(s), '^\d{4}-\d{2}$') then try_cast(trim(s) || '-01' as date)
    when regexp_matches(trim(s), '^\d{4} [A-Z][a-z]{2} \d{1,2}') then try_strptime(regexp_extract(trim(s), '^\d{4} [A-Z][a-z]{2} \d{1,2}'), '%Y %b %d')::date
    when regexp_matches(trim(s), '^\d{4} [A-Z][a-z]{2}\b') then try_strptime(left(trim(s), 8), '%Y %b')::date
    when regexp_matches(trim(s), '^[A-Z][a-z]+ \d{1,2}, \d{4}$') then coalesce(try_strptime(trim(s), '%B %d, %Y'), try_strptime(trim(s), '%b %d, %Y'))::date
    when regexp_matches(trim(s), '^[A-Z][a-z]+ \d{4}$') then try_strptime(trim(s), '%B %Y')::date
    when regexp_matches(trim(s), '^\d{1,2}[/-]\d{1,2}[/-]\d{4}$') then try_strptime(replace(trim(s), '-', '/'), '%m/%d/%Y')::date
    when regexp_matches(trim(s), '^(19|20)\d{2}\b') then try_cast(left(trim(s), 4) || '-01-01' as date)
  end);

-- The precision of such a date: day, month or year; null if it is no date.
create or replace temp macro loose_date_precision(s) as (
  case
    when loose_date(s) is null then null
    when regexp_matches(trim(s), '^(\d{4}-\d{2}-\d{2}|\d{4} [A-Z][a-z]{2} \d{1,2}|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2}[/-])') then 'day'
    when regexp_matches(trim(s), '^(\d{4}-\d{2}$|\d{4} [A-Z][a-z]{2}\b|[A-Z][a-z]+ \d{4}$)') and loose_date(s) is not null then 'month'
    else 'year' end);

-- The first date in a sentence, with its precision: {date, precision}, where date is the first day of the period; null if there
-- is none ("PDUFA date of August 21, 2020", "topline data in 2H 2026", "by mid-2025").
create or replace temp macro month_of(m) as list_position(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'], lower(left(m, 3)));
create or replace temp macro nth_of(w) as case lower(w) when 'first' then 1 when 'second' then 2 when 'third' then 3 when 'fourth' then 4 else try_cast(w as integer) end;
create or replace temp macro full_year(y) as case length(y) when 2 then 2000 + y::integer when 4 then y::integer end;
create or replace temp macro month_words() as '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
create or replace temp macro dates_in(s) as list_filter([
  {place: strpos(s, regexp_extract(s, '\b' || month_words() || '\.? \d{1,2}(?:st|nd|rd|th)?, ?20\d\d\b')), precision: 'day', date: try_cast(regexp_extract(s, '\b' || month_words() || '\.? \d{1,2}(?:st|nd|rd|th)?, ?(20\d\d)\b', 2) || '-' || month_of(regexp_extract(s, '\b' || month_words() || '\.? \d{1,2}(?:st|nd|rd|th)?, ?20\d\d\b', 1)) || '-' || regexp_extract(s, '\b' || month_words() || '\.? (\d{1,2})(?:st|nd|rd|th)?, ?20\d\d\b', 2) as date)},
  {place: strpos(s, regexp_extract(s, '\b\d{1,2}/\d{1,2}/(?:20)?\d\d\b')), precision: 'day', date: try_cast(full_year(regexp_extract(s, '\b\d{1,2}/\d{1,2}/((?:20)?\d\d)\b', 1)) || '-' || regexp_extract(s, '\b(\d{1,2})/\d{1,2}/(?:20)?\d\d\b', 1) || '-' || regexp_extract(s, '\b\d{1,2}/(\d{1,2})/(?:20)?\d\d\b', 1) as date)},
  {place: strpos(s, regexp_extract(s, '\b' || month_words() || '\.?,? (?:of )?20\d\d\b')), precision: 'month', date: try_cast(regexp_extract(s, '\b' || month_words() || '\.?,? (?:of )?(20\d\d)\b', 2) || '-' || month_of(regexp_extract(s, '\b' || month_words() || '\.?,? (?:of )?20\d\d\b', 1)) || '-01' as date)},
  {place: strpos(s, regexp_extract(s, '\b(?:Q[1-4]|[1-4]Q)[ ’'']{0,2}(?:20)?\d\d\b')), precision: 'quarter', date: try_cast(full_year(regexp_extract(s, '\b(?:Q[1-4]|[1-4]Q)[ ’'']{0,2}((?:20)?\d\d)\b', 1)) || '-' || (3 * try_cast(regexp_replace(regexp_extract(s, '\b(?:Q[1-4]|[1-4]Q)[ ’'']{0,2}(?:20)?\d\d\b'), '^Q?([1-4]).*$', '\1') as integer) - 2) || '-01' as date)},
  {place: strpos(s, regexp_extract(s, '(?i)\b(?:first|second|third|fourth) (?:calendar |fiscal )?quarter (?:of )?20\d\d\b')), precision: 'quarter', date: try_cast(regexp_extract(s, '(?i)\b(?:first|second|third|fourth) (?:calendar |fiscal )?quarter (?:of )?(20\d\d)\b', 1) || '-' || (3 * nth_of(regexp_extract(s, '(?i)\b(first|second|third|fourth) (?:calendar |fiscal )?quarter (?:of )?20\d\d\b', 1)) - 2) || '-01' as date)},
  {place: strpos(s, regexp_extract(s, '\b(?:H[12]|[12]H)[ ’'']{0,2}(?:20)?\d\d\b')), precision: 'half', date: try_cast(full_year(regexp_extract(s, '\b(?:H[12]|[12]H)[ ’'']{0,2}((?:20)?\d\d)\b', 1)) || case when regexp_matches(s, '\b(?:H1|1H)[ ’'']{0,2}(?:20)?\d\d\b') then '-01-01' else '-07-01' end as date)},
  {place: strpos(s, regexp_extract(s, '(?i)\b(?:first|second) half (?:of )?20\d\d\b')), precision: 'half', date: try_cast(regexp_extract(s, '(?i)\b(?:first|second) half (?:of )?(20\d\d)\b', 1) || case lower(regexp_extract(s, '(?i)\b(first|second) half (?:of )?20\d\d\b', 1)) when 'first' then '-01-01' else '-07-01' end as date)},
  {place: strpos(s, regexp_extract(s, '(?i)\b(?:in|by|during|late|early|end of|year[- ]?end|mid[- ]?) ?20\d\d\b')), precision: 'year', date: try_cast(regexp_extract(s, '(?i)\b(?:in|by|during|late|early|end of|year[- ]?end|mid[- ]?) ?(20\d\d)\b', 1) || '-01-01' as date)}
], lambda d: d.place > 0 and d.date is not null);
-- The first date stated in a sentence; of two that begin at the same place, the more precise.
create or replace temp macro stated_date(s) as list_sort(list_transform(dates_in(s), lambda d: {place: d.place, inexact: list_position(['day', 'month', 'quarter', 'half', 'year'], d.precision), date: d.date, precision: d.precision}))[1];

-- A natural key in its normal form: the prefix and, by scheme, the value in one case; a CIK with all its ten digits.
create or replace temp macro key_prefix(k) as lower(regexp_extract(k, '^\s*([A-Za-z][A-Za-z0-9_]*):', 1));
create or replace temp macro key_value(k) as trim(replace(substr(trim(k), instr(trim(k), ':') + 1), '﻿', ''));
create or replace temp macro natural_key(k) as
  -- Not "case key_prefix(k) when": that asks for the prefix anew at each scheme.
  key_prefix(k) || ':' || case
    when key_prefix(k) in ('nct', 'orcid', 'chembl', 'unii', 'drugbank', 'inchikey', 'eudract', 'hgnc', 'uniprot', 'symbol', 'ticker', 'patent') then upper(key_value(k))
    when key_prefix(k) in ('doi', 'name', 'domain', 'ror') then lower(key_value(k))
    when key_prefix(k) = 'cik' and length(key_value(k)) <= 10 then lpad(key_value(k), 10, '0')
    else key_value(k) end;
create or replace temp macro is_natural_key(k) as regexp_matches(k, '^\s*[A-Za-z][A-Za-z0-9_]*:\s*\S');

-- The source's own id of the row that a key stands for; null if the key is made of names.
create or replace temp macro record_of(k) as case when key_prefix(k) not in ('name', 'program', 'symbol', 'domain', 'fda_applicant') then key_value(k) end;
-- The same for an edge: the source's row is about the work, approval, award or event at one of its ends.
create or replace temp macro is_record_key(k) as key_prefix(k) in ('nct', 'pmid', 'doi', 'patent', 'nda', 'ema', 'fda_orphan', 'award', 'catalyst', 'opportunity', 'drks');
create or replace temp macro record_of_edge(s, t) as case when is_record_key(s) then record_of(s) when is_record_key(t) then record_of(t) end;

-- How strong a key's scheme is as evidence: 3 a registry's number, 2 a ticker or domain, 1 a source's own number, 0 a name.
create or replace temp macro key_strength(k) as case
  when key_prefix(k) in ('cik', 'ror', 'orcid', 'hgnc', 'chembl', 'nct', 'pmid', 'doi', 'patent', 'uei', 'lei', 'nda', 'ensembl', 'uniprot', 'drks') then 3
  when key_prefix(k) in ('ticker', 'domain') then 2
  when key_prefix(k) = 'name' then 0 else 1 end;

-- UUID version 5 (RFC 9562) of a text in biograph's own namespace.
create or replace temp macro uuid5_of_hash(h) as
  substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-5' || substr(h, 14, 3) || '-'
  || translate(substr(h, 17, 1), '0123456789abcdef', '89ab89ab89ab89ab') || substr(h, 18, 3) || '-' || substr(h, 21, 12);
create or replace temp macro uuid5(text) as uuid5_of_hash(sha1(unhex('b10c0de56a4f5e8b9d3c7f2a41e6c901') || encode(text)));

-- The identifier of a substance, the same across companies: by its ChEMBL id, else by its generic name.
create or replace temp macro substance_uid(chembl_id, generic) as
  uuid5('substance:' || coalesce(upper(trim(chembl_id)), plain_words(generic)));

-- A name as a slug: lower-case words with - between, at most 80 letters, cut between words.
create or replace temp macro slug_cut(s) as
  case when length(s) <= 80 then s else regexp_replace(left(s, 81), '-[^-]*$', '') end;
create or replace temp macro kebab(name) as
  left(slug_cut(trim(regexp_replace(regexp_replace(replace(fold(name), '&', ' and '), '[''’`]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-')), 80);

-- A delimited list ("a|b|c") as a list, trimmed; null if it is empty.
create or replace temp macro split_list(s, separator) as
  nullif(list_filter(list_transform(string_split(s, separator), lambda x: trim(x)), lambda x: x <> ''), []);

-- The names by which the project's lists call a drug: its nonproprietary name, and its own.
create or replace temp macro names_in_lists(name, attributes) as list_distinct([lower(trim(coalesce(attributes ->> 'generic', name))), lower(name)]);

-- Who runs trials or holds authorisations for others, and makes no drug: contract research organizations and representatives in the EU.
create or replace temp macro is_contractor(name) as regexp_matches(plain_words(name),
  '^(medpace|parexel|iqvia|quintiles|syneos|inc research|pra health|covance|labcorp|ppd|pharmaceutical product development|icon clinical|novotech|premier research|worldwide clinical trials|clinipace|sfl pharma|tmc pharma|guidehouse|granzer|scendea|voisin consulting|real regulatory|pharma gateway|raremoon)');

-- The institution in an address: the part with a university's or hospital's name, not its department; null if there is none.
create or replace temp macro address_parts(s) as
  list_filter(list_transform(string_split(regexp_replace(s, '[;.]\s*$', ''), ','), lambda x: trim(regexp_replace(trim(x), '^(and|the|at|from) ', ''))),
    lambda x: org_kind(x) = 'institution' and not is_generic_place(x) and not regexp_matches(plain_words(x),
      '^(department|dept|departament\w*|departement|dipartimento|division|div|service|section|unit|laborator\w*|lab|labs|school of|faculty of|facultad de|college of|clinic for|clinic of|center for|centre for|institute of|institute for|program|group|graduate school|academy of)\b'));
create or replace temp macro main_institution(s) as coalesce(
  list_filter(address_parts(s), lambda x: regexp_matches(plain_words(x), '\buniv'))[1], address_parts(s)[1]);

-- A list without empty or repeated entries, sorted; null if nothing is left.
create or replace temp macro tidy(l) as nullif(list_sort(list_distinct(list_filter(l, lambda x: x is not null and trim(x) <> ''))), []);

-- The FDA's forms of a drug (TABLET, EXTENDED RELEASE;ORAL-28) as routes and as dosage forms, each once.
create or replace temp macro routes_in(forms) as tidy(list_transform(
  flatten(list_transform(forms, lambda f: string_split(replace(lower(string_split(f, ';')[-1]), 'im-iv', 'intramuscular, intravenous'), ','))),
  lambda r: nullif(nullif(regexp_replace(trim(r), '^oral-\d+$', 'oral'), 'n/a'), 'for rx compounding')));
create or replace temp macro dosage_forms_in(forms) as tidy(list_transform(forms, lambda f: trim(lower(string_split(f, ';')[1]))));

-- The key of an organisation known by name only.
create or replace temp macro org_name_key(kind, name) as 'name:' || kind || ':' || org_key(name);

-- Rows (name, city, country, others) of places of trials with the keys of their institutions. Hospitals of one name in two countries are two: most are in the
-- one without a country in its key, and a country that a tenth of the rows state at least has its own.
create or replace temp macro with_site_keys(places) as table
  with place as (from (select * replace (site_name(name) as name) from query_table(places)) where not is_generic_place(name)), land as (
    select name as named, country as land, count(*) as n, sum(count(*)) over (partition by name) as total, row_number() over (partition by name order by count(*) desc, country) as nth
    from place where country is not null group by name, country
  )
  select p.*, org_name_key('institution', case when l.nth > 1 and l.n * 10 >= l.total then p.name || ', ' || p.country else p.name end) as key
  from place p left join land l on l.named = p.name and l.land = p.country;
-- The institutions of such rows: of a key the country that most state, and the city if half do.
create or replace temp macro sites(places) as table
  select key, 'institution' as kind, name, {country: min_by(land, {n: -in_land, land: land}), city: min_by(town, {n: -in_town, town: town}) filter (2 * in_town >= n)} as attributes
  from (
    select key, name, country as land, city as town, count(*) over (partition by key, name) as n,
      count(*) over (partition by key, name, country) as in_land, count(*) over (partition by key, name, city) as in_town from query_table(places)
  ) group by key, name;

-- The key of a person known by name only, who is a person of one work: it contains the work, and a number among people of that name.
create or replace temp macro author_key(author, work, nth) as
  'name:person:' || plain_words(author) || ':' || work || case when nth > 1 then ':' || nth else '' end;
-- "Doe, Jane A" with the given name first.
create or replace temp macro given_first(author) as regexp_replace(trim(author), '^([^,]+), (.+)$', '\2 \1');

-- An ORCID, also from a URL or without hyphens; null if it is none.
create or replace temp macro orcid(s) as
  nullif(regexp_extract(regexp_replace(upper(s), '(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])', '\1-\2-\3-\4'), '\d{4}-\d{4}-\d{4}-\d{3}[\dX]'), '');

-- The company in an address, recognised by its legal form or trade.
create or replace temp macro company_in(address) as
  list_filter(list_transform(string_split(address, ','), lambda x: trim(x)),
    lambda x: org_kind(x) = 'company' and regexp_matches(plain_words(x), '\b(inc|ltd|gmbh|pharma\w*|therapeutics|biotech\w*|ag|bv|ab)\b'))[1];
-- The organisation an author's address names, and its kind: an institution, else a company by its legal form or trade.
create or replace temp macro affiliated(address) as list_transform([regexp_replace(address, '^From (the )?', '')], lambda a: {
  name: coalesce(main_institution(a), company_in(a)),
  kind: case when main_institution(a) is not null then 'institution' else 'company' end})[1];

-- The full name of an NIH institute, by the code that grants, awards and calls use.
create or replace temp macro nih_institute(code) as map_extract(nih_institutes(), upper(trim(code)))[1];

-- A funder from a grant's text: "NIA NIH HHS" and "Nigms" are institutes; null if none is named.
create or replace temp macro funder_name(agency) as
  coalesce(nih_institute(regexp_extract(trim(agency), '^([A-Z]+)( NIH)? HHS$', 1)), nih_institute(regexp_extract(trim(agency), '^[A-Za-z]{4,6}$')), na(regexp_replace(trim(agency), '^(.+?)( NIH)? HHS$', '\1')));

-- A substance's words without salts and hydrates at the end.
create or replace temp macro without_salt(words) as
  -- A benzoate of an amine is a salt, of a steroid an ester.
  regexp_replace(regexp_replace(words, '(gliptin|triptan|dipine) benzoate$', '\1'), '^(.*?\w{4,})(?: (?:(?:mono|di|tri|hemi|sesqui|tetra|penta|hexa|hepta|octa|hemihepta)?(?:hydrochloride|hydrobromide|hydrate|sodium|potassium|calcium|nitrate|mesylate|mesilate|maleate|tartrate|citrate|phosphate|sulfate|acetate|meglumine|lysine)|bitartrate|hcl|magnesium|besylate|besilate|tosylate|tosilate|(?:di|hemi|sesqui)?fumarate|succinate|(?:[dlrs] |dl )?malate|lactate|bromide|chloride|iodide|pamoate|embonate|edisylate|esylate|napsylate|gluconate|hyclate|(?:di)?tromethamine|trometamol|arginine|erbumine|olamine|olaminee|diolamine|benzathine|oxalate|ditosylate|dimesylate|bismesylate|saccharate|stearate|anhydrous|hydroxide|sulphate|monohydrate|hydrogen|free base|free acid|isethionate|isetionate|camsylate|camsilate|adipate|mucate|methylsulfate|metilsulfate|bisulfate|xinafoate|polistirex|orotate|glutamate|cysteinate|levulinate|teoclate|mandelate|glucuronate|glycinate|triflutate|hippurate|solvate|ethanolate|choline|epolamine|diethylamine|trifenatate|lauryl sulfate|sucrosofate|polygalacturonate|strontium|dimethyl sulfoxide|diaspartate|(?:[dl] |dl )(?:tartrate|lysine|proline|arginine)))+$', '\1');
-- A substance's name for comparison: without its salt, unless nothing would be left (sodium chloride) or the rest is a mineral
-- (zinc sulfate) or a nucleoside or sugar, whose phosphates and nitrates are esters. The order of a combination's parts is ignored.
create or replace temp macro salt_free(words) as
  -- What a cell makes of a nucleoside (stavudine triphosphate) is another substance than the drug.
  case when regexp_matches(words, '(vudine|ribine|arabine|citabine|cyclovir|tenofovir) (mono|di|tri)phosphate$') then words when regexp_matches(without_salt(words), '^(sodium|potassium|calcium|magnesium|zinc|iron|ferrous|ferric|cupric|copper|lithium|aluminum|aluminium|ammonium|ammonia|silver|barium|strontium|bismuth|manganese|manganous|chromic|hydrogen|selenium|selenious|lanthanum|cesium|rubidium|thallous|gallium|gold|stannous|benzyl|benzalkonium|ethyl|methyl|choline|carbon|nitric|indium\w*|acid|monobasic|dibasic|isosorbide|adenosine|guanosine|cytidine|uridine|thymidine|inosine|deoxy\w+|riboflavin|pyridoxal|thiamine|fructose|glucose|mannitol|glycerol|creatine|dihydroxyacetone|cellulose)( .*)?$') then words else without_salt(words) end;
-- A biologic's name without its maker's four-letter suffix, if the name itself is recognisably a biologic's (emicizumab-kxwh, vestronidase alfa-vjbk).
create or replace temp macro without_maker(s) as regexp_replace(trim(s), '^(hyaluronidase|.*(?:mab|cept|ase|alfa|stim|tide|cog)|fecal microbiota,? live)(?:-| - )[a-z]{4}$', '\1', 'i');
-- The substances of a combination ("A, B, and C", "a; b", "a/b"). Qualifiers (microsize, human), isotope labels (urea, C-14)
-- and, within a combination, a biologic's four-letter suffix are not substances of their own.
create or replace temp macro substance_parts(name) as list_distinct(list_filter(list_transform(
  regexp_split_to_array(regexp_replace(regexp_replace(regexp_replace(case when contains(name, '(') then name else rtrim(trim(name), ')') end, '\s+', ' ', 'g'),
    '(?i), (?:human|equine|microsize|ultramicrosize|ultramicrocrystalline|macrocrystalline|macrocrystals?|anhydrous|monohydrate|dihydrate|glacial|precipitated)\b', '', 'g'),
    '(?i), ([a-z]{1,2}-?\d{1,3}m?)$', ' \1'), '(?i);|,? and |, | \+ |\+| / |/| with '),
  lambda x: plain_words(case when regexp_matches(name, ';|,|/|\+| and | with ') then without_maker(x) else x end)), lambda x: x <> ''));
create or replace temp macro substance_key(name) as nullif(array_to_string(list_sort(list_distinct(list_filter(
  list_transform(substance_parts(regexp_replace(name, '\s*\([^()]*\)\s*$', '')), lambda x: salt_free(x)), lambda x: x <> ''))), '+'), '');
-- What an acid and its salts, and what a drug and the ester in which it is swallowed, have in common: the active moiety's name.
create or replace temp macro moiety_key(key) as regexp_replace(regexp_replace(regexp_replace(key, '^(\w{4,})ic acid$', '\1ate'),
  '^(\w{5,}) (medoxomil|cilexetil|proxetil|axetil|pivoxil)$', '\1'), '^lithium (carbonate|citrate|chloride|hydroxide|sulfate)$', 'lithium');
create or replace temp macro is_salt_or_ester(words) as salt_free(words) <> words or regexp_matches(words, '\w (medoxomil|cilexetil|proxetil|axetil|pivoxil|acetate)$');
-- What is left of a name without the ester in which a substance is swallowed, injected or spread (dabigatran etexilate); null without one.
create or replace temp macro without_ester(words) as nullif(regexp_extract(words,
  '^([a-z]{5,}) (furoate|(?:di)?propionate|butyrate|valerate|caproate|pivalate|cilexetil|medoxomil|axetil|proxetil|(?:di)?pivoxil|soproxil|etexilate|marboxil|medocaril|etzadroxil|etabonate)$', 1), '');
-- The key of a product known only by its substance's name.
create or replace temp macro product_key(name) as 'name:product:' || substance_key(name);
-- Whether FDA's proper name is that of a class: recombinant factors VIII of different makers, each with an INN, share it, and so do thrombins.
create or replace temp macro names_factor_class(proper) as regexp_matches(lower(trim(proper)),
  '^((antihemophilic factor|(blood )?coagulation factor ix|c1[- ]esterase inhibitor) \(recombinant\)|thrombin,? topical \((recombinant|human|bovine)\))(, pegylated)?(-[a-z]{4})?$');

-- An FDA proper name without its four-letter suffix (emicizumab-kxwh), which distinguishes makers, not substances.
create or replace temp macro without_suffix(name) as regexp_replace(trim(name), '^(.+(?:[a-z]|-[LT]))-[a-z]{4}$', '\1');

-- Whether a name is a research code: the maker's letters, then digits (MK-3475, AMG 510, AZD9291, BMS-936558, JNJ-54767414, NSC-82174, 2X-121).
create or replace temp macro is_drug_code(s) as
  regexp_matches(trim(s), '^[A-Za-z]{1,6}[ -]?\d{2,}([ -]?\d+)*[A-Za-z]{0,3}([ -][A-Za-z0-9]{1,4})?$') and length(regexp_replace(s, '\D', '', 'g')) >= 2
  and not regexp_matches(trim(s), '^(vitamin|factor|type|phase|group|stage|gold|iodine|carbon|cesium|xenon|cobalt|indium|gallium|radium|e|omega|alpha|beta|interleukin|coenzyme|il|cd|hla|hpv|day|week|tts|cyt)[ -]?\d', 'i')
  -- A dose: "XOLAIR 300 MG", of "5 MG, 10 MG AND 20 MG" the end.
  and not regexp_matches(trim(s), '^(and|or|to|of|at|in|with|plus|by) \d|\d ?(mg|mcg|ml|iu|kg|mm|gy)$', 'i');
-- A product's name for comparison: codes (AZD-5438, R 406) and other names with a number (radium Ra 223 dichloride) without blanks and hyphens.
create or replace temp macro compared_code(s, words) as list_transform([words], lambda w: case when is_drug_code(s) or regexp_matches(trim(s), '^[A-Z]{1,3}-?\d{2,}[A-Z]?$') or (regexp_matches(w, '\d') and not contains(w, '+')) then replace(w, ' ', '') else w end)[1];
-- A research code in capitals: "Azd 8871" is AZD 8871.
create or replace temp macro drug_code(s) as regexp_replace(upper(trim(s)), '\s+', ' ', 'g');

-- A substance's name in its usual spelling: codes in capitals, nonproprietary names in lower case.
create or replace temp macro usual_case(s) as case when is_drug_code(s) then drug_code(s)
  -- Hospitals write parts of look-alike names in capitals (vinCRIStine).
  when regexp_matches(s, '\b[a-z]{2,}[A-Z]{3,}[a-z]+\b') then lower(trim(s))
  when regexp_matches(trim(s), '^\p{Lu}\p{Ll}[\p{Ll}-]*( [\p{Ll}-]+)*$') or (trim(s) = upper(trim(s)) and length(trim(s)) > 5 and not regexp_matches(s, '\d')) then lower(trim(s)) else trim(s) end;
-- Registries write Greek letters between points (16.alpha.-bromoepiandrosterone).
create or replace temp macro substance_name(s) as usual_case(regexp_replace(s, '(?i)\.(alpha|beta|gamma|delta|epsilon|omega)\.-?', '\1-', 'g'));

-- The title in a citation in PubMed's form: "Doe J, Roe R. The title. J Foo. 2010 Jan;1(2):3-4."; null if it cannot be recognised.
create or replace temp macro readable_title(s) as case when regexp_matches(s, '(\b[a-z]{3,}\b.*){3}') and not regexp_matches(s, 'et al\b|et\(c\)al') then s end;
create or replace temp macro title_in(citation) as readable_title(rtrim(nullif(
  regexp_extract(citation, '^(?:[^.]|\.[^ ])*?\. (.{15,400}?[.?!]) (?:[A-Z][^;]{2,80}\. )?(?:\(?(?:19|20)\d\d)', 1), ''), '.'));
-- The year of such a citation, or of "Tong et al., 2014", as its first day.
create or replace temp macro year_in(citation) as nullif(coalesce(nullif(regexp_extract(citation, '[.] ((?:19|20)\d\d)(?: [A-Z][a-z]{2}[^;]{0,8})?;', 1), ''), nullif(regexp_extract(citation, ', ((?:19|20)\d\d)$', 1), '')) || '-01-01', '');

-- Whether a name is a systematic chemical name (locants, brackets and prefixes), which nobody types.
create or replace temp macro is_chemical_name(s) as length(s) > 12
  and (regexp_matches(s, '(\d[,''′]\d|[\[\(]\d|\d-[a-zA-Z(]|\([RSEZ+-]\)|^(N|O|S|alpha|beta)-)') and regexp_matches(lower(s), '(yl|ine|ate|oic|oxy|amino|ide|one|ol|ane|ene|acid)\b'));

-- The modality stated by a registry that classes all interventions of a trial alike. Guesses from names are left to enrichment.
create or replace temp macro modality_of_types(types) as case types when ['device'] then 'device' when ['radiation'] then 'radiation'
  when ['procedure'] then 'procedure' when ['behavioral'] then 'behavioral intervention' when ['dietary supplement'] then 'dietary supplement' end;

-- Whether a row is a stub, known and named by its key only: "PMID 20818904", "NCT01234567", "ENSG00000177455"; or, for a paper, by the little that is
-- known: "Results of NCT01234567, PMID 20818904", "GBA1 in Gaucher disease (PMID 20818904)", "Tong et al., 2014".
-- An FDA applicant's key is made of its name.
create or replace temp macro is_stub(name, record) as
  (key_prefix(record) <> 'fda_applicant' and lower(trim(name)) in (lower(key_value(record)), key_prefix(record) || ' ' || lower(key_value(record))))
  or (key_prefix(record) in ('pmid', 'doi') and (regexp_matches(name, '[,(] ?(PMID \d+|10\.\d{4,}/\S+)\)?$') or (length(name) <= 75 and regexp_matches(name, '^[\p{L}''’. -]{2,} et al\.?,? \d{4}$'))));

-- A name in capitals in its usual spelling: Lo Loestrin Fe. Words with a digit stay as they are.
create or replace temp macro title_case(s) as case when trim(s) <> upper(trim(s)) then trim(s) else array_to_string(list_transform(string_split(trim(s), ' '),
  lambda w: case when regexp_matches(w, '\d') or length(w) = 1 then w else upper(w[1]) || lower(w[2:]) end), ' ') end;

-- The institute's letters in an NIH award number: EY in 1R43EY036753-01 and R43EY036753; null for other numbers.
create or replace temp macro nih_code(number) as nullif(regexp_extract(upper(replace(trim(number), ' ', '')), '^\d?[A-Z]\d[A-Z0-9]([A-Z]{2})\d{6}', 1), '');
-- The key of an award: an NIH number is unique, another agency's number only within that agency.
create or replace temp macro award_key(number, agency) as case when nih_code(number) is not null then 'award:' || upper(replace(trim(number), ' ', ''))
  else 'award:' || kebab(agency) || ':' || upper(regexp_replace(trim(number), '\s+', '', 'g')) end;

-- A program's name without the amount that a trial's arm is given (KVD900 600 mg, 30mg PRAX-628, Sevasemten Dose 1). A combination keeps its
-- name, and so does one of which only a fragment would be left (40 mg MMC in 40 mL gel).
create or replace temp macro amount_pattern() as '\d+([.,]\d+)? ?(mg|mcg|μg|µg|ug|ng|g|gr|ml|iu|units?|mbq|gbq)\b';
-- The words of an arm behind or before a name (MGD013 monotherapy, ABX464 single dose, Open-label pitolisant) go, too.
create or replace temp macro arm_pattern() as '(mono-?therapy|single[- ]agent|open[- ]label|((single|multiple|repeat(ed)?|low|high|mid|medium|ascending|escalating)[- ])+dos(es?|ing)|dose[- ]escalation|phase [0-9iv]+[a-d]?|part [0-9a-d]|cohort [0-9a-z]|(treatment )?(arm|group) [a-z0-9]|treatment arm|in-?patient|out-?patient|once[- ]daily|twice[- ]daily)';
create or replace temp macro without_amount(name) as (
  select case when contains(name, '+') or length(rest) < 3 or regexp_matches(rest, '(?i)^(dose|of|the)\b|\b(in|of|with|and|or|by|for|to)$') then name else rest end
  from (select regexp_replace(regexp_replace(regexp_replace(regexp_replace(trim(name), '(?i)^(' || arm_pattern() || '[ ,:;–-]+(of )?|(biological|drug): ?|' || amount_pattern() || ' (of )?)+', ''),
    '(?i)(^|[ ,;:~(–-]+)(' || amount_pattern() || '|(dose level|dose|DL) ?\d+\b).*$', ''),
    '(?i)([ ,;:(–-]+' || arm_pattern() || '\)?)+$', ''), '[ ,;:–-]+$', '') as rest));

-- The key of a program: its company's key and its drug's name.
create or replace temp macro program_key(company_key, drug) as 'program:' || key_value(company_key) || ':' || plain_words(drug);

-- Words that patent offices and FDA abbreviate, each with its shortest form first; words of other languages map to the same form where the offices do so.
create or replace temp macro short_words() as table
select unnest(forms) as word, forms[1] as short from (values
  (['univ', 'university', 'universite', 'universitaet', 'universitat', 'universita', 'universidad', 'universidade', 'universiteit', 'universitet']),
  (['inst', 'institute', 'institutes', 'institut', 'instituto', 'istituto']), (['hosp', 'hospital', 'hospitals']), (['coll', 'college']),
  (['res', 'research']), (['ctr', 'cent', 'center', 'centre']), (['pharm', 'pharms', 'pharma', 'pharmaceutical', 'pharmaceuticals']),
  (['tech', 'technol', 'technology', 'technologies']), (['sci', 'science', 'sciences', 'scientific']), (['nat', 'natl', 'national']), (['int', 'intl', 'international']),
  (['lab', 'labs', 'laboratory', 'laboratories']), (['chem', 'chemical', 'chemicals']), (['ind', 'inds', 'industry', 'industries']),
  (['biotech', 'biotechnology', 'biotechnologies']), (['med', 'medical', 'medicine']), (['acad', 'academy']), (['found', 'fdn', 'foundation']),
  (['dev', 'development']), (['prod', 'prods', 'product', 'products']), (['therap', 'theraps', 'therapeutic', 'therapeutics']), (['biotherap', 'biotheraps', 'biotherapeutic', 'biotherapeutics']), (['diag', 'diagnostic', 'diagnostics']),
  (['soc', 'society']), (['assoc', 'association']), (['agric', 'agricultural', 'agriculture']), (['biol', 'biological', 'biologicals', 'biologics']),
  (['vet', 'veterinary']), (['sys', 'system', 'systems']), (['grp', 'group']), (['hlth', 'health']), (['hlthcare', 'healthcare']), (['gen', 'general']),
  (['amer', 'america', 'american', 'am']), (['st', 'saint']), (['mfg', 'manufacturing']), (['polytech', 'polytechnic']), (['min', 'ministry']), (['rech', 'recherche'])
) v(forms);
-- Whether a word is an abbreviation that nobody uses in a full name.
create or replace temp macro is_short_form(word) as word in ('univ', 'inst', 'hosp', 'coll', 'res', 'ctr', 'cent', 'pharm', 'pharms', 'tech', 'technol', 'sci', 'nat', 'natl', 'intl', 'lab', 'labs', 'chem', 'ind', 'inds',
  'med', 'acad', 'found', 'fdn', 'dev', 'prod', 'prods', 'therap', 'theraps', 'diag', 'soc', 'assoc', 'agric', 'biol', 'vet', 'grp', 'hlth', 'hlthcare');

-- The letters of each word, sorted: the same for a name and its usual misspellings (Hospital, Hopsital). Numbers stay as they are.
create or replace temp macro letters_of(words) as array_to_string(list_transform(string_split(words, ' '), lambda w: case when regexp_matches(w, '\d') then w else array_to_string(list_sort(string_split(w, '')), '') end), ' ');

-- A person's name for comparison: its words sorted, since patent offices write the family name first.
create or replace temp macro name_words(name) as list_filter(string_split(plain_words(name), ' '), lambda w: w <> '');
create or replace temp macro person_key(name) as array_to_string(list_sort(name_words(name)), ' ');
-- Family name and first initial, of a name whose family name is last.
create or replace temp macro initial_key(name) as name_words(name)[-1] || ' ' || left(name_words(name)[1], 1);
-- Family name and all initials (kastrati a, neumann fj of Franz-Josef Neumann), without particles in small letters; null for a name in capitals, where
-- offices write the family name first.
create or replace temp macro words_as_written(name) as list_filter(regexp_split_to_array(trim(name), '[^\p{L}\p{M}''’]+'), lambda w: w <> '');
create or replace temp macro initialed_key(name) as case when name <> upper(name) and len(words_as_written(name)) > 1 then
  plain_words(words_as_written(name)[-1]) || ' ' || plain_words(array_to_string(list_transform(list_filter(words_as_written(name)[:-2], lambda w: regexp_matches(w, '^\p{Lu}')),
    lambda w: case when regexp_matches(w, '^\p{Lu}{1,3}$') then w else left(w, 1) end), '')) end;
-- Whether a name has a family name and at least one given name in full; KX in "KX Sampler" is initials.
create or replace temp macro is_whole_name(name) as len(list_filter(regexp_split_to_array(trim(name), '[^\p{L}\p{M}''’]+'),
  lambda w: length(w) > 1 and not (regexp_matches(w, '^\p{Lu}{1,3}$') and name <> upper(name)))) >= 2 and length(name_words(name)[1]) > 1;

-- The MoA fields that a row takes over from another, each with its confidence; empty fields are left out.
create or replace temp macro moa_taken(target, target_id, target_symbol, modality, mechanism, c_target, c_modality, c_mechanism) as list_filter([
  {field: case when target is not null then 'moa.target' end, confidence: c_target}, {field: case when target_id is not null then 'moa.target_id' end, confidence: c_target},
  {field: case when target_symbol is not null then 'moa.target_symbol' end, confidence: c_target},
  {field: case when modality is not null then 'moa.modality' end, confidence: c_modality}, {field: case when mechanism is not null then 'moa.mechanism' end, confidence: c_mechanism}
], lambda f: f.field is not null and f.confidence is not null);

-- Whether a company's name says that it makes drugs (Relmada Therapeutics, Zura Bio Ltd); a fund's does not (Tekla Life Sciences Investors).
create or replace temp macro is_drug_company(name) as
  regexp_matches(plain_words(without_state(name)), '\b(therapeutics?|(bio|immuno|gene|radio|cell)?therap(ies|eutics)|(bio)?pharma(ceuticals?|ceutica)?|(bio)?medicines?|vaccines?|(bio)?biologics|(bio|neuro)sciences?|biotech(nology|nologies)?|(immuno)?oncology|genetics|genomics|biomedical|life ?sciences|antibodies)\b|\w*(bio|neuro) (inc|ltd|plc|corp|co|nv|ab|as|sa|ag)$')
  and not regexp_matches(plain_words(name), '\b(acquisition|fund|trust|etf|investors|capital|partners lp|cannabis|cbd|energy|fuels|oil)\b');

-- Whether a name is all capitals, and whether it contains an abbreviation (PHARMS).
create or replace temp macro is_shouted(s) as s = upper(s) and regexp_matches(s, '[A-Z]{5,}|[A-Z]{2,}.* .*[A-Z]{2,}');
create or replace temp macro has_short_word(s) as len(list_filter(string_split(plain_words(s), ' '), lambda w: is_short_form(w) and w not in ('labs', 'lab', 'tech'))) > 0;
-- An organisation's name in its usual spelling: capitals become lower case, legal forms get their own spelling, a state after the name is dropped.
create or replace temp macro proper_word(w) as case
  when lower(regexp_replace(w, '[.,]', '', 'g')) in ('llc', 'llp', 'lp', 'plc', 'sa', 'ag', 'nv', 'bv', 'ab', 'kk', 'usa', 'us', 'uk', 'pbc', 'spa', 'srl', 'kg', 'se', 'ii', 'iii', 'iv') then upper(w)
  when lower(regexp_replace(w, '[.,]', '', 'g')) in ('and', 'of', 'for', 'the', 'de', 'la', 'di', 'do', 'et', 'und', 'fur') then lower(w)
  when lower(regexp_replace(w, '[.,]', '', 'g')) = 'gmbh' then 'GmbH'
  when lower(regexp_replace(w, '[.,]', '', 'g')) in ('inc', 'co', 'corp', 'ltd', 'pte', 'pty', 'pvt') then upper(w[1]) || lower(w[2:])
  when regexp_matches(w, '\d') or (length(w) <= 4 and not regexp_matches(w, '[AEIOUY]')) or length(w) = 1 then w
  else regexp_replace(upper(w[1]) || lower(w[2:]), '-([a-z])', '-\1') end;
create or replace temp macro proper_name(s) as case when not is_shouted(regexp_replace(s, '\s*/[A-Za-z ]{2,5}/?$', '')) then regexp_replace(s, '\s*/ ?[A-Z]{2,4}/?$', '')
  else list_reduce(list_transform(string_split(regexp_replace(s, '\s*/[A-Za-z ]{2,5}/?$', ''), ' '), lambda w: proper_word(w)), lambda a, b: a || ' ' || b) end;

-- The words of a disease's name that tell it from others, in a fixed order: all words for a tumour are one.
create or replace temp macro content_words(s) as list_sort(list_distinct(list_filter(list_transform(
    string_split(plain_words(regexp_replace(regexp_replace(s, '\s*\([^()]*\)', ' ', 'g'), '^[A-Z]{2,6} - | - [A-Z]{2,6}$', '')), ' '),
    lambda w: regexp_replace(regexp_replace(case when length(w) > 4 and regexp_matches(w, '[^siu]s$') then left(w, -1) else w end, '^(cancer|carcinoma|neoplasm|tumou?r|neoplasia|malignancy|malignancie)$', 'tumor'), 'aem', 'em')),
  lambda w: w not in ('', 'disease', 'disorder', 'syndrome', 'of', 'the', 'and', 'in', 'with', 'due', 'to'))));
create or replace temp macro initials(s) as upper(array_to_string(list_transform(list_filter(string_split(plain_words(s), ' '), lambda w: w not in ('of', 'the', 'and', 'in', 'with')), lambda w: left(w, 1)), ''));
-- A condition is called what the term is: the same words, or its initials.
create or replace temp macro is_same_disease(said, label) as content_words(said) = content_words(label) or (regexp_matches(said, '^[A-Z]{3,6}$') and said = initials(label));
-- A condition that names the term, perhaps more closely ("Moderate to Severe Plaque Psoriasis").
create or replace temp macro names_disease(said, label) as is_same_disease(said, label) or (list_has_all(content_words(said), content_words(label)) and content_words(label) not in ([], ['tumor']));
