-- The rows of a recipe that no other recipe's row or edge knows, by key or by organisation name. Rows that themselves
-- wait to be known ({waiting}) do not vouch for one another.
create temp table other_key as
select natural_key(key) as key from staged where not ({waiting})
union select natural_key(unnest(same_as)) from staged where not ({waiting})
union select natural_key(merged_into) from staged where not ({waiting}) and merged_into is not null
union select natural_key(source_key) from staged_edge where recipe <> {recipe}
union select natural_key(target_key) from staged_edge where recipe <> {recipe};
create temp table other_name as
select distinct kind, org_key(name) as name_key from staged
where not ({waiting}) and kind in ('company', 'institution', 'funder');

create temp table own_key as
select key, natural_key(unnest(list_append(coalesce(same_as, []), key))) as known_as from staged where recipe = {recipe};

create temp table unmatched as
select distinct key from staged where recipe = {recipe} and ({kind} = '' or kind = {kind})
except
select key from own_key where known_as in (select key from other_key)
except
select s.key from staged s join other_name n on n.kind = s.kind and n.name_key = org_key(s.name) where recipe = {recipe};

delete from staged where recipe = {recipe} and key in (select key from unmatched);
delete from staged_edge where recipe = {recipe}
  and (source_key in (select key from unmatched) or target_key in (select key from unmatched));
drop table other_key; drop table other_name; drop table own_key;
