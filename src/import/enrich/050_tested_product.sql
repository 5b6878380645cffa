-- The products a trial is about. An intervention that is a product's name, with any dose and form, links the two; the
-- drug being tested is determined by the title, and only that gives labels (0.8): never a comparator, background
-- therapy or placebo. Of a trial without interventions the title's only drug is the one it tests (0.75).

create temp table intervention as
select id, said, regexp_matches(lower(said), '\b(placebos?|vehicle|sham|standard of care|usual care|no intervention|no treatment)\b')
  or (contains(lower(said), 'saline') and not contains(lower(said), 'hypertonic')) as is_control from (
  select id, unnest(from_json(attributes -> 'interventions', '["VARCHAR"]')) as said from entity where state = 'live' and kind = 'trial' and attributes is not null
) where said is not null;

-- The readings of an intervention: unchanged, the texts around and in brackets, and the parts of a combination. A few
-- letters in brackets are the trial's own abbreviation, not another product's name: dual antiplatelet therapy (DAPT).
create temp table reading as
select distinct said, key from (
  select said, drug_key_of_text(unnest(list_filter(list_concat([said, around_brackets(said), case when not regexp_matches(inside_brackets(said), '^[A-Za-z]{1,5}$') then inside_brackets(said) end],
    regexp_split_to_array(coalesce(around_brackets(said), said), '(?i)\s+\+\s+|\+|\s*[/;,&]\s*|\s+(?:plus|and|or|with|in combination with|combined with|followed by|then|versus|vs\.?)\s+')), lambda x: x is not null))) as key
  from (select distinct said from intervention)
) where key <> '' and not is_no_drug_name(key);
create temp table named as
select distinct i.id, i.said, d.id as product, r.key from intervention i join reading r using (said) join drug_name d using (key) where not i.is_control;

-- A title with the drug's code (VX-548) names it if an intervention does not ("SUZ"). Next to a drug named in words in
-- the title, a code in brackets, or before them, belongs to that drug, and so does one if every intervention is known:
-- codes are used twice (AT1001). Of 66 such links 64 were right, which is too few to trust them (0.65).
create temp table title_code as
select distinct c.id, c.code, d.id as product from (
  select id, name, trim(unnest(regexp_extract_all(' ' || name, '[ (]([A-Z]{1,6}[- ]?\d{3,}[A-Za-z]{0,3})\b', 1))) as code from entity where state = 'live' and kind = 'trial'
) c join drug_name d on d.key = drug_key(c.code)
where not exists (from named n where n.id = c.id and n.product = d.id)
  and exists (from intervention i where i.id = c.id and not i.is_control and (i.id, i.said) not in (select (id, said) from named))
  and not (regexp_matches(c.name, '\(\s*' || c.code || '\b|' || c.code || '\s*\(')
    and exists (from named n join entity p on p.id = n.product where n.id = c.id and contains(plain_words(c.name), plain_words(without_suffix(p.name)))));
insert into named select id, code, product, null from title_code;

-- What stands in a title before a comparator, and before what all patients are given, had before, or are tested for an effect on.
create or replace temp macro compares() as 'versus|vs|v|compared|comparing|comparison|compare|or placebo|against|relative to|non inferior\w*|noninferior\w*|superior\w*|bioequivalen\w+|biosimilar\w*';
create or replace temp macro gives_to_all() as 'in combination with|combined with|combination of|in addition to|added to|add on|adjunct\w* to|adjunct\w* therapy|on top of|on background|background|coadministered|co administered|concomitant\w*|receiving|treated with|taking|on stable|who failed|refractory to|resistant to|inadequate\w* respon\w+ to|intolerant to|previously treated|after|following|interaction\w*|effect of \w+ on';

-- The positions of product names in the title, and the words before them.
create or replace temp macro title_text(s) as ' ' || plain_words(s) || ' ';
create temp table placed as
select n.id, n.product, min(nullif(strpos(title, ' ' || word || ' '), 0)) as pos, any_value(title) as title
from (
  select n.id, n.product, title_text(t.name) as title,
    -- A code without changes: the number of VX-548 is not a dose.
    unnest(list_distinct([plain_words(p.name), plain_words(without_suffix(coalesce(p.attributes ->> 'generic', p.name))), plain_words(n.said), without_dose(plain_words(coalesce(around_brackets(n.said), n.said))), without_dose(plain_words(inside_brackets(n.said)))])) as word
  from named n join entity t on t.id = n.id join entity p on p.id = n.product
) n where length(coalesce(word, '')) >= 3 or word is null group by n.id, n.product;
create temp table role as
with marked as (
  select *, nullif(regexp_extract(title, '^(.*?) (?:' || compares() || ') ', 1), '') as before_versus,
    nullif(regexp_extract(title, '^(.*?) (?:' || gives_to_all() || ') ', 1), '') as before_background
  from placed
), counted as (
  select m.*, count(*) over (partition by id) as products, count(pos) over (partition by id) as in_title from marked m
), others as (
  -- Interventions that may be drugs but are no known product.
  select id, count(distinct said) as unknown from intervention i
  where not is_control and (id, said) not in (select (id, said) from named) and not is_no_program(plain_words(said))
    -- Two or three letters may be a drug's abbreviation (SUZ), although they lead to none.
    and not (is_no_drug_name(drug_key_of_text(said)) and not regexp_matches(said, '^[A-Z]{2,3}$')) group by id
)
select c.id, c.product, case
    when products = 1 and coalesce(o.unknown, 0) = 0 then 'tested'
    when pos is null then 'unknown'
    when before_versus is not null and pos > length(before_versus) then 'comparator'
    when before_background is not null and pos > length(before_background) then 'background'
    when in_title = 1 and products = 1 and coalesce(o.unknown, 0) > 0 then case when pos <= 60 then 'named' else 'unknown' end
    else 'named' end as role
from counted c left join others o using (id);

insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select distinct n.product, 'tested_in', n.id, case when t.id is null then 'biograph: name of an intervention' else 'biograph: code in the title' end, 'product', 'trial', case when t.id is null then 0.85 else 0.65 end
from named n left join title_code t on t.id = n.id and t.product = n.product
where (t.id is null or (n.id, n.product) in (select (id, product) from role where role in ('tested', 'named'))) and not exists (from edge e where e.source = n.product and e.relation = 'tested_in' and e.target = n.id);
-- A program of the product is what its sponsor tests, unless its name states a form or dose (ruxolitinib cream): that
-- may belong to another trial.
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select distinct g.source, 'tested_in', n.id, 'biograph: its product and sponsor', 'program', 'trial', 0.85
from named n join edge g on g.relation = 'program_of' and g.target = n.product join edge d on d.relation = 'develops' and d.target = g.source join edge s on s.relation = 'sponsors' and s.source = d.source and s.target = n.id join entity o on o.id = g.source and drug_key(o.name) in (select key from drug_name)
where not exists (from edge e where e.source = g.source and e.relation = 'tested_in' and e.target = n.id);

-- Where a source gives no interventions: the only drug in the title, by its name or its code, if nothing there says that it is compared with, given to all, or part of
-- a device, a test or another drug's name, wherever it stands. Substances of the body and of food are often not the drug, nor are brands that are ordinary words.
create or replace temp macro is_everyday_word(word) as regexp_matches(word, '^(alcohol|alkohol|ethanol|isopropanol|glucose|dextrose|sucrose|fructose|lactose|mannose|insulin|serotonin|dopamine|tyrosine|tryptophan|leucine|arginine|glutamine|carnitine|pyruvate|citrate|lactate|acetate|plasminogen|procalcitonin|interferon|platinum|chocolate|cocoa|zirconia|fluoride|riboflavin|folate|progesterone|aldosterone|cortisol|testosterone|estrogens?|estradiol|cocaine|nicotine|caffeine|cannabis|cannabidiol|heroin|morphine|opium|oxygen|nitrogen|hydrogen|helium|xenon|argon|ozone|calcium|potassium|sodium|magnesium|phosphate|bicarbonate|albumin|fibrinogen|thrombin|heparin|collagen|keratin|elastin|melatonin|adenosine|creatine|creatinine|histamine|acetylcholine|adrenaline|epinephrine|norepinephrine|noradrenaline|glucagon|gastrin|secretin|ghrelin|leptin|prolactin|angiotensin|vasopressin|bradykinin|cholesterol|triglycerides?|hyaluron\w+|hydroxyapatite|titanium|silicone|silver|carbon|iodine|selenium|copper|balance|multiple|preference|thyroid|pollen|peanut|garlic|ginger|honey|olive|cotton|venom|patient|standard|control|natural|advance|essential|journey|explore|promise|secondary|immediate|optimum|reliance|advantage)$');
create temp table untold as
select id, name, title_text(name) as title from entity where kind = 'trial' and state = 'live' and id not in (select id from intervention);
create temp table in_title_alone as
select s.id, s.product, u.name, u.title, left(u.title, strpos(u.title, ' ' || s.word || ' ')) as ahead, substr(u.title, strpos(u.title, ' ' || s.word || ' ') + length(s.word) + 2) as behind
from (
  select id, product, unnest(words) as word from (
    select w.id, min(d.id) as product, list(distinct w.word) as words from (select id, unnest(list_distinct(string_split(title, ' '))) as word from untold) w
    join drug_name d on d.key = w.word where regexp_full_match(w.word, '[a-z]{5,}') and not is_no_drug_name(w.word) group by w.id having count(distinct d.id) = 1
  ) where list_bool_or(list_transform(words, lambda w: length(w) >= 7 and not is_everyday_word(w)))
) s join untold u using (id) join entity p on p.id = s.product
where p.modality is not null
  and (len(from_json(p.attributes -> 'atc', '["VARCHAR"]')) > 0 or len(from_json(p.attributes -> 'approved_by', '["VARCHAR"]')) > 0
    or regexp_matches(p.name, '(mab|tinib|sertib|lisib|ciclib|parib|rafenib|metinib|siran|vec|stat|gepant|pitant|entan|xaban|gliptin|gliflozin|glutide|tide|cept|kinra|vir|caftor|imod|domide|denib)$'))
union all
-- Or the only code there (A Study of DNTH103 in Adults).
select c.id, c.product, u.name, u.title, left(u.title, strpos(u.title, ' ' || c.word || ' ')), substr(u.title, strpos(u.title, ' ' || c.word || ' ') + length(c.word) + 2)
from (
  select t.id, min(d.id) as product, min(plain_words(t.code)) as word
  from (select id, unnest(regexp_extract_all(' ' || name, '[ (]([A-Z]{2,6}[- ]?\d{3,}[A-Za-z]{0,3}|[A-Z][a-z]{1,4}-\d{3,}[A-Za-z]{0,3})\b', 1)) as code from untold) t join drug_name d on d.key = drug_key(t.code)
  group by t.id having count(distinct d.id) = 1 and count(distinct t.code) = 1
) c join untold u using (id) where contains(u.title, ' ' || c.word || ' ');
-- Safety and efficacy are no two drugs.
create or replace temp macro without_aims(s) as regexp_replace(s, ' (?:and|or) ((?:\w+ ){0,2}(?:safety|efficacy|tolerability|tolerance|pharmacokinetics?|pk|pharmacodynamics?|pd|effects?|activity|immunogenicity|toxicity|bioavailability|effectiveness|feasibility|performance)) ', ' \1 ', 'g');
create temp table titled as
select id, product from (select t.id, t.product,
  not regexp_matches(without_aims(ahead), ' (' || compares() || '|' || gives_to_all() || '|or|and|plus|combination|adjunct\w*|failed|failure|inadequate\w*|influence of \w+ on|without|instead of|replacing|switch\w* from|guided|during|under|before|prior to|response to|resistance to|sensitivity to|hypersensitivity to|allergy to|exposed to|exposure to|dependen\w+ on|radiation with|interferon \w+ \w+ with) ')
  and not regexp_matches(behind, '^(\w*tansine|\w*vedotin|\w*mafodotin|\w*tecan|\w*tesirine|\w*gamicin|ozogamicin|tiuxetan|\w*bactam|\w*induced|associated|resistant|refractory|sensitive|eluting|coated|releasing|treated|related|based|sparing|free|guided|dependent|experienced|naive|intolerant|enhanced|labeled|labelled) ')
  and not regexp_matches(title, ' (balloons?|stents?|coated|eluting|catheters?|lens|wipes|toothpaste|sedation|levels?|monitoring|dependence|addiction|abuse|withdrawal|intoxication|poisoning|receptors?|antibodies|deficiency|metabolism|induced|resistant|overdose|misuse|biosimilar|generic|bioequivalence|screening|imaging|pet|registry|discontinu\w+|stopping|cessation|adherence|compliance|predict\w*|biomarkers?|genotype|pharmacogen\w+|polymorphisms?|dosage|dosing|therapeutic drug|hemodialysis) ')
  -- Another drug may be there by its code.
  and not exists (from (select unnest(regexp_extract_all(t.name, '\b([A-Z]{1,6}[- ]?\d{3,}[A-Za-z]{0,3})\b', 1)) as code) k
    where not regexp_matches(k.code, '^(NCT|COVID)') and not exists (from drug_name d where d.key = drug_key(k.code) and d.id = t.product)) as holds
  from in_title_alone t) group by id, product having bool_and(holds);
insert into role select id, product, 'tested' from titled;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select product, 'tested_in', id, 'biograph: name in its title', 'product', 'trial', 0.75 from titled t
where not exists (from edge e where e.source = t.product and e.relation = 'tested_in' and e.target = t.id);
drop table untold; drop table in_title_alone;
-- As of who sponsors a trial and where it is conducted, the day is that of its start.
update edge set observed_at = t.start from (select id, loose_date(attributes ->> 'start_date') as start from entity where kind = 'trial' and state = 'live') t
where edge.relation = 'tested_in' and edge.target = t.id and edge.observed_at is null and t.start is not null;

-- A trial of one product, or of several with the same target, gets that target; of several with different targets each
-- is additional.
create temp table tested as select id, product from role where role in ('tested', 'named');
create temp table sum as
select t.id, count(distinct p.target) as targets, count(distinct p.modality) as modalities, count(*) as n, count(p.target) as with_target
from tested t join entity p on p.id = t.product group by t.id;
create table taking as
select t.id, arg_max(t.product, told_best(p.c_target, p.mechanism, t.product)) as product, case when bool_or((t.id, t.product) in (select (id, product) from title_code)) then 0.65 when bool_or(t.id in (select id from titled)) then 0.75 else 0.8 end as most, 'biograph: the product tested' as source
from tested t join entity p on p.id = t.product join sum s on s.id = t.id where (s.targets <= 1 and s.with_target = s.n and s.modalities <= 1) or s.n = 1 group by t.id;

insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select t.id, 'targets', g.id, 'biograph: the products tested', 'trial', 'target', least(max(p.c_target), case when bool_or((t.id, t.product) in (select (id, product) from title_code)) then 0.65 else 0.8 end)
from tested t join sum s on s.id = t.id join entity p on p.id = t.product join gene g on g.symbol = p.target_symbol
where s.targets > 1 and p.c_target >= getvariable('trusted') and not exists (from edge e where e.source = t.id and e.relation = 'targets' and e.target = g.id) group by t.id, g.id;
drop table intervention; drop table reading; drop table title_code; drop table named; drop table placed; drop table tested; drop table sum; drop table titled;
