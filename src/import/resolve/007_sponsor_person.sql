-- Registers of trials give persons as sponsors without saying so (Kari Wisinski, Caigang Liu). An organisation that only trials know, that
-- is called like a person and says of itself that it is one in no word, is a person, who is no company and no institution: it and its edges
-- are left out. A given name is one that three persons in the files have; a family name, one that eight have, or three whose given name is
-- known at all. The screener finds sponsors by words of companies' names (Omeros, Vera, Sana), so of those that it alone has, any name that a person has will do.

create temp table given_name as
select fold(name_words(name)[1]) as word, count(*) as n from (select distinct name from staged where kind = 'person') group by word;
create temp table family_name as
select fold(name_words(name)[-1]) as word, count(*) as n from (select distinct name from staged where kind = 'person') group by word;

create or replace temp macro without_title(name) as regexp_replace(trim(name), '(?i)^(dr|pr|prof|mr|mrs|ms)\.? ', '');
create temp table sponsor_person as
with org as (
  select distinct key, name, without_title(name) as person, bool_and(recipe = 'screener') over (partition by key) as is_screened from staged
  where kind in ('company', 'institution') and key_prefix(key) = 'name' and org_kind(name) is null
    and regexp_matches(without_title(name), '^\p{Lu}[\p{L}''’.-]{2,}( \p{Lu}\.?| \p{Lu}[\p{L}''’-]+){0,2} \p{Lu}[\p{L}''’-]+( M\.?D\.?)?$')
    and not regexp_matches(name, '^\p{Lu}{3,} ')
    and not regexp_matches(plain_words(name), '\b(\w*stiftung|ziekenhuis|sykehus|sjukhus\w*|szpital|nemocnice|inspired|health\w*|care|research|international|eye|capital|oncology|tech|partners|group|global|solutions|services|consult\w*|project|team|study|street|paris|london|king|saint|st|us|usa|clinical|trials?|pharm|cell|gene|nutrition|dental|vision|skin|pain|women\w*|children\w*|family)\b')
)
select o.key, any_value(o.name) as name from org o
left join given_name g on g.word = fold(name_words(o.person)[1]) left join family_name f on f.word = fold(name_words(regexp_replace(o.person, ' M\.?D\.?$', ''))[-1])
where (coalesce(g.n, 0) >= 3 or coalesce(f.n, 0) >= 8 or (coalesce(f.n, 0) >= 3 and g.n is not null)
  or (o.is_screened and list_has_any(list_transform(name_words(o.person), lambda w: fold(w)), (select list(word) from (select word from given_name union select word from family_name where length(word) > 3)))))
  and o.key not in (select source_key from staged_edge where relation not in ('sponsors', 'develops', 'collaborates_on') union all select target_key from staged_edge)
  and org_key(o.name) not in (select org_key(name) from staged where kind in ('company', 'institution', 'funder') and key_prefix(key) <> 'name')
group by o.key;

delete from staged using sponsor_person p where staged.key = p.key;
delete from staged_edge using sponsor_person p where staged_edge.source_key = p.key;
drop table given_name; drop table family_name; drop table sponsor_person;
