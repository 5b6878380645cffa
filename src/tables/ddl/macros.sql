-- refresh: once

-- Normalisation of text. All statements and queries use these macros and nothing else.

-- The form in which labels, names and filter values are compared: case, accents and outer blanks are ignored. Trimming
-- is slow, so it is skipped for plain ASCII without outer blanks.
create or replace macro norm(s) as case
  when strlen(s) = length(s) and not starts_with(s, ' ') and not ends_with(s, ' ') then lower(s)
  else lower(strip_accents(trim(s))) end;

-- Greek letters are spelled out, since "TNFα" and "TNF-alpha" are one name; other symbols become blanks. The full-width letters of Chinese and Japanese
-- texts (ＰＤ－１) are those of ASCII.
create or replace macro half_width(s) as case when regexp_matches(s, '[＋-ｚ]') then translate(s, '＋－．／０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ', '+-./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') else s end;
create or replace macro fold(s) as case when strlen(s) = length(s) then lower(s) else
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(strip_accents(half_width(nfc_normalize(s)))),
    'α', 'alpha'), 'β', 'beta'), 'γ', 'gamma'), 'δ', 'delta'), 'κ', 'kappa'), 'ω', 'omega'), 'ε', 'epsilon'), 'λ', 'lambda'), 'ζ', 'zeta'), 'θ', 'theta'), 'σ', 'sigma'), 'τ', 'tau') end;

-- A name as type-ahead compares it: words separated by single blanks, as most names are already.
create or replace macro name_key(s) as case
  when strlen(s) = length(s) and not regexp_matches(s, '[^A-Za-z0-9 ]|^ | $|  ') then lower(s)
  else trim(regexp_replace(fold(s), '[^\p{L}\p{N}]+', ' ', 'g')) end;

-- The words of a text: every run of letters and digits; and every run joined by punctuation (PD-L1, HER2/neu, IL-2)
-- also as one word without it (pdl1, her2neu, il2). A text of ASCII alone, as most are, is split at blanks, in a third
-- of the time that the classes of Unicode take.
create or replace macro runs(folded) as case
  when strlen(folded) = length(folded) and not regexp_matches(folded, '[A-Za-z0-9]{65}') then list_filter(string_split(
    case when regexp_matches(folded, '[^A-Za-z0-9 ]') then regexp_replace(folded, '[^A-Za-z0-9 ]+', ' ', 'g') else folded end,
    ' '), lambda w: w <> '')
  else list_transform(regexp_extract_all(folded, '[\p{L}\p{N}]+'), lambda w: left(w, 64)) end;
create or replace macro has_marks(folded) as regexp_matches(folded, '[-/+.''’‐-―]');
create or replace macro marked(folded) as case
  when strlen(folded) = length(folded) then list_transform(
    regexp_extract_all(folded, '[A-Za-z0-9]+(?:[-/+.''][A-Za-z0-9]+)+'),
    lambda run: left(regexp_replace(run, '[^A-Za-z0-9]+', '', 'g'), 64))
  else list_transform(
    regexp_extract_all(folded, '[\p{L}\p{N}]+(?:[-/+.''’‐-―][\p{L}\p{N}]+)+'),
    lambda run: left(regexp_replace(run, '[^\p{L}\p{N}]+', '', 'g'), 64)) end;
-- A text as it is searched: a denial is one word (non-small cell is not small cell), and so are a small molecule and the number of a type (type 2,
-- type II) or an exon; what a bispecific antibody binds is two (CD20xCD3); and a disease with its letter and a factor with its number are also one each (hepatitis B, factor XI).
create or replace macro as_searched(folded) as case
  when regexp_matches(folded, '\b(non|type|hepatitis|hemophilia|haemophilia|influenza|small)[ -]|\bexon[ -]\d|\bfactor[ -]([a-e]|[ivx]{1,4}a?)\b|xcd-?\d|\d[a-z]?x[a-z]') then
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded, '\b(?:([a-z]{3,6})x(cd-?\d+[a-z]?)|([a-z]{1,5}-?\d+[a-z]?)x([a-z]{1,5}-?\d+[a-z]?|[a-z]{3,6}))\b', '\1\3 \2\4', 'g'), '\bnon[ -]([a-z])', 'non\1', 'g'),
      '\btype[ -](\d\w?|i)\b', 'type\1', 'g'), '\btype[ -]ii\b', 'type2', 'g'), '\btypei\b', 'type1', 'g'),
      '\bexon[ -](\d)', 'exon\1', 'g'),
      '\bsmall[ -](molecules?)\b', 'small\1', 'g'), '\b(hepatitis|ha?emophilia|influenza|factor)[ -]([a-e]|[ivx]{1,4}a?)\b', '\1 \1\2', 'g')
  else folded end;
create or replace macro words(folded) as case when has_marks(folded) then list_concat(runs(folded), marked(folded)) else runs(folded) end;

-- A loose spelling of a value: separators between words and the spelling of Greek letters are ignored
-- (src/text/words.ts).
create or replace macro loose(s) as regexp_replace(lower(strip_accents(s)), '[\s_/()\[\]{}‐-―-]+', '', 'g');
create or replace macro greek_letters(s) as translate(lower(s), 'αβγδκ', 'abgdk');

-- The day of a date; a month or year counts as its first day.
create or replace macro day_of(s) as coalesce(
  try_cast(left(s, 10) as date),
  case when regexp_full_match(s, '\d{4}-\d{2}') then try_cast(s || '-01' as date) end,
  case when regexp_full_match(s, '\d{4}') then try_cast(s || '-01-01' as date) end);

-- The texts of an attribute, which may be one or a list.
create or replace macro texts_of(a, path) as case json_type(a, path)
  when 'ARRAY' then from_json(json_extract(a, path), '["VARCHAR"]')
  when 'OBJECT' then [] when 'NULL' then []
  else [json_extract_string(a, path)] end;

-- A timestamp in the format of all doors.
create or replace macro iso(t) as strftime(t, '%Y-%m-%dT%H:%M:%S.%gZ');

-- A text key as a number, computed the same way in src/text/words.ts. A table sorted by it is searched by reading one
-- row group.
create or replace macro key_hash(s) as (md5_number_lower(s) >> 1)::bigint;

-- Inverse document frequency of a term that df of n entities contain (Robertson and Sparck Jones, never negative).
create or replace macro idf(df, n) as ln(1 + (n - df + 0.5) / (df + 0.5))::float;

-- What a degree, and any approval, add to the weight of an entity's words (boost.sql).
create or replace macro boost_of(degree, approvals) as 1 + least(8, floor(log2(1 + degree)) + case when approvals > 0 then 3 else 0 end) / 2;

-- What the impacts of a boosted entity are multiplied by (posting.sql; impactShare in src/text-match.ts).
create or replace macro known_share(boost) as 0.75::double + 0.0625::double * (boost - 1);

-- An order key by prominence; entities without signals come last.
create or replace macro or_last(place) as coalesce(place, 2147483647)::integer;

-- Whether an edge was observed in the 90 days up to a moment, which signals call active.
create or replace macro is_active(observed, moment) as observed > moment - interval 90 day and observed <= moment;

-- The order key of the n-th of a number of rows. There are gaps between keys and at both ends, so that later rows get
-- keys between those of their neighbours, which stay the same (src/tables/order.ts). New texts often come in clusters
-- and need larger gaps; unnecessarily large ones cost bits.
create or replace macro spread(place, n, room) as (536870912 + place::bigint * least(room, 1073741824 // (n + 1)))::integer;
