-- The first word of a biologic's nonproprietary name, which people use for the whole (enfortumab, of enfortumab vedotin; onasemnogene, of
-- onasemnogene abeparvovec): the second word says what is attached to it, or what carries it. Where no other product has the word as a name, or
-- begins with it; combinations do not count.
create temp table worded as
select id, fold(said) as said from (
  select id, name as said from entity where kind = 'product' and state = 'live'
  union all select id, unnest(aliases) from entity where kind = 'product' and state = 'live'
) where not regexp_matches(said, '[/+,;]| and ');
create temp table first_word as
select id, regexp_extract(name, '^\S+') as word
from entity where kind = 'product' and state = 'live'
  and regexp_matches(fold(name), '^[a-z]{3,}(mab|bart|tug|mig|gene|fusp|cept|leukin|dekin|grobep|guran|camtiv) [a-z]{4,}$')
  and not starts_with(fold(name), 'interleukin ');
update entity set aliases = list_sort(list_append(coalesce(entity.aliases, []), f.word))
from first_word f
where f.id = entity.id and not list_contains(list_transform(coalesce(entity.aliases, []), lambda a: fold(a)), fold(f.word))
  and not exists (from worded o where o.id <> f.id and (o.said = fold(f.word) or starts_with(o.said, fold(f.word) || ' ')));
drop table worded; drop table first_word;
