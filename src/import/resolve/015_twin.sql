-- One substance that a registry has twice: under a research code and under the name it got later, and as a tracer with and without the isotope
-- that it carries. `twin` says which record is a second one of which, so that their numbers do not part them.

-- ChEMBL keeps a code's entry beside the drug's (K-877, pemafibrate). It is the only drug that lists the code among its names, if no
-- other record is called so.
create temp table coded as
select distinct record, compared_code(name, plain_words(name)) as code from row
where kind = 'product' and key_prefix(record) = 'chembl' and (is_drug_code(name) or regexp_matches(trim(name), '^[A-Z]-?\d{3,}$')) and length(plain_words(name)) >= 5;
create temp table also_coded as
select distinct row.record, compared_code(n.name, plain_words(n.name)) as code
from (select record, name, unnest(names) as n from row where kind = 'product' and key_prefix(record) in ('drugbank', 'chembl')) row
where n.type is distinct from 'chemical' and plain_words(n.name) <> plain_words(row.name);
create table twin as
select c.record, min(a.record) filter (where key_prefix(a.record) = 'drugbank') as base, 'code of a substance' as rule
from coded c join also_coded a using (code)
where not exists (from row o where o.kind = 'product' and o.record <> c.record and compared_code(o.name, plain_words(o.name)) = c.code and key_prefix(o.record) in ('drugbank', 'chembl'))
group by c.record having count(distinct a.record) filter (where key_prefix(a.record) = 'drugbank') = 1 or count(distinct a.record) = 1;
update twin set base = (select min(a.record) from coded c join also_coded a using (code) where c.record = twin.record) where base is null;
drop table coded; drop table also_coded;

-- A tracer is approved with its isotope, and some registries and agencies name it without (flutemetamol). It is the only one of that name, with one
-- isotope only, and what is approved under the bare name, or as a salt of it, has the tracer's brand. Isotopes that are an element's own (rubidium), or replace an
-- atom of an ordinary substance (carbon-11), say less: water is no tracer.
create or replace temp macro isotope_label() as '\b(?:(?:fluorine|gallium|copper|technetium|indium|iodine|lutetium|zirconium|samarium|yttrium) )?(?:(f ?18|ga ?6[78]|cu ?6[47]|tc ?99m|in ?111|i ?1(?:2[345]|31)|lu ?177|zr ?89|sm ?153|y ?90)|(18 ?f|6[78] ?ga|6[47] ?cu|99m ?tc|111 ?in|1(?:2[345]|31) ?i|177 ?lu|89 ?zr|153 ?sm|90 ?y))\b';
create or replace temp macro without_isotope(words) as trim(regexp_replace(regexp_replace(regexp_replace(words, isotope_label(), ' ', 'g'), '\bkit\b', ' ', 'g'), '\s+', ' ', 'g'));
create or replace temp macro isotope_in(words) as array_to_string(list_sort(string_split(replace(coalesce(nullif(regexp_extract(words, isotope_label(), 1), ''), regexp_extract(words, isotope_label(), 2)), ' ', ''), '')), '');
create temp table said as
select distinct record, plain_words(name) as words from row
where kind = 'product' and coalesce(product_family, 'therapeutic') = 'therapeutic' and not is_stub(name, record);
create temp table brand_of as
select distinct e.target_key as record, coalesce(fold(row.attributes::json ->> 'brand'), e.source_key) as brand
from staged_edge e left join row on row.record = e.source_key and row.kind = 'approval' where e.relation = 'approval_of';
create temp table labelled as
select record, without_isotope(words) as base, isotope_in(words) as isotope from said where regexp_matches(words, isotope_label());
create temp table bare as
select record, unnest(list_transform(list_append(substance_parts(name), plain_words(name)), lambda p: salt_free(p))) as moiety from row
where kind = 'product' and not regexp_matches(plain_words(name), isotope_label());
create temp table tracer as
select base from labelled where length(base) >= 6 group by base having count(distinct isotope) = 1 and bool_or(record in (select record from brand_of));
-- What other substances are made of, oxyquinoline, is one of its own.
create temp table named as
select distinct record, plain_words(said) as words from (
  select record, unnest(list_append(list_transform(names, lambda n: n.name), name)) as said from row where kind = 'product' and key_prefix(record) = 'drugbank');
delete from tracer where base in (
  select o.base from (select t.base, n.record, n.words from tracer t join named b on b.words = t.base join named n using (record) where length(n.words) >= 8) o
  join named d on d.record <> o.record and ends_with(d.words, ' ' || o.words)
  where d.record not in (select record from named where regexp_matches(words, isotope_label())));
drop table named;
insert into twin
select s.record, coalesce(min(l.record) filter (where key_prefix(l.record) = key_prefix(s.record)), min(l.record) filter (where key_prefix(l.record) in ('chembl', 'drugbank')), min(l.record)), 'tracer without its isotope'
from said s join tracer t on t.base = s.words join labelled l on l.base = t.base
where not exists (from bare o join brand_of b using (record) where o.moiety = salt_free(t.base) and b.brand not in (select b.brand from labelled l join brand_of b using (record) where l.base = t.base))
group by s.record;
drop table said; drop table bare; drop table brand_of; drop table labelled; drop table tracer;
