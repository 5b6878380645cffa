-- refresh: once

-- How text becomes comparable. Every later statement and every query uses these and nothing else.

-- A label, name or filter value as it is compared: case, accents and outer blanks do not count. Looking for blanks at the ends is slow, so
-- it is left out where plain ASCII has none there.
create or replace macro norm(s) as case
  when strlen(s) = length(s) and not starts_with(s, ' ') and not ends_with(s, ' ') then lower(s)
  else lower(strip_accents(trim(s))) end;

-- Greek letters are spelled out, since "TNFα" and "TNF-alpha" are one name; other marks become blanks.
create or replace macro fold(s) as case when strlen(s) = length(s) then lower(s) else
  replace(replace(replace(replace(replace(replace(replace(replace(
    lower(strip_accents(nfc_normalize(s))),
    'α', 'alpha'), 'β', 'beta'), 'γ', 'gamma'), 'δ', 'delta'), 'κ', 'kappa'), 'ω', 'omega'), 'ε', 'epsilon'), 'λ', 'lambda') end;

-- A name as type-ahead compares it: words, one blank between.
create or replace macro name_key(s) as trim(regexp_replace(fold(s), '[^\p{L}\p{N}]+', ' ', 'g'));

-- The words of a text: every run of letters and digits, and every run that marks hold together (PD-L1, HER2/neu, IL-2)
-- once more as one word without its marks (pdl1, her2neu, il2).
create or replace macro marked(folded) as list_transform(
  regexp_extract_all(folded, '[\p{L}\p{N}]+(?:[-/+.''’‐-―][\p{L}\p{N}]+)+'),
  lambda run: left(regexp_replace(run, '[^\p{L}\p{N}]+', '', 'g'), 64));
create or replace macro words(folded) as list_concat(
  list_transform(regexp_extract_all(folded, '[\p{L}\p{N}]+'), lambda w: left(w, 64)),
  case when regexp_matches(folded, '[-/+.''’‐-―]') then marked(folded) else [] end);

-- A value as people write it: what stands between words does not count either, nor how a Greek letter is written (src/text/words.ts).
create or replace macro loose(s) as regexp_replace(lower(strip_accents(s)), '[\s_/()\[\]{}‐-―-]+', '', 'g');
create or replace macro greek_letters(s) as translate(lower(s), 'αβγδκ', 'abgdk');

-- The day that a date stands for; one known to the month or the year counts as its first.
create or replace macro day_of(s) as coalesce(
  try_cast(left(s, 10) as date),
  case when regexp_full_match(s, '\d{4}-\d{2}') then try_cast(s || '-01' as date) end,
  case when regexp_full_match(s, '\d{4}') then try_cast(s || '-01-01' as date) end);

-- The texts of an attribute, be it one or a list.
create or replace macro texts_of(a, path) as case json_type(a, path)
  when 'ARRAY' then from_json(json_extract(a, path), '["VARCHAR"]')
  when 'OBJECT' then [] when 'NULL' then []
  else [json_extract_string(a, path)] end;

-- A timestamp as every door writes it.
create or replace macro iso(t) as strftime(t, '%Y-%m-%dT%H:%M:%S.%gZ');

-- A text key as a number, computed alike in src/text/words.ts: sorted by it, a look-up opens one row group.
create or replace macro key_hash(s) as (md5_number_lower(s) >> 1)::bigint;

-- Kinds live in the upper bits of a row id, so that a kind is a range of row ids.
create or replace macro kind_of(rid) as rid >> 26;

-- How telling a term is that df of n entities carry (Robertson and Sparck Jones, never negative).
create or replace macro idf(df, n) as ln(1 + (n - df + 0.5) / (df + 0.5))::float;

-- A place in the order of prominence; whoever has no signals comes after everybody.
create or replace macro or_last(place) as coalesce(place, 2147483647)::integer;

-- Where a name or word stands among those that start as typed, as one number: the rung (2 the start of a name, 3 of an alias, 4 a later word),
-- kinds looked for by name (work 0) before works (1), prominence, row. Matches of an equal text come before all of these. Numbers with a sign are
-- twice as fast here as those without, so the six steps of rung and work lie on both sides of zero.
create or replace macro match_key(rung, work, order_key, rid) as
  ((rung - 2) * 2 + work - 3)::bigint * 2305843009213693952 + ((order_key::bigint << 30) | rid::bigint);
create or replace macro matched_rid(key) as (key & 1073741823)::integer;
create or replace macro matched_place(key) as (key - (key & 1073741823)) / 1073741824.0::double;

-- Was it observed in the 90 days up to a moment? What signals call active.
create or replace macro is_active(observed, moment) as observed > moment - interval 90 day and observed <= moment;

-- The number of the n-th of so many that stand in an order. There is room between two and at both ends: who comes later gets a number
-- between its neighbours', and theirs stay (src/tables/order.ts). Texts come in bunches and want more room; more than is wanted costs bits.
create or replace macro spread(place, n, room) as (536870912 + place::bigint * least(room, 1073741824 // (n + 1)))::integer;
