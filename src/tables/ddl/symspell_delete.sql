-- reads: word
-- refresh: by-difference

-- Corrections of mistyped words, by deletion neighbourhoods (SymSpell): two words within distance d have a form in
-- common that each reaches by at most d deletions. Only the first five letters are indexed; the full distance of each
-- candidate is computed at query time.

create or replace macro drop_one(s) as list_transform(range(1, length(s) + 1), lambda i: substr(s, 1, i - 1) || substr(s, i + 1));
create or replace macro near_hash(s) as (md5_number_lower(s) % 2147483647)::integer;

create table symspell_delete as
with
prefix as (select distinct prefix from word where length(prefix) >= 3 and not regexp_matches(word, '[0-9]')),
once as (select prefix, unnest(drop_one(prefix)) as form from prefix),
twice as (select prefix, unnest(drop_one(form)) as form from once),
forms as (select prefix, prefix as form from prefix union select * from once union select * from twice)
select near_hash(form) as h, prefix from forms order by h, prefix;
