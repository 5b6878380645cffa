-- A product that a source gives by its ChEMBL id alone is called what its programs are called: a company's pipeline has
-- names, codes and brands. A record with that name and no ChEMBL id then is the same product; if a record with the name
-- has another ChEMBL id (of a salt or a hydrate), the programs are that product's. An id that a source gives to drugs of
-- different names (two vaccines with one antigen) stays without a name.

create temp table nameless as
select key from staged where kind = 'product' and key_prefix(key) = 'chembl' group by key having bool_and(fold(name) = fold(key_value(key)));

-- The drug in an asset's name: "TIVDAK® (tisotumab vedotin)" is TIVDAK, "Monlunabant in DKD" is monlunabant; and the code
-- in brackets behind it.
create or replace temp macro asset_drug(s) as without_maker(trim(regexp_replace(regexp_replace(regexp_replace(s, '[®™\x{200B}]', '', 'g'), '\s*\([^()]*\)\s*$', ''), ' (in [A-Z]|Anti-).*$', '')));
create or replace temp macro asset_code(s) as nullif(replace(regexp_extract(s, '\(([^()]+)\)\s*$', 1), '- ', '-'), '');
-- A brand with its mark is a name, whatever stands behind it: VELPHORO® Sucroferric oxyhydroxide.
create or replace temp macro marked_brand(s) as nullif(regexp_extract(s, '^([\p{L}][\p{L}\p{N}-]+)®', 1), '');
create temp table asset as
select distinct e.target_key as key, coalesce(marked_brand(p.name), asset_drug(p.name)) as name, case when is_drug_code(asset_code(p.name)) then asset_code(p.name) end as code
from staged_edge e join nameless n on n.key = e.target_key join staged p on p.key = e.source_key and p.kind = 'program' where e.relation = 'program_of';
-- Several assets of one drug begin with its name (saruparib, saruparib + camizestrant).
create temp table asset_name as
select key, min_by(name, {length: length(name), name: name}) as name from asset a
where not exists (from asset o where o.key = a.key and not (squeezed(o.name) = squeezed(a.name) or starts_with(plain_words(o.name), plain_words(a.name) || ' ')))
group by key;
-- A combination is none of its drugs, and a brand with words behind it is no name.
delete from asset_name where regexp_matches(name, '[+/,]| and ') or regexp_matches(name, '^[A-Z]{5,} ') or length(squeezed(name)) < 5;

create temp table product_called as
select distinct key, any_value(name) over (partition by key order by priority desc, name) as name, squeezed(said) as name_key from (
  select key, name, priority, unnest(list_concat([name, without_suffix(name)], coalesce(aliases, []), coalesce(list_transform(names, lambda n: n.name), []),
    list_filter([attributes::json ->> 'brand', attributes::json ->> 'generic'], lambda x: x is not null))) as said
  from staged where kind = 'product' and key not in (from nameless)
);
create temp table asset_called as
select a.key, a.name, squeezed(a.name) as name_key, null as drug from asset_name a
union select a.key, a.name, squeezed(without_suffix(a.name)), null from asset_name a
union select a.key, a.name, squeezed(f.drug), f.drug from asset_name a join drug_fact f on squeezed(f.name) = squeezed(a.name);
create temp table known_asset as
select a.key, any_value(usual_case(a.name)) as name, min(a.drug) as drug, list_distinct(list(p.key) filter (where key_prefix(p.key) = 'chembl')) as molecules,
  list_distinct(list(p.key) filter (where key_prefix(p.key) = 'drugbank')) as drugs, min(p.name) filter (where key_prefix(p.key) = 'drugbank') as called, min(p.name) as called_otherwise
from asset_called a left join product_called p using (name_key) group by a.key;

update staged_edge set target_key = k.molecules[1] from known_asset k where k.key = staged_edge.target_key and len(k.molecules) = 1;
delete from staged using known_asset k where k.key = staged.key and len(k.molecules) = 1;
update staged set name = coalesce(k.called, k.drug, k.called_otherwise, k.name), aliases = (select list(distinct a.code) from asset a where a.key = k.key and a.code is not null) from known_asset k
where k.key = staged.key and coalesce(len(k.molecules), 0) = 0 and coalesce(len(k.drugs), 0) <= 1;
drop table nameless; drop table asset; drop table asset_name; drop table product_called; drop table asset_called; drop table known_asset;
