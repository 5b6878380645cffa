-- What people call a company for short: the first word of its name where the rest is trade words and legal form (Ionis, of Ionis
-- Pharmaceuticals, Inc.), and no other company has that word for its own.

create temp table first_word as
select id, name, regexp_extract(org_key(name), '^(\w{5,})(?: (?:pharma\w*|therapeutic\w*|bio\w*|science\w*|laborator\w*|labs?|medical|medicines?|oncology|genetic\w*|genomic\w*|vaccines?|immun\w*|health\w*|international|global))+$', 1) as word
from entity where kind = 'company' and state = 'live';
create temp table called_so as
select id, org_key(name) as word from entity where kind = 'company' and state = 'live'
union select id, org_key(unnest(aliases)) from entity where kind = 'company' and state = 'live'
union select id, word from first_word where word <> '';
create temp table short_name as
select f.id, rtrim(regexp_extract(trim(f.name), '^\S+'), ',') as short
from first_word f join (select word from called_so group by word having count(distinct id) = 1) o using (word)
where f.word <> '' and fold(regexp_extract(trim(f.name), '^\S+')) like f.word || '%'
  and not regexp_matches(f.word, '^(american|advanced|united|first|national|general|applied|universal|pacific|atlantic|european|british|canadian|allied|modern|premier|precision|integrated|innovative|research|clinical|global|world|central|northern|southern|eastern|western|generic|natural|human|animal|cancer|heart|brain|blood|vision)$');
update entity set aliases = list_sort(list_append(coalesce(entity.aliases, []), s.short)) from short_name s
where s.id = entity.id and not list_contains(coalesce(entity.aliases, []), s.short);
drop table first_word; drop table called_so; drop table short_name;
