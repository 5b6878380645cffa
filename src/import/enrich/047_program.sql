-- A program must be a drug: not a biopsy, an observation or a questionnaire that a trial lists among its interventions.
create or replace temp macro is_no_program(words) as regexp_matches(words,
  '\b(biops(y|ies)|observation|observational|questionnaires?|surveys?|interviews?|imaging|mri|magnetic resonance|ct scans?|pet scan|ultrasound|ultrasonography|x ray|echocardiogra\w*|electrocardiogra\w*|surgery|surgical|resection|ectomy|transplant(ation)?|radiation|radiotherapy|brachytherapy|sbrt|blood draw|blood samples?|blood collection|specimens?|sampling|sample collection|biospecimen|laboratory|biomarker|pharmacokinetics?|pharmacological study|quality of life|monitoring|counsel(l)?ing|exercise|physical therapy|physiotherapy|education\w*|training|diet|device|registry|natural history|data collection|follow up|assessments?|evaluation|screening|standard of care|standard care|usual care|best supportive care|supportive care|no intervention|no treatment|no drug|untreated|observe|watchful waiting|placebos?|vehicle|sham|control group|comparator|questionnaire|skin prick|catheter|stents?|implant(ation)?|software|app|mobile|digital|video|cognitive behavioral|behavioral|psychotherapy|acupuncture|massage|procedure|bronchoscopy|colonoscopy|endoscopy|lumbar puncture|leukapheresis|apheresis|phlebotomy|genetic testing|sequencing|diagnostic|no study drug|medical records?|chart review|retrospective|interventional|not applicable|investigator s? choice|physician s? choice|chemotherapy)\b|^(biological|drug|genetic|device|small molecule|vaccine|biological vaccine|other|combination product|open label|(r )?chop|(m )?folfirinox|folfox|folfiri|flot)$');
-- Nor what is done to all who take part, unless the name has a drug's code.
create or replace temp macro is_no_drug(name, words) as not regexp_matches(name, '\b[A-Z]{2,6}-?\d{2,6}[A-Za-z]?\b') and regexp_matches(words,
  '\b(inapplicable|non ?interventional|buccal|swabs?|blood draws?|lymphodeplet\w*|preconditioning|conditioning regimen|profiling|originator|detection test|pathogen reduced|patients (will )?receive|sponsored|neutral images|not? applicable)\b|^(combination (therapy|treatment)|part [0-9a-d]|cohort [0-9a-z]|test|(standard|treatment) regimen)$');
create temp table company_called as select distinct id, org_key(unnest(list_append(coalesce(aliases, []), name))) as key from entity where kind = 'company' and state = 'live';
create temp table junk as
select e.id from entity e
where e.kind = 'program' and e.state = 'live' and e.target is null and (is_no_program(plain_words(e.name)) or is_no_drug(e.name, plain_words(e.name)))
  and drug_key_of_text(e.name) not in (select key from drug_name)
-- Of a deal some lists have the other company alone (Arcus, of Gilead).
union
select e.id from entity e join company_called c on c.key = org_key(e.name) join edge d on d.target = e.id and d.relation = 'develops' and d.source <> c.id
where e.kind = 'program' and e.state = 'live' and e.target is null and drug_key_of_text(e.name) not in (select key from drug_name);
delete from edge where source in (from junk) or target in (from junk);
delete from provenance where entity_id in (from junk);
delete from entity where id in (from junk) or merged_into in (from junk);

-- A program with a product's name belongs to that product, and gets its target, modality and mechanism (0.85).
-- The name may stand before or in brackets: XADAGO (safinamide), atumelnant (CRN04894).
create temp table part as
  select id, name, trim(regexp_replace(name, '\([^()]*\)', ' ', 'g')) as outer_words, regexp_extract(name, '\(([^()]+)\)', 1) as inner_words from entity where kind = 'program' and state = 'live' and contains(name, '(') and not regexp_matches(name, '\(\d+\)')
    and not regexp_matches(name, '(?i)\+|&|,|/|\b(and|plus|with|or|versus|vs|combin\w*)\b')
  -- What is studied comes first, what it is given with after it: ARV-471 in combination with Everolimus.
  union all select id, name, regexp_extract(name, '(?i)^([^+&,/():]+?),? (?:in combination|combined|together) with [^+&,/]+$', 1), '' from entity where kind = 'program' and state = 'live'
  union all select id, name, regexp_extract(name, '^([^+&,/():]+?) ?\+', 1), '' from entity where kind = 'program' and state = 'live';
create temp table named_part as
select p.id, min(d.id) as product from (select id, unnest([outer_words, inner_words]) as said, unnest([false, true]) as is_inner from part) p
join drug_name d on d.key = drug_key_of_text(p.said)
-- Brackets also hold the name of a study, which some brand has.
where p.said <> '' and (not p.is_inner or d.rung = 1 or is_drug_code(p.said)) group by p.id having count(distinct d.id) = 1;
-- A list takes a code that several companies use for another's drug.
delete from edge using part p, vocabulary_shared_codes v
where edge.relation = 'program_of' and edge.source = p.id and drug_key(v.code) in (drug_key_of_text(p.outer_words), drug_key_of_text(p.inner_words)) and p.id not in (select id from named_part);
-- Of what is given together a list has the id of the other drug (volrustomig + lenvatinib).
delete from edge using named_part n join entity g using (id)
where edge.relation = 'program_of' and edge.source = n.id and edge.target <> n.product and contains(g.name, '+');
drop table part;
create temp table of_product as
select e.id, coalesce(o.product, d.id, n.product) as product
from entity e left join (select source, min(target) as product from edge where relation = 'program_of' group by source having count(*) = 1) o on o.source = e.id
left join drug_name d on d.key = drug_key_of_text(e.name) left join named_part n on n.id = e.id
where e.kind = 'program' and e.state = 'live' and coalesce(o.product, d.id, n.product) is not null;
-- Where a list has the id of another drug beside a drug's name or brand (Kavigale, with narsoplimab's), the name is believed.
create temp table misdirected as
select o.id, d.id as product from of_product o join entity e using (id) join drug_name d on d.key = drug_key_of_text(e.name)
where d.id <> o.product and not is_drug_code(e.name) and not is_drug_code(without_dose(plain_words(e.name)));
delete from edge using misdirected m where edge.source = m.id and edge.relation = 'program_of';
update of_product set product = m.product from misdirected m where m.id = of_product.id;
drop table misdirected;
-- Companies use the same codes: if a trial of the program names another drug in brackets after the code (AT1001
-- (Migalastat HCl)), it is that drug.
create temp table other_drug as
select o.id, min(d.id) as product from of_product o join entity g on g.id = o.id and is_drug_code(without_dose(plain_words(g.name))) join edge t on t.source = o.id and t.relation = 'tested_in' join entity a on a.id = t.target
join drug_name d on d.key = drug_key_of_text(regexp_extract(a.name, '([\p{L}\p{N}-]+) ?\(([^()]+)\)', 2)) and drug_key_of_text(regexp_extract(a.name, '([\p{L}\p{N}-]+) ?\(', 1)) = drug_key_of_text(g.name)
where d.id <> o.product group by o.id having count(distinct d.id) = 1;
update of_product set product = d.product from other_drug d where d.id = of_product.id;
-- A drug that others make, and that a company only gives with its own, is no program of that company: a probe of interactions (simvastatin
-- beside resmetirom), or what the title of each trial has beside the company's code, if at all (IMA901 in patients receiving sunitinib).
create temp table made_by as
select distinct e.target as product, g.head from edge e join group_of g on g.id = e.source where e.relation = 'develops' and e.target_kind = 'product';
create temp table given_beside as
select o.id, o.product, c.head, a.id as trial, a.name as title, plain_words(coalesce(p.attributes ->> 'generic', p.name)) as drug
from of_product o join entity g on g.id = o.id and not is_drug_code(without_dose(plain_words(g.name))) join entity p on p.id = o.product
join edge d on d.target = o.id and d.relation = 'develops' join group_of c on c.id = d.source
join edge t on t.source = o.id and t.relation = 'tested_in' join entity a on a.id = t.target
where o.product in (select product from made_by) and (o.product, c.head) not in (from made_by);
create temp table other_code as
select distinct b.id, b.trial from (select *, unnest(regexp_extract_all(title, '\b[A-Z]{2,6}-?\d{2,6}[A-Za-z]?\b')) as code from given_beside) b
where is_drug_code(b.code) and not starts_with(b.code, 'NCT') and not exists (from drug_name d where d.id = b.product and d.key = drug_key_of_text(b.code));
-- What anyone may copy, and what is only tried beside a drug of the company's own, it does not develop (fludarabine before NK cells, cemiplimab with a virus).
create temp table copied as
select distinct e.target as product from edge e join entity a on a.id = e.source where e.relation = 'approval_of' and a.kind = 'approval' and (a.attributes ->> 'application_type') = 'ANDA';
create temp table own_beside as
select distinct b.id, b.trial from given_beside b join edge t on t.target = b.trial and t.relation = 'tested_in' and t.source_kind = 'program' and t.source not in (select id from given_beside)
join edge d on d.target = t.source and d.relation = 'develops' join group_of c on c.id = d.source and c.head = b.head;
create temp table probe as
select b.id from given_beside b left join other_code c using (id, trial) left join own_beside w using (id, trial)
group by b.id having bool_or(b.product in (from copied)) or bool_and(w.id is not null) or bool_and(
  regexp_matches(b.title, '(?i)\binteractions?\b|\bDDI\b|\beffects? of .* on (the )?(pharmacokinetics|PK|exposure) of\b')
  or (c.trial is not null and (not contains(' ' || plain_words(b.title) || ' ', ' ' || b.drug || ' ')
    or regexp_matches(plain_words(b.title), '\b(with|receiving|plus) ' || regexp_replace(b.drug, '[^a-z0-9 ]', '.', 'g') || '\b'))));
-- Unless the company has another program of it.
delete from probe where id in (
  select b.id from given_beside b join edge d on d.relation = 'develops' join group_of c on c.id = d.source and c.head = b.head join of_product o on o.id = d.target and o.product = b.product
  where o.id not in (from probe));
delete from of_product where id in (from probe);
delete from edge where source in (from probe) or target in (from probe);
delete from provenance where entity_id in (from probe);
delete from entity where id in (from probe) or merged_into in (from probe);
drop table made_by; drop table given_beside; drop table other_code; drop table copied; drop table own_beside; drop table probe;

insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select id, 'program_of', product, 'biograph: its name', 'program', 'product', 0.85 from of_product o
where not exists (from edge e where e.source = o.id and e.relation = 'program_of');
create table taking as select id, product, 0.85 as most, 'biograph: its product' as source from of_product;
drop table junk; drop table company_called; drop table named_part; drop table of_product; drop table other_drug;
