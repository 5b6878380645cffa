-- The primary target: the first in the mechanism text (0.9), or else the one that most sources of mechanisms state, or
-- else the one that its nonproprietary name or ATC class stands for (0.85), or else the only one that a source links to
-- the drug (0.6: curated paths begin with the first protein a drug meets, which may be an enzyme that breaks it down).
-- All other stated targets stay additional; of a complex or family all members are, and the label names the family.

-- A text that names a family names none of the members that the project's list spares (012).
delete from drug_target using wrong_target w where w.id = drug_target.id and drug_target.symbol = w.symbol;

-- Genes stated one by one, without an order, are the complex or family that consists of exactly these (CDK4 and CDK6),
-- or the one that the name's stem or class stands for if two of its members are stated (a beta blocker's ADRB1 and
-- ADRB2): none of them is more important than another.
create temp table stated_gene as
select id, list_sort(list(distinct symbol)) as symbols, min(first) as first, max(sources) as sources, max(confidence) as confidence, min_by(source, first) as source
from drug_target where symbol is not null and id not in (select id from drug_target where in_text is not null) group by id having count(distinct symbol) > 1;
create temp table stated_whole as
select id, label, symbols, source, confidence, sources, first from (
  select s.id, w.label, w.symbols, s.source, s.confidence, s.sources, s.first, 1 as rung
  from stated_gene s join (select distinct label, symbols from target_word where family and len(symbols) > 1) w on list_sort(w.symbols) = s.symbols
  union all
  select s.id, w.label, w.symbols, s.source, s.confidence, s.sources, s.first, 2
  from stated_gene s join drug_class k on k.id = s.id and not k.exact join target_word w on w.name_key = target_key(k.target_word) and w.family
  where len(list_intersect(w.symbols, s.symbols)) > 1
) qualify row_number() over (partition by id order by rung, label) = 1;
delete from drug_target using stated_whole w where w.id = drug_target.id and w.label = drug_target.label;
insert into drug_target (id, label, symbol, ensembl, symbols, in_text, first, sources, confidence, source)
select id, label, null, null, symbols, null, first, sources, confidence, source from stated_whole;
drop table stated_gene;

-- What the project's list states of a drug by name: the same target, a member of the same family, or the family of the
-- same member. Two complexes that share a subunit (GPIIb/IIIa and integrin alpha-V/beta-3) are two.
create or replace temp macro is_meant(label, symbols, word, word_symbols) as coalesce(target_key(label) = target_key(word), false) or (list_has_any(symbols, word_symbols) and (list_has_all(symbols, word_symbols) or list_has_all(word_symbols, symbols)));
create temp table candidate as
with popular as (select label, any_value(symbols) as symbols, count(*) as n from drug_target group by label),
-- A drug that acts on a family also counts for each of its members.
hit_by as (
  select p.label, p.n + coalesce(max(m.n), 0) as n from popular p left join popular m on len(p.symbols) > 1 and len(m.symbols) = 1 and list_contains(p.symbols, m.symbols[1]) group by p.label, p.n
), tied as (
  select distinct d.id, d.label from drug_target d join edge e on e.source = d.id and e.relation = 'targets' join gene g on g.id = e.target and list_contains(d.symbols, g.symbol)
)
select d.id, d.label, d.symbol, d.ensembl, d.symbols, d.source, least(coalesce(d.confidence, 0.85), 0.9) as confidence,
  row_number() over (partition by d.id order by is_effector(k.modality, d.label), not (coalesce(k.exact, false) and is_meant(d.label, d.symbols, k.target_word, k.stem_symbols)), w.label is null, d.label in ('DNA', 'RNA') and d.label is distinct from k.target_word,
    d.in_text is null, d.in_text,
    -- Of several without an order: the one that the name's stem or class stands for, then the one from more sources,
    -- then the one of more drugs.
    not coalesce(list_has_any(d.symbols, k.stem_symbols) or d.label = k.target_word, false), d.sources + case when tied.id is null then 0 else 1 end desc, h.n desc, d.first, d.label) as place
from drug_target d
join hit_by h using (label)
left join drug_class k using (id)
left join stated_whole w on w.id = d.id and w.label = d.label
left join tied on tied.id = d.id and tied.label = d.label
-- A conjugate's payload is not a target of its own, even if no source states the antibody's.
where not (k.modality is not distinct from 'antibody-drug conjugate' and is_effector(k.modality, d.label));

create temp table chosen as
select id, label, symbol, ensembl, symbols, source, confidence from candidate where place = 1;

-- If a source of mechanisms, or the project's list of drugs, states one member of a family for this drug, that member
-- is taken.
create temp table finer as
select c.id, coalesce(m.symbol, g.symbol) as symbol, coalesce(m.ensembl, g.ensembl) as ensembl, coalesce(m.source, k.target_source) as source
from chosen c
-- Sources that state all members of a family for a drug do not say which one counts; the list does.
left join (select o.id, arg_min(f.symbol, f.place) as symbol, arg_min(f.ensembl, f.place) as ensembl, arg_min(f.source, f.place) as source
  from candidate f join chosen o using (id) where f.symbol is not null and list_contains(o.symbols, f.symbol) and (o.id, o.label) not in (select (id, label) from stated_whole) group by o.id) m using (id)
left join drug_class k on k.id = c.id and k.exact and len(k.stem_symbols) = 1 and list_contains(c.symbols, k.stem_symbols[1]) left join gene g on g.symbol = k.stem_symbols[1]
where c.symbol is null and coalesce(m.symbol, g.symbol) is not null;
update chosen set label = finer.symbol, symbol = finer.symbol, ensembl = finer.ensembl, source = finer.source from finer where finer.id = chosen.id;
drop table finer; drop table stated_whole;

-- A statement of the project's list about a drug by name also counts if no other statement agrees.
delete from chosen using drug_class k join target_word w on w.name_key = target_key(k.target_word)
where k.id = chosen.id and k.exact and case when len(w.symbols) > 0 then not is_meant(chosen.label, chosen.symbols, w.label, w.symbols) else chosen.symbol is not null end;

create or replace temp macro word_confidence(source) as case when starts_with(source, 'biograph: its list') then 0.75 else 0.85 end;
insert into chosen
select k.id, w.label, w.symbol, w.ensembl, w.symbols, k.target_source, word_confidence(k.target_source)
from drug_class k join target_word w on w.name_key = target_key(k.target_word)
where k.target_word is not null and k.id not in (select id from chosen) and not (k.modality is not distinct from 'antibody-drug conjugate' and is_effector(k.modality, w.label));

insert into chosen
select e.id, g.symbol, g.symbol, g.ensembl, [g.symbol], 'biograph: its only target', 0.6
from entity e join (
  select source as id, min(target) as target from edge where relation = 'targets' group by source having count(distinct target) = 1
) o using (id) join gene g on g.id = o.target
where e.kind = 'product' and e.state = 'live' and e.id not in (select id from chosen)
  and e.id not in (select id from drug_class where (exact and target_word is not null) or is_effector(modality, g.symbol) or (modality = 'antibody-drug conjugate' and list_contains((select any_value(symbols) from target_word where label = 'tubulin'), g.symbol)));

-- Who states a drug's gene means it, where the words of the same source's mechanism name a family that the gene is not of (fetal hemoglobin induction, of
-- BCL11A).
delete from chosen using entity e, provenance p
where e.id = chosen.id and chosen.symbol is null and len(chosen.symbols) > 0 and e.target_symbol in (select symbol from gene) and not list_contains(chosen.symbols, e.target_symbol)
  and p.entity_id = e.id and p.field = 'moa.target' and p.source = chosen.source;

-- The target of a drug against bacteria, fungi, worms, protozoa or lice belongs to the germ, whatever human gene has the
-- same name. ATC does not show it if a drug is also applied to the eye or the skin (a quinolone), so a target that only
-- germs have counts as well.
create temp table against_germs as
select id from chosen where symbol is null and regexp_matches(label, '^(bacterial |DNA gyrase|penicillin-binding|beta-lactamase|dihydropteroate|1,3-beta-glucan|lanosterol 14)')
union
select id from (select id, unnest(from_json(attributes -> 'atc', '["VARCHAR"]')) as code from entity where kind = 'product' and state = 'live')
group by id having bool_and(regexp_matches(code, '^(J01|J02|J04A|D01|D08|P01A|P02|P03A)'))
union
select id from mechanism_text group by id having bool_and(regexp_matches(text, '^(Bacterial|Fungal) '))
union
select id from entity where kind in ('product', 'program') and state = 'live'
  and regexp_matches(plain_words(coalesce(attributes ->> 'generic', name)), '^(\w*conazol(e|onium)|\w*conazonium|\w*(ben|fen)dazole|\w+prim|griseofulvin|terbinafine|naftifine|butenafine|nitazoxanide|tizoxanide|pyrimethamine|proguanil|aminosalicyl\w*|malathion|hexachlorophene)\b') and not starts_with(lower(name), 'levoketoconazole');
update chosen set symbol = null, ensembl = null, symbols = [] where id in (from against_germs);
update drug_target set symbol = null, ensembl = null, symbols = [] where id in (from against_germs);
delete from edge using against_germs a, gene g where edge.source = a.id and edge.relation = 'targets' and edge.target = g.id;
drop table against_germs;

-- One substance in several records, a biosimilar under its suffix, an antibody with the enzyme that helps it spread:
-- data on the substance apply to all. A combination's leading substance gives its primary target, the others additional
-- ones (0.75); if it has none, another one does (0.6).
create or replace temp macro active_parts(s) as list_filter(name_parts(s), lambda p: not regexp_matches(p, '^(recombinant )?(bera)?hyaluronidase( human| alfa| fihj| oysk| zzxf)*$'));
-- Registers list the substances of a combination alphabetically. The leading one is never there for the other's sake:
-- to prevent its breakdown, to reduce its side effects, or to deter abuse. Otherwise it is the first one in a
-- non-alphabetical order used by some source, then the one approved last by itself, or never. Metformin, which the others
-- are added to, never leads.
create or replace temp macro part_key(part) as moiety_key(salt_free(part));
create temp table substance_part as
-- Two salts of one substance are one part (amphetamine adipate; amphetamine sulfate).
select id, min(place) as place, count(*) over (partition by id) as len, part_key(part) as part from (
  select id, unnest(parts) as part, generate_subscripts(parts, 1) as place
  from (select id, active_parts(coalesce(attributes ->> 'generic', name)) as parts from entity where kind = 'product' and state = 'live')) group by id, part_key(part);
-- A tracer or radioligand binds what its ligand binds, whatever the isotope: statements about one apply to the others.
create or replace temp macro is_helper(part) as regexp_matches(part, '^(cilastatin|\w+bactam|clavulan\w+( acid)?|cobicistat|ritonavir|probenecid|samidorphan|tipiracil|cedazuridine|metformin|(fos)?carbidopa|benserazide|trospium|quinidine|naloxone|atropine|bupropion|folic acid|levomefol\w+( acid)?|(chole|cole|ergo)calciferol|(homatropine|scopolamine) methyl\w+|methscopolamine|sodium bicarbonate|caffeine)$');
create temp table told_order as
select id, parts from (
  select e.id, n.said, list_transform(active_parts(n.said), lambda p: part_key(p)) as parts
  from entity e, lateral (select unnest(list_append(list_concat(coalesce(e.aliases, []), list_filter([e.attributes ->> 'generic'], lambda x: x is not null)), e.name)) as said) n
  where e.kind = 'product' and e.state = 'live' and e.id in (select id from substance_part where len > 1)
) where len(parts) > 1 and parts <> list_sort(parts);
insert into told_order
select s.id, list_transform(active_parts(f.drug), lambda p: part_key(p))
from (select id, list(part order by part) as parts from substance_part group by id having count(*) > 1) s
join (select distinct drug from drug_fact where contains(drug, ';')) f on list_sort(list_distinct(list_transform(active_parts(f.drug), lambda p: part_key(p)))) = s.parts
where list_transform(active_parts(f.drug), lambda p: part_key(p)) <> s.parts;
create temp table alone as
select s.part, min(try_cast(e.attributes ->> 'first_approval_year' as integer)) as year from substance_part s join entity e using (id) where s.len = 1 group by s.part;
update substance_part set place = o.place from (
  select s.id, s.part, row_number() over (partition by s.id order by is_helper(s.part), coalesce(t.first, 0) desc, coalesce(a.year, 9999) desc, s.place) as place
  from substance_part s left join alone a using (part)
  left join (select id, parts[1] as part, count(*) as first from told_order group by all) t on t.id = s.id and t.part = s.part where s.len > 1
) o where o.id = substance_part.id and o.part = substance_part.part;
drop table told_order; drop table alone;
-- A target stated by a source takes precedence over a guess for the same drug.
create or replace temp macro isotope_free(part) as nullif(trim(regexp_replace(regexp_replace(part, '\b(lutetium|lu|gallium|ga|copper|cu|actinium|ac|fluorine|f|technetium|tc|indium|in|iodine|i|zirconium|zr|yttrium|y|lead|pb|terbium|tb|astatine|at|thorium|th) ?\d{2,3}m?\b|\b\d{2,3}m?(lu|ga|cu|ac|f|tc|in|i|zr|y|pb|tb|at|th)\b', '', 'g'), '^(lutetium|gallium|copper|actinium|technetium|indium|zirconium|yttrium) | (lutetium|gallium|copper|actinium|technetium|indium|zirconium|yttrium)$', '', 'g')), '');
-- A substance with the name itself comes before its forms and salts.
create temp table surest as
select c.* from chosen c join entity e using (id) where not (c.confidence < getvariable('trusted') and e.target_symbol is not null and coalesce(e.c_target, 0) > c.confidence)
union all
select e.id, e.target_symbol, e.target_symbol, g.ensembl, [e.target_symbol], 'stated', e.c_target
from entity e join gene g on g.symbol = e.target_symbol
where e.kind = 'product' and e.state = 'live' and e.c_target >= getvariable('trusted') and e.id not in (select id from chosen where confidence >= getvariable('trusted'));
create temp table ligand as
select id, regexp_replace(isotope_free(part), '\s+', ' ', 'g') as ligand from substance_part where len = 1 and isotope_free(part) <> part and length(isotope_free(part)) >= 6 and not regexp_matches(isotope_free(part), '^(chloride|dichloride|citrate|albumin.*|sulfur colloid|pyrophosphate|labeled carbon|iodide|red blood cells)$');
create temp table bound as
select l.ligand, min(c.symbol) as symbol, min(c.ensembl) as ensembl, min(c.label) as label, max(c.confidence) as confidence from ligand l join surest c using (id) where c.symbol is not null and c.confidence >= getvariable('trusted') group by l.ligand having count(distinct c.symbol) = 1;
update chosen set label = b.label, symbol = b.symbol, ensembl = b.ensembl, source = 'biograph: its substance', confidence = least(chosen.confidence, b.confidence)
from ligand l join bound b using (ligand) where l.id = chosen.id and chosen.symbol is null and list_contains(chosen.symbols, b.symbol);
insert into chosen
select l.id, b.label, b.symbol, b.ensembl, [b.symbol], 'biograph: its substance', least(b.confidence, 0.8) from ligand l join bound b using (ligand) where l.id not in (select id from chosen);
drop table ligand; drop table bound; drop table surest;
create temp table known_part as
select part, arg_max(label, own) as label, arg_max_null(symbol, own) as symbol, arg_max_null(ensembl, own) as ensembl, arg_max(symbols, own) as symbols, max(confidence) as confidence from (
  -- Stated targets that no mechanism names are additional.
  select s.part, c.*, {own: moiety_key(plain_words(e.name)) = s.part, confidence: c.confidence, label: c.label} as own, moiety_key(plain_words(e.name)) = s.part as is_own
  from substance_part s join chosen c using (id) join entity e using (id) where s.len = 1
) group by part having count(distinct label) = 1 or bool_or(is_own);
-- Where a source states for a combination only what its helper hits (cedazuridine's cytidine deaminase), it has not said
-- what the leading substance hits.
delete from chosen using (
  select s.id, list_distinct(flatten(list(k.symbols) filter (where is_helper(s.part)))) as helped, list(k.label) filter (where is_helper(s.part)) as helped_labels,
    list_distinct(flatten(list(k.symbols) filter (where not is_helper(s.part)))) as led, list(k.label) filter (where not is_helper(s.part)) as led_labels
  from substance_part s join known_part k using (part) where s.len > 1 group by s.id having bool_or(is_helper(s.part)) and bool_or(not is_helper(s.part))
) h where h.id = chosen.id and (list_contains(h.helped_labels, chosen.label) or list_has_any(h.helped, chosen.symbols))
  and not (list_contains(h.led_labels, chosen.label) or list_has_any(coalesce(h.led, []), chosen.symbols));
-- A source's statement is not replaced by a guess.
create temp table other_part as
select part, any_value(label) as label, any_value(symbol) as symbol, any_value(ensembl) as ensembl, any_value(symbols) as symbols, max(confidence) as confidence from (
  select distinct part_key(plain_words(n.name)) as part, c.id, c.label, c.symbol, c.ensembl, c.symbols, c.confidence
  from (select id, unnest(from_json(attributes -> 'names', '[{"name": "VARCHAR", "type": "VARCHAR"}]')) as n from entity where kind = 'product' and state = 'live') a
  join chosen c using (id) where a.n.type in ('generic', 'synonym') and a.id in (select id from substance_part where len = 1)
) where length(part) >= 8 and part not in (select part from known_part) group by part having count(distinct id) = 1;
create temp table of_part as
select s.id, s.place, s.len, k.* from substance_part s join known_part k using (part) where s.id not in (select id from chosen)
union all by name
select s.id, s.place, s.len, k.* from substance_part s join other_part k using (part) where s.len > 1 and s.id not in (select id from chosen);
drop table other_part;
insert into chosen
select id, arg_min(label, place), arg_min_null(symbol, place), arg_min_null(ensembl, place), list_distinct(flatten(list(symbols))), 'biograph: its substance',
  case when count(distinct label) = 1 and max(len) = count(*) then least(max(confidence), 0.85) when min(place) = 1 then least(arg_min(confidence, place), 0.75) else 0.6 end
from of_part group by id;
drop table substance_part; drop table known_part; drop table of_part;

-- Stems and classes do not tell which members of a family a drug acts on.
create or replace temp macro is_of_many_parts(label, symbols) as len(symbols) >= 7 and label not in ('HDAC', 'CDK', 'MMP', 'PKC');
create temp table hit as
select c.*, e.kind, e.c_target as before from chosen c join entity e using (id) where e.state = 'live' and e.kind in ('product', 'program', 'approval')
  -- What a source states is not given up for a guess.
  and not (c.confidence < getvariable('trusted') and coalesce(e.c_target, 0) > c.confidence);
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select h.id, 'targets', g.id, min(h.source), any_value(h.kind), 'target', max(h.confidence)
from (
  -- Which members of a family a drug hits is told by no stem and no class, nor which of the many subunits of a channel, a receptor or a fibre by
  -- a source that names the whole (GABA-A receptor, tubulin).
  select id, kind, source, case when symbol is null and len(symbols) > 1 and (source in ('WHO INN stem', 'biograph: its ATC class') or is_of_many_parts(label, symbols)) then 0.6 else confidence end as confidence, unnest(symbols) as symbol from hit
  union select d.id, e.kind, d.source, case when is_of_many_parts(d.label, d.symbols) then 0.6 else least(coalesce(d.confidence, 0.85), 0.9) end, unnest(d.symbols) from drug_target d join entity e on e.id = d.id and e.state = 'live') h
join gene g using (symbol)
where not exists (from edge e where e.source = h.id and e.relation = 'targets' and e.target = g.id) and not exists (from wrong_target w where w.id = h.id and w.gene = g.id)
group by h.id, g.id;
-- Nor is a source that lists them one by one (GABRA1, GABRA2 ...) surer of each.
create temp table part_told as
select distinct h.id, g.id as target from hit h join gene g on list_contains(h.symbols, g.symbol) where h.symbol is null and is_of_many_parts(h.label, h.symbols);
update edge set confidence = least(coalesce(edge.confidence, 1), 0.6) from part_told t where edge.source = t.id and edge.relation = 'targets' and edge.target = t.target;
update edge_told set confidence = least(coalesce(edge_told.confidence, 1), 0.6) from part_told t where edge_told.source = t.id and edge_told.relation = 'targets' and edge_told.target = t.target;
drop table part_told;
-- What else the list says that a drug hits stays additional, whatever is primary.
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select distinct k.id, 'targets', g.id, k.target_source, e.kind, 'target', word_confidence(k.target_source)
from (select id, target_source, unnest(further_words) as word from drug_class) k join entity e on e.id = k.id and e.state = 'live'
join target_word w on w.name_key = target_key(k.word) join gene g on list_contains(w.symbols, g.symbol)
where not exists (from edge o where o.source = k.id and o.relation = 'targets' and o.target = g.id);

delete from provenance using entity e where provenance.entity_id = e.id and e.kind in ('product', 'program', 'approval') and field in ('moa.target', 'moa.target_id', 'moa.target_symbol')
  and e.id in (select id from hit);
update entity set target = h.label, target_symbol = h.symbol, target_id = h.ensembl, c_target = h.confidence from hit h where h.id = entity.id;
insert into provenance (entity_id, field, source, confidence)
select id, unnest(list_filter(['moa.target', case when symbol is not null then 'moa.target_symbol' end, case when ensembl is not null then 'moa.target_id' end], lambda f: f is not null)), source, confidence from hit;
insert into proposal_applied select 'primary_target', id from hit;
drop table candidate; drop table chosen; drop table hit; drop table wrong_target;
