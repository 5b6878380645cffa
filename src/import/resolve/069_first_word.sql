-- The first word of a nonproprietary name of two, which people use for the whole: enfortumab, of enfortumab vedotin; onasemnogene, of
-- onasemnogene abeparvovec; omecamtiv, of omecamtiv mecarbil. The second says what is joined to it, what carries it, or which form it is. Where
-- no other product has the word as a name, or begins with it; combinations do not count.
-- Compared as a key: a pattern of each word would be compiled for every name.
create temp table worded as
select distinct id, regexp_extract(said, '^\w+') as word from (
  select id, fold(name) as said from entity where kind = 'product' and state = 'live'
  union all select id, fold(unnest(aliases)) from entity where kind = 'product' and state = 'live'
) where not regexp_matches(said, '[/+;&]|, [a-z]+(mab|tinib)| and | with | plus ');
create temp table first_word as
select id, regexp_extract(name, '^\S+') as word
from entity where kind = 'product' and state = 'live'
  and regexp_matches(fold(name), '^[a-z]{3,}(mab|bart|tug|mig|gene|fusp|cept|leukin|dekin|grobep|guran|camtiv) [a-z]{4,}$')
  and not starts_with(fold(name), 'interleukin ');
update entity set aliases = list_sort(list_append(coalesce(entity.aliases, []), f.word))
from first_word f
where f.id = entity.id and not list_contains(list_transform(coalesce(entity.aliases, []), lambda a: fold(a)), fold(f.word))
  and not exists (from worded o where o.id <> f.id and o.word = fold(f.word));
drop table worded; drop table first_word;
