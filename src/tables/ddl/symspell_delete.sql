-- reads: word
-- refresh: by-difference

-- Corrections of mistyped words, by deletion neighbourhoods (SymSpell): two words within distance d have a form in
-- common that each reaches by at most d deletions. Only the first seven letters are indexed; the full distance of each
-- candidate is computed at query time. Two deletions are indexed from six letters on: in shorter words one mistake is allowed.
-- For type-ahead of fewer than seven letters the first four are indexed too, with a star after them.

create or replace macro drop_one(s) as list_transform(range(1, length(s) + 1), lambda i: substr(s, 1, i - 1) || substr(s, i + 1));
create or replace macro drop_two(s) as flatten(list_transform(
  -- Not named as in drop_one, whose lambda would take it for its own.
  range(1, length(s)), lambda first: list_transform(drop_one(substr(s, first + 1)), lambda rest: substr(s, 1, first - 1) || rest)
));
create or replace macro near_hash(s) as (md5_number_lower(s) % 2147483647)::integer;

create table symspell_delete as
with
prefix as (select distinct prefix from word where length(prefix) >= 3 and not regexp_matches(word, '[0-9]')),
start as (select distinct left(prefix, 4) as start from prefix),
forms as (
  select prefix, prefix as form from prefix
  union all
  select prefix, unnest(drop_one(prefix)) from prefix
  union all
  select prefix, unnest(drop_two(prefix)) from prefix where length(prefix) >= 6
  union all
  select start || '*', start || '*' from start
  union all
  select start || '*', unnest(drop_one(start)) || '*' from start
)
select near_hash(form) as h, prefix from forms order by h, prefix;
