-- The words that name each product, and the codes and names that trials state beside a product's own name ("Sotorasib
-- (AMG 510)").

-- One form of a drug's name, ignoring blanks and hyphens of codes, salt, dose, form and route.
create or replace temp macro without_dose(words) as trim(regexp_replace(regexp_replace(' ' || regexp_replace(words, '\s+', '  ', 'g') || ' ',
  ' (\d+([.,]\d+)*|\d+ ?(mg|mcg|ug|µg|g|gr|ml|l|iu|units?|u|kg|m2|mbq|gbq|mci|ppm|percent)(kg|m2|ml|day|h)?\d*|mg|mcg|ug|ml|iu|kg|m2|units?|percent|tablets?|tabs?|capsules?|caps?|injections?|injectable|infusions?|oral|orally|po|iv|intravenous|intravenously|subcutaneous|subcutaneously|sc|im|intramuscular|intravitreal|intrathecal|topical|cream|gel|ointment|lotion|foam|shampoo|solution|suspension|syrup|extended|delayed|modified|immediate|prolonged|sustained|controlled|release|er|xr|sr|cr|mr|ir|film|coated|powder|sprays?|nasal|intranasal|ophthalmic|eye|drops|inhalation|inhaled|inhaler|nebulized|patch|transdermal|sublingual|low|high|dose|doses|dosing|level|single|multiple|ascending|daily|once|twice|bid|qd|tid|weekly|monthly|day|monotherapy|treatment|treatments|group|arm|cohort|part|open|label|formulation|product|drug|test|reference|loading|maintenance|adjuvant|neoadjuvant|depot|pill|pills|autoinjector|prefilled|syringe|pen|active|study|administration|regimen|generic|commercial|for|of|at|every|weeks?|q\d*w|\d+ ?(weeks?|days?)|a|b|c|i|ii) ', ' ', 'g'),
  '\s+', ' ', 'g'));
create or replace temp macro drug_key(s) as replace(salt_free(plain_words(s)), ' ', '');
-- The number of a code is not a dose: AMG-510 and MK 3475 are kept together.
create or replace temp macro drug_key_of_text(s) as replace(salt_free(without_dose(plain_words(regexp_replace(regexp_replace(regexp_replace(s, '[®™©]', '', 'g'),
  '\b([A-Za-z]{1,6})-(\d{2,})', '\1\2', 'g'), '^\s*([A-Z]{2,6}) (\d{3,}\w*)', '\1\2')))), ' ', '');
-- Words that are never a drug's name, although some list has them as one.
create or replace temp macro is_no_drug_name(key) as length(key) < 4 or regexp_matches(key, '^\d+$')
  or regexp_matches(key, '^(placebo\w*|vehicle|saline|normalsaline|water|control|standard|standardofcare|chemotherapy|immunotherapy|antibiotics?|vaccines?|combination|therapy|tripletherapy|dualtherapy|surgery|radiation|radiationtherapy|radiotherapy|exercise|diet|oxygen|sage|intercept|prelude|today|todaysponge|doublecheck|cowmilk|milk|platinum|silver|ethanol|maltodextrin|sucrose|dextrose|mannitol|cellulose|microcrystallinecellulose|soybeanoil|sodiumchloride|normalsalinesolution|177lu|lu177|lutetium(lu)?177|177lutetium|povidone|blood|plasma|serum|cells?|device|questionnaire|observation|none|unknown|other|drug|investigational|comparator|best|supportivecare|food|meal|sugar|sugarpill|glucose|air|light|laser|ultrasound|imaging|contrast|biopsy|steroids?|antibody|peptide|protein|enzyme|hormone|insulins?|opioids?|analgesics?|anesthesia|steroid|statins?|iron|fat|calcium|zinc|alcohol|probiotics?|vitamins?|multivitamin|caffeine0|tace|interferon|corticosteroids?|nsaids?|biologics?|tablet|capsule|injection|active|early|delayed|baseline|cohort\w?|arm\w?|group\w?|dose\w?|part\w?)$');

-- A list of products may have a product's company among its names.
create temp table filer_name as select distinct org_key(name) as name_key from entity where kind = 'company' and state = 'live' and starts_with(natural_key, 'cik:') union select distinct org_key(name) from company_fact where relation = 'name';
drop table company_fact;
create temp table own_name as
select id, list(said order by said) filter (where not regexp_matches(lower(said), '^(inc|ltd|llc|corp|co)\.?$') and org_key(said) not in (from filer_name)) as aliases from (
  select id, unnest(aliases) as said from entity where kind = 'product' and state = 'live') group by id;
update entity set aliases = o.aliases from own_name o where o.id = entity.id and len(coalesce(o.aliases, [])) < len(entity.aliases);
drop table filer_name; drop table own_name;

-- A protein's name leads to the protein: a drug against it, or a substance under study that is it, is not called so as well. Of an approved
-- drug that is no protein this holds for the names of proteins that some drug acts on (RAS of rasagiline; not MTX of methotrexate).
create temp table protein_name as
with said as (
  select fold(said) as key, id from (select id, unnest(list_append(coalesce(aliases, []), name)) as said from entity where kind = 'target' and state = 'live')
)
select key, bool_or(a.target is not null) as is_hit from said left join (select distinct target from edge where relation = 'targets' and source_kind = 'product') a on a.target = said.id group by key;
create temp table own_name as
select n.id, list(n.said order by n.said) filter (where p.key is null or p.key in (fold(n.name), fold(n.generic))
  or case when n.is_approved then not p.is_hit or coalesce(n.modality, 'small molecule') <> 'small molecule' else false end) as aliases
from (select id, name, attributes ->> 'generic' as generic, modality, unnest(aliases) as said,
    coalesce(try_cast(attributes ->> 'max_phase' as integer), 0) >= 4 or coalesce(len(from_json(attributes -> 'approved_by', '["VARCHAR"]')), 0) > 0 as is_approved
  from entity where kind = 'product' and state = 'live') n left join protein_name p on p.key = fold(n.said) group by n.id;
update entity set aliases = o.aliases from own_name o where o.id = entity.id and len(coalesce(o.aliases, [])) < len(entity.aliases);
drop table protein_name; drop table own_name;

-- A brand leads to the products of the approvals with it, not to the antibody within a conjugate that some list has
-- under the same brand. An application tells that, and where its own source and another tell different things of it, or a designation as an orphan
-- does (dabrafenib with trametinib, under either brand), the application's own source; of two single drugs, the one with fewer brands (iron
-- sucrose, not any ferric hydroxide).
create temp table approved_as as
with said as (
  select distinct fold(a.attributes ->> 'brand') as brand, e.target as product, e.source as approval, (a.attributes ->> 'application_type') is not null as is_application, coalesce(e.origin = a.source, false) as is_own,
    plain_words(coalesce(p.attributes ->> 'generic', p.name)) as words, list_transform(substance_parts(coalesce(p.attributes ->> 'generic', p.name)), lambda x: salt_free(x)) as parts,
    not contains(coalesce(p.attributes ->> 'generic', p.name), ';') as is_single
  from edge e join entity a on a.id = e.source and a.kind = 'approval' and a.state = 'live' join entity p on p.id = e.target
  where e.relation = 'approval_of' and (a.attributes ->> 'brand') is not null
), counted as (
  select *, count(distinct brand) over (partition by product) as brands, max(len(parts)) over (partition by approval) = 1 as of_singles from said
), told as (
  select * from counted qualify rank() over (partition by approval order by case when of_singles then brands else 0 end, not is_own) = 1
), applied as (
  select * from told qualify is_application or not bool_or(is_application) over (partition by brand)
)
select brand, product, approval, words, parts, brands, is_single from applied;
-- A brand that also names mixtures of a drug, or its esters and prodrugs (Xylocaine, Haldol; Emend, of aprepitant and fosaprepitant), means the drug.
create temp table own_brand as
select a.brand, a.product from (select distinct brand, product, words, parts from approved_as) a join (select distinct brand, product, words, parts from approved_as) o on o.brand = a.brand and o.product <> a.product
group by a.brand, a.product, a.words, a.parts having bool_and(
  (list_has_all(o.parts, a.parts) and len(o.parts) > len(a.parts))
  or (len(a.parts) = 1 and length(a.words) >= 5 and not contains(o.words, ';') and (starts_with(o.words, a.words) or (ends_with(o.words, a.words) and not contains(o.words, ' ')))));
delete from approved_as using (select brand, min(product) as product from own_brand group by brand having count(distinct product) = 1) b where b.brand = approved_as.brand and b.product <> approved_as.product;
-- One agency approves a brand as a product of its own, another as any of its kind (Privigen, one of many brands of immunoglobulin G): it is the former's.
delete from approved_as using (select distinct brand from approved_as where is_single and brands = 1) b where b.brand = approved_as.brand and is_single and brands >= 4;
create temp table own_name as
select n.id, list(said order by said) filter (where b.brand is null or exists (from approved_as o where o.brand = b.brand and o.product = n.id)) as aliases
from (select id, unnest(aliases) as said from entity where kind = 'product' and state = 'live') n left join (select distinct brand from approved_as) b on b.brand = fold(n.said) group by n.id;
update entity set aliases = o.aliases from own_name o where o.id = entity.id and len(coalesce(o.aliases, [])) < len(entity.aliases);
drop table own_name; drop table own_brand; drop table approved_as;

-- A brand's first word (Advair of Advair Diskus and Advair HFA) also names the product, if all brands that begin with it are that product's and nothing else is called so.
create temp table brand_stem as
with brand as (
  select distinct trim(a.attributes ->> 'brand') as brand, e.target as product from edge e join entity a on a.id = e.source and a.kind = 'approval' and a.state = 'live'
  where e.relation = 'approval_of' and (a.attributes ->> 'brand') is not null
), word as (
  select regexp_extract(brand, '^(\pL{4,})(?:$|\W)', 1) as word, brand, product from brand
)
select fold(word) as key, min(word) as word, min(product) as product from word where word <> '' group by 1
having count(distinct product) = 1 and bool_and(fold(brand) <> fold(word)) and not regexp_matches(fold(min(word)), '^(child\w*|infant\w*|junior|adult\w*|women\w*|extra|maximum|regular|nasal|night\w*|early|allergy|sterile|normal|human|quality)$');
delete from brand_stem where key in (
  select fold(unnest(string_split(plain_words(name), ' '))) from entity where kind in ('product', 'company') and state = 'live'
  union select fold(unnest(string_split(plain_words(attributes ->> 'generic'), ' '))) from entity where kind = 'product' and state = 'live'
  union select fold(unnest(aliases)) from entity where kind = 'product' and state = 'live');
update entity set aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), b.words)))
from (select product, list(case when word = upper(word) then upper(word[1]) || lower(word[2:]) else word end) as words from brand_stem group by product) b where b.product = entity.id;
drop table brand_stem;

create temp table said_name as
select key, id, min(rung) as rung from (
  select drug_key(name) as key, id, 1 as rung from entity where kind = 'product' and state = 'live'
  union select drug_key(attributes ->> 'generic'), id, 1 from entity where kind = 'product' and state = 'live' and (attributes ->> 'generic') is not null
  union select drug_key(without_suffix(name)), id, 1 from entity where kind = 'product' and state = 'live'
  union select drug_key(unnest(aliases)), id, 2 from entity where kind = 'product' and state = 'live'
) where key is not null and not is_no_drug_name(key) group by key, id;
create temp table standing as select id, count(*) as n from (select source as id from edge union all select target from edge) group by id;

-- Each name leads to one product: the one with it as its main name comes before those with it as another name. Of
-- several records of one substance, the one with the most data is taken; names of several substances lead to none.
create table drug_name as
select key, arg_max(id, {n: n, id: id}) as id, min(rung) as rung from (
  select s.key, s.id, s.rung, coalesce(t.n, 0) as n, min(s.rung) over (partition by s.key) as best, e.target, e.modality,
    drug_key(without_suffix(coalesce(e.attributes ->> 'generic', e.name))) as substance
  from said_name s join entity e using (id) left join standing t using (id)
) where rung = best group by key having count(distinct substance) = 1 or (min(rung) = 1 and count(distinct coalesce(target, modality, '')) = 1);
drop table said_name; drop table standing;

-- "A (B)" in an intervention or a title, or another name of a trial's only drug: if one of the two is a product's name
-- and the other a code that nothing else has, the code belongs to that product.
create temp table pair as
select distinct trim(outer_text) as a, trim(inner_text) as b from (
  select around_brackets(said) as outer_text, inside_brackets(said) as inner_text from (
    select distinct unnest(from_json(attributes -> 'interventions', '["VARCHAR"]')) as said from entity where kind = 'trial' and state = 'live' and attributes is not null
    union select distinct unnest(from_json(attributes -> 'conditions', '["VARCHAR"]')) from entity where false)
  union all
  -- The word before the bracket; if that is a salt's (Enlicitide Chloride (MK-0616)), also the word before it.
  select case when without_salt('substance ' || plain_words(regexp_extract(m, '([\p{L}\p{N}-]+) ?\(', 1))) = 'substance' then regexp_extract(m, '^(.*?) ?\(', 1) else regexp_extract(m, '([\p{L}\p{N}-]+) ?\(', 1) end, regexp_extract(m, '\(([^()]+)\)', 1)
  from (select unnest(regexp_extract_all(name, '(?:[\p{L}\p{N}-]+ )?[\p{L}\p{N}-]+ ?\([A-Za-z]{1,6}[ -]?\d{2,}[\p{L}\p{N} -]*\)')) as m from entity where kind = 'trial' and state = 'live')
  union all
  -- The code before it: PC945 (Opelconazole).
  select regexp_extract(m, '\(([^()]+)\)', 1), regexp_extract(m, '^(.*?) ?\(', 1)
  from (select unnest(regexp_extract_all(name, '\b[A-Z]{1,6}[ -]?\d{2,}[A-Za-z0-9-]* ?\(\pL[\pL -]{4,40}\)')) as m from entity where kind = 'trial' and state = 'live')
  union all
  select iv[1], o from (
    select from_json(attributes -> 'interventions', '["VARCHAR"]') as iv, unnest(from_json(attributes -> 'other_names', '["VARCHAR"]')) as o from entity where kind = 'trial' and state = 'live' and (attributes -> 'other_names') is not null
  ) where len(list_filter(iv, lambda x: not regexp_matches(lower(x), 'placebo|vehicle|sham'))) = 1 and not regexp_matches(lower(iv[1]), 'placebo|vehicle|sham|\+| and | plus |/')
  union all
  select i.intervention, unnest(i.names) from (select unnest(from_json(attributes -> 'also_called', '[{"intervention": "VARCHAR", "names": ["VARCHAR"]}]')) as i from entity where kind = 'trial' and state = 'live' and (attributes -> 'also_called') is not null)
) where outer_text is not null and inner_text is not null;
create temp table stated_code as
select d.id, c.code, count(*) as n
from (select a as name, unnest(regexp_split_to_array(b, '[;,/]| or ')) as code from pair union select b, unnest(regexp_split_to_array(a, '[;,/]| or ')) from pair) c
join drug_name d on d.key = drug_key_of_text(c.name)
where is_drug_code(c.code) and drug_key(c.code) not in (select key from drug_name) and not is_no_drug_name(drug_key(c.code))
group by d.id, c.code;
delete from stated_code using vocabulary_wrong_names v, entity e
where e.id = stated_code.id and lower(v.not_of) in (lower(e.name), lower(trim(e.attributes ->> 'generic'))) and bare_name(v.name) = bare_name(stated_code.code);
create temp table code_of as
select id, drug_key(code) as key, min(drug_code(code)) as code, 'code' as type, 'ClinicalTrials.gov' as source from stated_code
where drug_key(code) in (select drug_key(code) from stated_code group by 1 having count(distinct id) = 1) group by 1, 2;

-- The project's own list of drugs takes precedence over a source that treats one drug as two. A combination is found by
-- its parts, in any order; and a drug that no file calls as the list does, by its other names there.
create temp table listed_drug as
select drug_key, arg_min(id, place) as id from (
  select distinct f.drug_key, d.id, d.rung as place from drug_fact f join drug_name d on d.key = drug_key(f.drug)
  union all
  select f.drug_key, min(e.id), 3 from (select distinct drug_key from drug_fact where contains(drug_key, '+')) f
  join (select id, substance_key(coalesce(attributes ->> 'generic', name)) as parts from entity where kind = 'product' and state = 'live' and contains(natural_key, '+')) e on e.parts = f.drug_key group by f.drug_key having count(*) = 1
  union all
  select f.drug_key, min(d.id), 4 from drug_fact f join drug_name d on d.key = drug_key(f.name)
  where f.drug_key not in (select f.drug_key from drug_fact f join drug_name d on d.key = drug_key(f.drug)) group by f.drug_key having count(distinct d.id) = 1
) group by drug_key;
insert into code_of
select d.id, drug_key(f.drug), f.drug, 'generic', min(f.source) from drug_fact f join listed_drug d using (drug_key) where not is_no_drug_name(drug_key(f.drug)) and drug_key(f.drug) not in (select key from drug_name) group by all;
insert into code_of
select d.id, drug_key(f.name), min(f.name), min(f.type), min(f.source) from drug_fact f join listed_drug d using (drug_key) where not is_no_drug_name(drug_key(f.name))
  and not exists (from drug_name o where o.key = drug_key(f.name) and (o.id = d.id or o.rung = 1)) group by all;
delete from drug_name where key in (select key from code_of);
insert into drug_name select key, id, 2 from code_of qualify row_number() over (partition by key order by id) = 1;
-- What several companies call a drug of theirs by leads to none.
delete from drug_name using vocabulary_shared_codes v where drug_name.key = drug_key(v.code) and drug_name.rung > 1;
update entity set aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), c.codes))),
  attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('names', to_json(list_concat(coalesce(from_json(entity.attributes -> 'names', '[{"name": "VARCHAR", "type": "VARCHAR", "source": "VARCHAR"}]'), []),
    c.told))))::varchar
from (select id, list(code order by code) as codes, list({name: code, type: type, source: source} order by code) as told from code_of group by id) c where c.id = entity.id;
insert into proposal_applied select 'drug_names', id from code_of;

-- A combination of two is found by both in either order, without their salts and esters, unless two combinations are called so: xanomeline and
-- trospium, amoxicillin/clavulanate, fluticasone and salmeterol.
create temp table single_drug as select distinct salt_free(plain_words(name)) as words from entity where kind = 'product' and state = 'live' and not regexp_matches(name, '[;,+/]| and ');
create temp table pair_name as
select id, unnest([parts[1] || ' and ' || parts[2], parts[2] || ' and ' || parts[1], parts[1] || '/' || parts[2], parts[2] || '/' || parts[1]]) as said from (
  select id, unnest([parts, list_transform(parts, lambda x: coalesce(without_ester(x), x))]) as parts from (
    select id, list_distinct(list_transform(substance_parts(said), lambda x: salt_free(x))) as parts, starts_with(natural_key, 'name:product:') and contains(natural_key, '+') as is_keyed
    from (select id, natural_key, unnest(list_distinct([coalesce(attributes ->> 'generic', name), name])) as said from entity where kind = 'product' and state = 'live')
    where regexp_matches(said, '[;,+/]| and ')
  ) where len(parts) = 2 and (is_keyed or (parts[1] in (from single_drug) and parts[2] in (from single_drug)))
);
drop table single_drug;
delete from pair_name where plain_words(said) in (select plain_words(said) from pair_name group by 1 having count(distinct id) > 1);
update entity set aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), p.names)))
from (select n.id, list(n.said) as names from pair_name n join entity e using (id) where plain_words(n.said) <> plain_words(e.name) and not exists (from unnest(coalesce(e.aliases, [])) t(a) where plain_words(a) = plain_words(n.said)) group by n.id) p where p.id = entity.id;
drop table pair_name;
drop table vocabulary_wrong_names; drop table pair; drop table stated_code; drop table code_of; drop table listed_drug; drop table drug_fact;

-- A registry's name for a part of another product (KEYLYNK-010 COMPONENT OLAPARIB) is not what the drug is called.
create or replace temp macro is_part_of_other(said, name) as regexp_matches(fold(said), '\bcomponent (of )?') and contains(fold(said), fold(name)) and not regexp_matches(fold(name), '\bcomponent\b');
update entity set aliases = nullif(list_filter(aliases, lambda a: not is_part_of_other(a, name)), []),
  attributes = json_merge_patch(attributes, json_object('names', to_json(list_filter(from_json(attributes -> 'names', '[{"name": "VARCHAR", "type": "VARCHAR", "source": "VARCHAR"}]'), lambda n: not is_part_of_other(n.name, entity.name)))))::varchar
where kind = 'product' and state = 'live' and (attributes -> 'names') is not null and len(list_filter(aliases, lambda a: is_part_of_other(a, name))) > 0;
