-- The words that lead to each disease, and the ancestors of each disease.

-- The words of a disease's name in a fixed order, number and spelling, so that "Diabetes Mellitus, Type 2" equals "type
-- 2 diabetes mellitus".
create or replace temp macro one_spelling(s) as
  regexp_replace(regexp_replace(regexp_replace(regexp_replace(s, '\btumour', 'tumor', 'g'), '(h|leuk|an)aem', '\1em', 'g'), '\b(o)(edema|estrogen|esophag)', '\2', 'g'), '\bpaediatric', 'pediatric', 'g');
create or replace temp macro disease_key(s) as array_to_string(list_sort(list_distinct(list_filter(
  list_transform(string_split(one_spelling(plain_words(regexp_replace(s, '\s*\(disease\)', ''))), ' '), lambda w: case when length(w) > 4 and regexp_matches(w, '[^siu]s$') then left(w, -1) else w end),
  lambda w: w not in ('', 'of', 'the', 'and', 'in', 'with', 'disorder')))), ' ');

-- The id of a disease in one spelling.
create or replace temp macro disease_id_of(said) as replace(said, '_', ':');

-- Two terms of the ontology with the same own name are one disease: the one that sources state more often. And so are those of the project's
-- list (vocabulary/disease_twins.csv): registries write breast neoplasm of breast cancer.
create temp table twin as
with listed as (
  select o.id, arg_max(m.id, {known: coalesce(len(m.xrefs), 0), id: m.id}) as main
  from (select label, unnest(split_list(twins, '|')) as twin from vocabulary_disease_twins) v
  join disease m on lower(m.label) = lower(v.label) join disease o on lower(o.label) = lower(v.twin) group by o.id having main <> o.id
), own as (select id, one_spelling(plain_words(label)) as words, unnest(list_append(xrefs, id)) as xref from disease where xrefs is not null and starts_with(id, 'MONDO:') and label is not null),
shared as (select * from own where words <> '' and words in (select words from own group by words having count(distinct id) > 1)),
stated as (
  select upper(id) as id, sum(n) as n from (
    select disease_id_of(disease_id) as id, count(*) as n from row where disease_id is not null group by 1 union all select disease_id, count(*) from indication_said where disease_id is not null group by 1) group by 1
), counted as (select s.words, s.id, sum(coalesce(t.n, 0)) as n, count(*) as xrefs from shared s left join stated t on t.id = upper(s.xref) group by s.words, s.id)
select id, first_value(id) over (partition by words order by n desc, xrefs desc, id) as main, false as is_listed from counted qualify id <> main
union all
select id, main, true from listed where id not in (select id from shared);

-- Another registry's id of a disease, if it is the exact counterpart of one term only, or else if one term is called the same.
create table disease_xref as
with term as (select d.* exclude (id), coalesce(t.main, d.id) as id from disease d left join twin t using (id)),
stated as (
  select xref, min(id) as id from (select id, upper(unnest(xrefs)) as xref from term) group by 1 having count(distinct id) = 1
), labelled as (select distinct id, label, disease_key(label) as key, starts_with(id, 'MONDO:') as is_own from term where label is not null and disease_key(label) <> ''),
-- What the project's list calls a term is a name of it, if no term is called so itself (sepsis).
called as (
  select id, key, is_own from labelled
  union select t.id, disease_key(v.term), true from vocabulary_diseases v join labelled t on t.is_own and lower(t.label) = lower(v.label) where disease_key(v.term) not in (select key from labelled where is_own)
)
from stated
union all
select upper(c.id), min(o.id) from called c join called o using (key) where o.is_own and not c.is_own and upper(c.id) not in (select xref from stated)
group by 1 having count(distinct o.id) = 1
union all
select id, main from twin where id not in (select xref from stated);

-- The label of a term in its own ontology, which is the row with cross-references, takes precedence over other names.
create table disease_term as
with own as (select coalesce(x.id, d.id) as id, coalesce(t.is_listed, false) as is_folded, d.* exclude (id) from disease d left join disease_xref x on x.xref = upper(d.id) left join twin t on t.id = d.id),
parent as (
  select p.id, tidy(list(coalesce(x.id, p.parent))) as parents from (select id, unnest(parents) as parent from own) p left join disease_xref x on x.xref = upper(p.parent) group by p.id
)
select o.id, arg_min(o.label, {bare: o.xrefs is null, other: o.is_folded, label: o.label}) as label, tidy(flatten(list(list_append(coalesce(o.synonyms, []), o.label)))) as synonyms,
  list_filter(any_value(p.parents), lambda x: x <> o.id) as parents
from own o left join parent p using (id) group by o.id
-- Of a term that nobody names, parents alone say nothing.
having count(o.label) > 0;
drop table twin;

-- Whether none of a text's longer words begins like one of a disease's names.
create or replace temp macro shares_no_word(said, names) as
  len(list_filter(regexp_extract_all(lower(said), '[a-z0-9]{4,}'), lambda w: contains(lower(array_to_string(names, ' ')), left(w, 5)))) = 0;
create or replace temp macro abbreviations_in(said) as regexp_extract_all(said, '\b[A-Z][A-Za-z]{0,3}[A-Z]\b');

-- Names used by sources that state a disease by both id and words; a name used for several diseases means the most
-- frequent one. Nothing is learnt from an abbreviation for which an id may have been looked up: multiple sclerosis (MS), secondary progressive MS.
create temp table named_disease as
select disease_key(n.label) as name_key, n.id, sum(n.n) as n from (
  select label, coalesce(x.id, said.id) as id, n from (
    select disease_label as label, disease_id_of(disease_id) as id, count(distinct record) as n from row where disease_id is not null and disease_label is not null group by all
    union all select label, disease_id, count(distinct id) from indication_said where label is not null and disease_id is not null group by all
  ) said left join disease_xref x on x.xref = upper(said.id)
) n join disease_term t using (id)
where not regexp_matches(n.label, '\([A-Za-z]{1,6}\)\s*$') and not (len(abbreviations_in(n.label)) > 0 and contains(n.label, ' ') and shares_no_word(n.label, t.synonyms)) group by all;

create table disease_name as
with every as (
  -- An inverted label is another registry's, of a term beside the usual one (dermatitis, atopic): the project's list comes before it.
  select disease_key(label) as name_key, id, case when contains(label, ',') then 3 else 1 end as rung from disease_term where starts_with(id, 'MONDO:')
  union select disease_key(v.term), t.id, 2 from vocabulary_diseases v join disease_term t on lower(t.label) = lower(v.label)
  union select disease_key(unnest(synonyms)), id, 3 from disease_term
  union select n.name_key, n.id, 4 from named_disease n join (select name_key, max(n) as most, sum(n) as all_of from named_disease group by name_key) m on m.name_key = n.name_key and n.n = m.most and n.n >= 0.8 * m.all_of
)
-- Of several terms with one name, the one known to most registries is taken; if none stands out, the name leads to
-- none.
, best as (select name_key, id, min(rung) as rung, min(min(rung)) over (partition by name_key) as least from every where name_key <> '' group by name_key, id),
known as (select coalesce(x.id, d.id) as id, max(coalesce(len(d.xrefs), 0)) as n from disease d left join disease_xref x on x.xref = upper(d.id) group by 1),
placed as (select b.*, rank() over (partition by name_key order by k.n desc) as place from best b join known k using (id) where rung = least)
select name_key, min(id) as id, min(rung) as rung from placed where place = 1 group by name_key having count(*) = 1;
drop table named_disease;

-- In the tree benign ones are neoplasms too; what sources say is for neoplasms is for cancer.
create temp table said_cancer as select n.id, c.id as cancer from disease_term n join disease_term c on n.label = 'neoplasm' and c.label = 'cancer';
update disease_xref set id = s.cancer from said_cancer s where disease_xref.id = s.id;
insert into disease_xref select upper(id), cancer from said_cancer where upper(id) not in (select xref from disease_xref);
update disease_name set id = s.cancer from said_cancer s where disease_name.id = s.id;
drop table said_cancer;

-- Qualifiers in a condition that do not make it another disease: its stage or severity, the patients, and whether it
-- was treated.
create or replace temp macro without_qualifiers(words) as trim(regexp_replace(regexp_replace(' ' || regexp_replace(words, '\s+', '  ', 'g') || ' ',
  ' (metastatic|metastasis|advanced|locally|local|recurrent|relapsed|relapsing|relapse|refractory|severe|moderate|moderately|mild|to|or|and|stage|[iv]{1,3}[abc]?|extensive|limited|newly|diagnosed|adults?|childhood|pediatric|children|infants?|unresectable|resectable|inoperable|untreated|previously|treated|treatment|naive|resistant|early|late|high|low|intermediate|very|risk|grade|positive|negative|her2|er|hr|egfr|braf|kras|ros1|alk|mutation|mutant|mutated|v600e|patients?|symptomatic|active|uncontrolled|inadequately|controlled|progressive|primary|male|female|men|women|postmenopausal|hormone|receptor|prevention|therapy|diagnosis|protocol|forms|specific|unspecified|squamous|nonsquamous|non squamous|remission|persistent|transfusion|dependent|associated|related|due|by|for|at|is|a) ', ' ', 'g'),
  '\s+', ' ', 'g'));
create or replace temp macro around_brackets(s) as nullif(trim(regexp_replace(s, '\s*[\(\[][^()\[\]]*[\)\]]', ' ', 'g')), '');
create or replace temp macro inside_brackets(s) as nullif(trim(regexp_extract(s, '[\(\[]([^()\[\]]+)[\)\]]', 1)), '');
-- The readings of a condition, most certain first: unchanged, the longer one of the texts around and in brackets, its
-- parts, and each without qualifiers.
create or replace temp macro disease_readings(s) as list_filter([
  {said: s, loose: 0},
  {said: case when length(inside_brackets(s)) > length(around_brackets(s)) then inside_brackets(s) else around_brackets(s) end, loose: 1},
  {said: case when length(inside_brackets(s)) > length(around_brackets(s)) then null else around_brackets(s) end, loose: 2},
  {said: without_qualifiers(plain_words(coalesce(around_brackets(s), s))), loose: 4}
], lambda r: r.said is not null and r.said <> '');

-- Words for all that a drug may be for, which say less than any disease below them; and those for an organ, which say less than a disease of it.
create or replace temp macro is_vague_disease(label) as lower(label) in (
  'cancer', 'neoplasm', 'malignant neoplasm', 'carcinoma', 'immune system disease', 'infectious disease', 'infection', 'inflammation', 'cardiovascular disorder', 'cardiovascular disease', 'viral infectious disease', 'heart disease',
  'gastrointestinal disease', 'skin disease', 'respiratory tract infectious disease', 'nervous system disorder', 'genetic disorder', 'disease',
  -- Sources say it of anticoagulants that are for thrombosis of any vein.
  'thrombophlebitis');
create or replace temp macro is_broad_disease(label) as is_vague_disease(label) or lower(label) in (
  'neoplastic disease or syndrome', 'epithelial neoplasm', 'undifferentiated carcinoma', 'adenocarcinoma', 'sarcoma', 'lymphoid neoplasm', 'hematopoietic and lymphoid system neoplasm', 'tumor of hematopoietic and lymphoid tissues',
  'digestive system cancer', 'urogenital neoplasm', 'autoimmune disease', 'bacterial infectious disease', 'injury', 'ischemia', 'vascular disease', 'hematologic disease', 'liver disease', 'kidney disease', 'urinary system disorder',
  'lung disease', 'respiratory system disorder', 'eye disease', 'ocular vascular disease', 'rheumatologic disorder', 'musculoskeletal system disorder', 'endocrine system disorder', 'metabolic disease', 'central nervous system disease',
  'brain disease', 'brain injury', 'neuropathy', 'neurodegenerative disease', 'mental disorder', 'psychiatric disorder', 'inherited genetic disease', 'syndrome',
  'cancer or benign tumor', 'reproductive system disease', 'hematological system disease', 'endocrine system disease', 'urinary system disease', 'auditory system disease', 'musculoskeletal system disease', 'respiratory system disease');

-- A disease or finding that sources state by an ontology's id, and that no term has by its id or name, is a term of its own (oral
-- mucositis, Graves ophthalmopathy). "Recurrent thrombophlebitis" is none beside thrombophlebitis. Ids of a thesaurus are left to their
-- words: sources give them other names (MeSH's pain as labor pain).
create table own_term as
with said as (
  select disease_id_of(disease_id) as id, disease_label as label from row where kind in ('product', 'approval', 'paper')
  union all select i.disease_id, i.label from indication_said i join entity e using (id) where e.kind in ('product', 'approval')
), lacking as (
  select id, label, disease_key(label) as key, count(*) as n from said
  where regexp_matches(id, '^(EFO|HP|DOID|Orphanet):\w+$') and label is not null and not contains(label, ';') and not regexp_matches(lower(label), '\bmeasurement\b|^response to ') group by all
)
select ids[1] as id, label, key, ids from (
  select list(id order by list_position(['EFO', 'HP', 'DOID', 'Orphanet'], split_part(id, ':', 1)), id) as ids, min_by(label, {n: -n, label: label}) as label, key
  from (select id, key, min_by(label, {n: -n, label: label}) as label, sum(n) as n from lacking group by id, key) l
  where upper(id) not in (select xref from disease_xref) and id not in (select id from disease_term) and key <> '' and key not in (select name_key from disease_name)
    and disease_key(without_qualifiers(plain_words(label))) not in (select name_key from disease_name) group by key
) where exists (from disease where label is not null) qualify row_number() over (partition by ids[1] order by key) = 1;
insert into disease_term select id, label, [label], [] from own_term;
insert into disease_xref select upper(other), id from (select id, unnest(ids[2:]) as other from own_term) where other not in (select id from disease_term);
insert into disease_name
select key, id, 3 from own_term union select disease_key(v.term), t.id, 3 from vocabulary_diseases v join own_term t on lower(t.label) = lower(v.label) where disease_key(v.term) not in (select name_key from disease_name);
