-- The rows of recipes that keep only known entities ({waiting}), and that no row or edge of another recipe knows: by
-- key, an organisation by its name, a product by its substance. Rows of such recipes are no evidence for each other,
-- but what belongs to a known one is kept with it.
create temp table known_key as
select key, null::varchar as recipe from staged where not ({waiting})
union select unnest(same_as), null from staged where not ({waiting})
union select merged_into, null from staged where not ({waiting}) and merged_into is not null
union select source_key, recipe from staged_edge
union select target_key, recipe from staged_edge;

create temp table waiting as
select distinct recipe, key, kind, name, unnest(list_append(coalesce(same_as, []), key)) as known_as from staged where {waiting};

create temp table known_name as
select distinct kind, case kind when 'product' then substance_key(name) else org_key(name) end as name_key from (
  select distinct kind, name from staged where not ({waiting}) and kind in ('company', 'institution', 'funder', 'product') and kind in (select kind from waiting)
);

create temp table unmatched as
select distinct recipe, key from waiting
except select w.recipe, w.key from waiting w join known_key k on k.key = w.known_as where k.recipe is distinct from w.recipe
except select w.recipe, w.key from (select recipe, key, kind, case kind when 'product' then substance_key(name) else org_key(name) end as name_key from (select distinct recipe, key, kind, name from waiting)) w
  join known_name n using (kind, name_key)
  -- A filer is not identified by a name that the list of companies assigns to another filer (Vertex, for a maker of tax
  -- software).
  where not exists (from company_fact f where w.kind = 'company' and f.relation = 'name' and f.cik is not null and org_key(f.name) = name_key and starts_with(w.key, 'cik:') and w.key <> 'cik:' || f.cik)
  -- Nor one of another trade (Orion S.A., carbon black) by the name that a company of the field has too.
  and w.key not in (select 'cik:' || cik from other_filer);

-- What a recipe wants by its name is kept (keep in docs/recipes.md), a filer on the lists of companies and of head offices (Qiagen, whose name does
-- not say what it does), and one on that of developers if the files have one of its drugs: of two filers by one name the one with a ticker, else the smaller number; of
-- two registries that have it, the one of the higher priority. None is evidence for others.
create temp table developer_filer as
select recipe, key from (
  select recipe, priority, key, ticker, org_key(unnest(list_append(coalesce(aliases, []), name))) as company_key from staged where {waiting} and kind = 'company' and cik is not null
) join developer_there using (company_key)
qualify row_number() over (partition by company_key order by ticker is null, key, priority desc, recipe) = 1;
create temp table listed_filer as
select recipe, key from (
  select recipe, priority, key, ticker, org_match_key(unnest(list_append(coalesce(aliases, []), name))) as name_key from staged where {waiting} and kind = 'company' and cik is not null and key not in (select 'cik:' || cik from other_filer)
) where name_key in (select name_key from headquarters_fact union select org_match_key(name) from company_fact where relation = 'name' and cik is null)
qualify row_number() over (partition by name_key order by ticker is null, key, priority desc, recipe) = 1;
delete from unmatched using (select recipe as of_recipe, key as of_key from staged where {wanted} union select recipe, key from developer_filer union select recipe, key from listed_filer
  union select w.recipe, w.key from waiting w join company_fact f on w.key = 'cik:' || f.cik) k
where unmatched.recipe = k.of_recipe and unmatched.key = k.of_key;
drop table developer_filer; drop table listed_filer;

create temp table belongs_to as
with recursive above(recipe, key) as (
  select recipe, target_key from staged_edge where relation in ('subsidiary_of', 'part_of') and recipe in (select recipe from unmatched) and source_key not in (select key from unmatched)
  union
  select e.recipe, e.target_key from above a join staged_edge e on e.recipe = a.recipe and e.source_key = a.key and e.relation in ('subsidiary_of', 'part_of')
) from above;
delete from unmatched using belongs_to b where unmatched.recipe = b.recipe and unmatched.key = b.key;
-- A filer of another trade is not kept, whoever else knows of it.
insert into unmatched select distinct recipe, key from waiting where key in (select 'cik:' || cik from other_filer);

delete from staged using unmatched u where staged.recipe = u.recipe and staged.key = u.key;
delete from staged_edge using unmatched u where staged_edge.recipe = u.recipe and (staged_edge.source_key = u.key or staged_edge.target_key = u.key);
drop table known_key; drop table waiting; drop table known_name; drop table belongs_to;
