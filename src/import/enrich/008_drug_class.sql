-- The class of a drug: its modality, by the best evidence, and the target that its name or class stands for.

create temp table drug as
select id, kind, name, coalesce(attributes ->> 'generic', name) as generic, attributes, product_categories from entity where kind in ('product', 'program') and state = 'live';

-- The parts of a name: for a combination the substances, for a substance its words without FDA's suffix; letters of
-- ions are not words.
-- What stands in brackets at the end is another name or a remark.
create or replace temp macro name_parts(s) as list_filter(list_transform(regexp_split_to_array(s, ';| \+ |\+| / |/| and |, | with | plus '),
  lambda x: plain_words(without_suffix(regexp_replace(x, '^(.*\pL.*\S)\s*\([^()]*\)\s*$', '\1')))), lambda x: x <> '');
create temp table part as
select id, place, part, regexp_split_to_array(part, ' ') as words from (
  select id, unnest(name_parts(said)) as part, generate_subscripts(name_parts(said), 1) as place from (select id, generic as said from drug union select id, name from drug where generic <> name)
);
-- The INN stem at the end of a word or of the whole name; the longest counts. Names that end in a stem by chance are
-- exceptions in the list, as are whole groups of them (-sterol). Of several targets the first is the primary one.
create temp table stem_of as
select part, arg_max(s.modality, {length: length(s.stem), stem: s.stem}) as modality, arg_max(split_list(s.target, '|'), {length: length(s.stem), stem: s.stem}) filter (where s.target <> '') as target_words, max(length(s.stem)) as length,
  max(length(s.stem)) filter (where s.target <> '') as target_length, arg_max(s.stem, {length: length(s.stem), stem: s.stem}) filter (where s.target <> '') as target_stem, arg_max(s.source, {length: length(s.stem), stem: s.stem}) as source
from (select distinct part, unnest(list_append(words, part)) as word from part) p
join vocabulary_stems s on (ends_with(p.word, s.stem) and (length(p.word) >= length(ltrim(s.stem)) + 2 or (p.word = ltrim(s.stem) and (length(p.word) >= 5 or s.source <> 'WHO INN stem'))))
  or (ends_with(s.stem, '-') and starts_with(p.word, rtrim(s.stem, '-')) and length(p.word) >= length(s.stem) + 2)
-- What a drug inhibits is not what it is (tyrosine kinase inhibitor).
where not contains(p.part, p.word || ' inhibitor')
-- Words that are no substance.
and not regexp_matches(p.word, '\b(phase|release|disease|base|dose|purchase|increase|decrease)$') and len(list_filter(string_split(s.except, '|'), lambda x: x <> '' and (p.word = x or ends_with(p.word, ' ' || x) or (starts_with(x, '-') and ends_with(p.word, x[2:]))))) = 0
group by part;

-- Biological product types and other words of a name or a mechanism that state the class.
create or replace temp macro modality_by_type(t) as case
  when regexp_matches(t, '\b(antibody drug conjugate|adc|adcs|drug conjugate)\b|\bantibody\b.{0,60}\bconjugate\b') then 'antibody-drug conjugate'
  when regexp_matches(t, '\b(bispecific|trispecific|t cell engager|bite|bite molecule)\b') then 'bispecific antibody'
  when regexp_matches(t, '\b(car t|cart|chimeric antigen receptor)\b') then 'CAR-T cell therapy'
  when regexp_matches(t, '\b(vaccines?|toxoids?|bcg live)\b') and not regexp_matches(t, 'immune globulin') then 'vaccine'
  when regexp_matches(t, '\binfluenza a h5\b') then 'vaccine'
  when regexp_matches(t, '\b(crispr|gene editing|gene edited|base editing)\b') then 'gene editing'
  when regexp_matches(t, '\b(gene therapy|adeno associated|(r|sc)?aav\d+\w*|(r|sc)aav|aav (based|vector\w*|mediated|gene|delivered|encoding)|lentiviral vector)\b') then 'gene therapy'
  when regexp_matches(t, '\b(sirna|rnai|small interfering)\b') then 'siRNA'
  when regexp_matches(t, '\b(antisense|aso)\b') then 'antisense oligonucleotide'
  when regexp_matches(t, '\b(protac|protein degrader|degrader)\b') and not regexp_matches(t, 'receptor degrader') then 'targeted protein degrader'
  when regexp_matches(t, '\b(radioligand|lutetium|lu 177|177lu|ac 225|225ac|ra 223|i 131|sr 89|sm 153|radiopharmaceutical therapy)\b') then 'radioligand'
  when regexp_matches(t, '\b(mabs?|monoclonal|antibody|antibodies|nanobody)\b') and not regexp_matches(t, '\bantibody detection\b') then 'monoclonal antibody'
  when regexp_matches(t, '\b(hpc|cord blood|stem cells?|t cells?|nk cells?|islets?|keratinocytes?|chondrocytes?|cellular therapy|cell therapy|tumor infiltrating|stromal cells?|cells)\b') and not regexp_matches(t, '(engager|inhibitor|receptor|antigen|red blood|agonist|test)') then 'cell therapy'
  when regexp_matches(t, '\b(fecal microbiota|microbiota|live biotherapeutic|microbiome)\b') then 'microbiome'
  when regexp_matches(t, '\benzyme replacement\b|\breplacement (enzyme|therapy)\b|\b(hydrolytic|oxidative|proteolytic) enzyme\b') and not regexp_matches(t, '(hormone|iron|potassium|fluid|electrolyte|surfactant) replacement') then 'enzyme replacement'
  when regexp_matches(t, '\b(immune globulin|globulin|antivenin|antivenom|antitoxin|immune fab|immune f ab|albumin human|plasma protein|plasma derived|allergen\w*|pollens?|venoms?|skin test|patch test|insects whole body|animal allergens|prothrombin complex|fibrin sealant|fibrinogen|thrombin topical|complex human|heparin|danaparoid|surfactant|graft|allograft|engineered vessel|thymus tissue|plasma human|collagen)\b') then 'other'
  when regexp_matches(t, '\b(recombinant|fusion protein|insulin|interferon|botulinumtoxin\w*|growth hormone|factor (viii|ix|viia|xiii|x)|c1 esterase inhibitor|alpha 1 proteinase)\b') then case when regexp_matches(t, '\bhuman\b') and not regexp_matches(t, '\b(recombinant|insulin)\b') then 'other' else 'recombinant protein' end
  when regexp_matches(t, '\bpeptides?\b') and not regexp_matches(t, 'peptide (receptor|antagonist)|related peptide|natriuretic') then 'peptide'
  end;

-- Not molecules with a structure of their own: polymers, minerals, gases, contrast agents, tracers, plants.
create or replace temp macro is_no_molecule(t) as regexp_matches(t,
  '\b(technetium|tc 99m|f 18|ga 6[78]|cu 64|i 12[35]|in 111|xe 1\d\d|kr 81m|rb 82|tl 201|n 13|c 1[14]|o 15|fe 59|cr 51|se 75|hg 197|yb 169|p 32|kit|polymer|cellulose|sevelamer|patiromer|colesevelam|colestipol|cholestyramine|polystyrene|polyethylene glycol|hetastarch|dextran|starch|oil|iron|ferumox\w*|ferric \w+maltose|microspheres?|zirconium|albumin|amino acids?|protein hydrolysate|water|air|oxygen|nitrogen|helium|xenon|krypton|conjugated|esterified|extract|catechins?|root|triterpenes|crofelemer|talc|collagen|simethicone|povidone|hyaluronate|inulin|icodextrin|lipids?)\b');

-- An enzyme that helps an injection spread is no drug of its own beside one.
create or replace temp macro is_spreader(part) as regexp_matches(part, '^(recombinant )?(human )?(bera)?hyaluronidase( human| alfa| fihj| oysk| zzxf| recombinant)*$');
-- An isotope in a name makes the substance a radioligand, or a tracer if it is one for images.
create or replace temp macro isotope_in(t) as case
  when regexp_matches(t, '\b(lu ?177|177 ?lu|y ?90|90 ?y|i ?131|131 ?i|ac ?225|225 ?ac|pb ?212|212 ?pb|at ?211|211 ?at|re ?18[68]|18[68] ?re|th ?227|227 ?th|bi ?213|213 ?bi|cu ?67|67 ?cu)\b') then 'radioligand'
  when regexp_matches(t, '\b(tc ?99 ?m|99 ?m ?tc|in ?111|111 ?in|zr ?89|89 ?zr|ga ?6[78]|6[78] ?ga|cu ?64|64 ?cu|i ?12[345]|12[345] ?i|f ?18|18 ?f)\b') then 'other' end;
create temp table evidence as
-- By an isotope, whatever carries it (tositumomab and iodine I-131 tositumomab).
select id, isotope_in(plain_words(generic || ' ' || name)) as modality, 0.85 as confidence, 'biograph: what its name says' as source, 0 as rung, 0 as place, 0 as length from drug
union all
-- By the stem of its own name.
select p.id, s.modality, 0.9 as confidence, s.source, case when s.modality = 'small molecule' then 4 when s.length >= 4 or s.modality in ('monoclonal antibody', 'bispecific antibody') then 2 else 4 end as rung, p.place, s.length
from part p join stem_of s using (part) join drug d using (id)
where not (is_spreader(p.part) and exists (from part o where o.id = p.id and not is_spreader(o.part)))
-- What a program gives its own drug with does not say what that is (BBP-398 with nivolumab).
and (d.kind <> 'program' or p.place = 1)
union all
-- By a mechanism that states it ("Nectin-4-directed antibody and microtubule inhibitor conjugate").
select d.id, m.said, least(coalesce(r.moa_confidence, 0.85), 0.9), r.source, case m.said when 'monoclonal antibody' then 3 else 1 end, 0, 0
from drug d join identity i on i.survivor_id = d.id join row r using (record), lateral (select modality_by_type(plain_words(r.mechanism)) as said) m
where regexp_matches(r.mechanism, '(?i)bispecific|antibody.{0,24}conjugate|\bADC\b|CAR-?T\b|chimeric antigen|siRNA|antisense|gene therapy|\bmAbs?\b|monoclonal|vaccine|enzyme replacement|T-cell engager|directed antibody|degrader|blocking antibody|\bantibody\b')
union all
select id, modality_by_type(plain_words(name)), 0.85, 'biograph: what its name says', 3, 0, 0 from drug
union all
select id, modality_by_type(plain_words(generic)), 0.85, 'biograph: what its name says', 3, 0, 0 from drug where generic <> name
union all
-- A licensed product named by brand (Prevnar 20) has a proper name that states it.
select id, modality_by_type(plain_words(attributes ->> 'proper_name')), 0.85, 'biograph: what its name says', 3, 0, 0 from drug where (attributes ->> 'proper_name') is not null
union all
-- By its own structure: a small molecule unless its name is a peptide's or an oligonucleotide's.
select id, case when is_no_molecule(plain_words(generic)) then 'other' else 'small molecule' end, 0.9, 'biograph: its structure', 5, 0, 0 from drug where (attributes ->> 'inchikey') is not null
union all
select id, case when lower(said) in ('small molecule', 'small_molecule') then 'small molecule' when lower(said) in ('antibody', 'monoclonal antibody') then 'monoclonal antibody' when lower(said) in ('gene', 'gene therapy') then 'gene therapy'
    when lower(said) in ('cell', 'cell therapy') then 'cell therapy' when lower(said) = 'vaccine' then 'vaccine' when lower(said) = 'enzyme' then 'recombinant protein' when lower(said) in ('protein') then 'recombinant protein' end, 0.85, 'ChEMBL', 6, 0, 0
from (select id, unnest(list_append(coalesce(from_json(attributes -> 'drug_types', '["VARCHAR"]'), []), attributes ->> 'molecule_type')) as said from drug)
union all
select d.id, v.modality, 0.85, v.source, 7, 0, length(v.atc)
from (select id, unnest(from_json(attributes -> 'atc', '["VARCHAR"]')) as code from drug) d join vocabulary_classes v on starts_with(d.code, v.atc) where v.modality <> ''
union all
-- An application for a drug, rather than a biological product, is for a chemical substance.
select d.id, case when is_no_molecule(plain_words(d.generic)) then 'other' else 'small molecule' end, 0.8, 'biograph: approved as a drug', 8, 0, 0
from drug d where exists (from edge e join entity a on a.id = e.source where e.relation = 'approval_of' and e.target = d.id and (a.attributes ->> 'application_type') in ('NDA', 'ANDA'));

create table drug_class as
with best as (
  select id, modality, confidence, source, row_number() over (partition by id order by rung, place, length desc, confidence desc, modality) as n from evidence
  -- Entries of a registry of biologicals are not chemicals.
  where modality is not null and not (modality = 'small molecule' and id in (select id from drug where list_contains(product_categories, 'biologic') and not list_contains(product_categories, 'drug')))
), first as (select id, modality, confidence, source from best where n = 1),
-- The parts of a combination with another class than the first; an enzyme that helps an injection spread does not
-- count.
others as (
  select p.id, list(distinct s.modality order by s.modality) as modalities
  from part p join stem_of s using (part) join first f using (id)
  where s.modality <> f.modality and p.place > 1 and not is_spreader(p.part) group by p.id
), word as (
  select id, target_words, source, exact from (
    -- A substance and its salt are one part (motixafortide, motixafortide acetate).
    select p.id, s.target_words, s.source, count(distinct salt_free(p.part)) over (partition by p.id) as parts, row_number() over (partition by p.id order by s.target_length desc, s.target_words) as n,
      salt_free(ltrim(p.part)) = s.target_stem as exact
    from part p join stem_of s using (part) where s.target_words is not null
  ) where n = 1 and parts = 1
), atc as (
  select id, min(target) as target_word, min(source) as source from (
    select d.id, v.target, v.source, row_number() over (partition by d.id, d.code order by length(v.atc) desc) as n
    from (select id, unnest(from_json(attributes -> 'atc', '["VARCHAR"]')) as code from drug) d join vocabulary_classes v on starts_with(d.code, v.atc)
  ) where n = 1 and target <> '' group by id having count(distinct target) = 1
)
select d.id, f.modality, f.confidence, f.source,
  case when f.modality = 'antibody-drug conjugate' then ['small molecule'] when o.modalities is not null then o.modalities end as secondary,
  case when len(name_parts(d.generic)) = 1 then coalesce(w.target_words[1], a.target_word) end as target_word,
  case when w.target_words is not null then w.source else a.source end as target_source,
  -- What else it hits, as a bispecific's other arm.
  case when len(list_filter(name_parts(d.generic), lambda p: not is_spreader(p))) = 1 then w.target_words[2:] end as further_words,
  -- A name that is in the project's list as a whole, not only by its stem.
  coalesce(w.exact, false) as exact, coalesce(t.symbols, []) as stem_symbols
from drug d left join first f using (id) left join others o using (id) left join word w using (id) left join atc a using (id)
left join target_word t on t.name_key = target_key(coalesce(w.target_words[1], a.target_word));

create temp table hit as
select e.id, k.modality, k.confidence, k.source, k.secondary from drug_class k join entity e using (id)
-- A program's or product's own source takes precedence over what is derived from its name, unless it is less specific.
where k.modality is not null and (e.modality is null or coalesce(e.c_modality, 0) < k.confidence
  or (e.modality = 'monoclonal antibody' and k.modality in ('bispecific antibody', 'antibody-drug conjugate', 'radioligand')) or (e.modality = 'cell therapy' and k.modality = 'CAR-T cell therapy'));
delete from provenance using hit where provenance.entity_id = hit.id and field = 'moa.modality';
insert into provenance (entity_id, field, source, confidence) select id, 'moa.modality', source, confidence from hit;
update entity set modality = hit.modality, c_modality = hit.confidence, secondary_modalities = coalesce(hit.secondary, case when hit.modality = 'antibody-drug conjugate' then ['small molecule'] else entity.secondary_modalities end)
from hit where hit.id = entity.id;
insert into proposal_applied select 'drug_class', id from hit;
drop table drug; drop table part; drop table stem_of; drop table evidence; drop table hit;
