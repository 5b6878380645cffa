-- A product with a code as its name (SGN-B6A) is renamed if its records or the project's list of drugs have a
-- nonproprietary name for it; the code stays among its names.
create temp table inn_of as
with coded as (
  select id, name, aliases from entity where kind = 'product' and state = 'live' and (is_drug_code(name) or is_drug_code(salt_free(plain_words(name)))
    -- A salt is told behind a word of four letters or digits: GZD-824 dimesylate has one only where its letters and its number are one word.
    or is_drug_code(salt_free(plain_words(regexp_replace(name, '^([A-Za-z]+)-(\d+ [A-Za-z]+)$', '\1\2')))) or regexp_matches(name, '^[A-Z]{2,6}-?[A-Z]*\d[A-Z0-9-]*$')
    -- Some codes look like words (TransCon CNP).
    or compared_code(name, substance_key(name)) in (select name_key from drug_fact where type = 'code'))
), listed as (
  select c.id, min(f.drug) as inn from coded c join drug_fact f on f.type = 'code' and f.name_key = compared_code(c.name, substance_key(c.name)) and regexp_matches(f.drug, '^[a-z]') and not contains(f.drug, ';')
    -- Vaccines are in the list by brand.
    and not exists (from drug_fact b where b.drug = f.drug and b.type = 'brand' and fold(b.name) = fold(f.drug))
  group by c.id having count(distinct f.drug) = 1
), known as (
  -- Of a code that the list does not know, another of its names may be the drug's.
  select c.id, min(f.drug) as inn from (select id, unnest(aliases) as alias from coded) c join (select distinct drug from drug_fact where regexp_matches(drug, '^[a-z]{6,}$')) f on f.drug = fold(c.alias)
  group by c.id having count(distinct f.drug) = 1
), own as (
  select id, min(alias) as inn from (select id, unnest(aliases) as alias from coded)
  where regexp_matches(alias, '^[A-Za-z][a-z]{6,}( [a-z]{4,}){0,2}$')
    and regexp_matches(alias, '(mab|bart|tug|mig|tinib|sertib|lisib|ciclib|parib|rafenib|metinib|rasib|degib|clax|tecan|vedotin|mafodotin|siran|sen|cel|vec|stat|gepant|pitant|netant|entan|xaban|xian|gliptin|gliflozin|glutide|tide|cept|fusp|kinra|vir|floxacin|conazole|mycin|plon|pamil|setron|orexant|caftor|imod|domide|denib|menib|camten|glipron)( [a-z]+)*$')
  group by id having count(distinct lower(alias)) = 1
)
select c.id, c.name as code, lower(coalesce(l.inn, k.inn, o.inn)) as inn from coded c left join listed l using (id) left join known k using (id) left join own o using (id) where coalesce(l.inn, k.inn, o.inn) is not null;
-- Not a name that another product has, nor one for two products.
delete from inn_of where inn in (select inn from inn_of group by inn having count(*) > 1)
  or exists (from entity e where e.kind = 'product' and e.state = 'live' and e.id <> inn_of.id and (fold(e.name) = inn_of.inn or list_contains(list_transform(coalesce(e.aliases, []), lambda a: fold(a)), inn_of.inn)));
update entity set name = i.inn, slug = null, aliases = list_sort(list_distinct(list_append(list_filter(coalesce(entity.aliases, []), lambda a: fold(a) <> i.inn), i.code))),
  -- What the lists say of a drug is found by this name, too.
  attributes = case when fold(entity.attributes ->> 'generic') = fold(i.code) then json_merge_patch(entity.attributes, json_object('generic', i.inn))::varchar else entity.attributes end
from inn_of i where i.id = entity.id;
drop table inn_of;
