-- The rows of a recipe that no other recipe's row or edge knows, by key or by organisation name.
create temp table other_key as
select natural_key(key) as key from staged where recipe <> {recipe}
union select natural_key(unnest(same_as)) from staged where recipe <> {recipe}
union select natural_key(merged_into) from staged where recipe <> {recipe} and merged_into is not null
union select natural_key(source_key) from staged_edge where recipe <> {recipe}
union select natural_key(target_key) from staged_edge where recipe <> {recipe};
create temp table other_name as
select distinct kind, org_key(name) as name_key from staged
where recipe <> {recipe} and kind in ('company', 'institution', 'funder');

create temp table unmatched as
select key from staged s
where recipe = {recipe}
group by key
having not bool_or(
  natural_key(key) in (select key from other_key)
  or len(list_filter(same_as, lambda k: natural_key(k) in (select key from other_key))) > 0
  or (kind, org_key(name)) in (select (kind, name_key) from other_name));
delete from staged where recipe = {recipe} and key in (select key from unmatched);
drop table other_key; drop table other_name;
