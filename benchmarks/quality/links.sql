-- What each rule of src/import/enrich made in a snapshot: one row for each link of two entities and each target or disease label, by
-- natural key, in the view `link`. `evidence` is what whoever judges a link reads.

create or replace temp macro texts(doc, field) as array_to_string(from_json(json_extract(doc, field), '["VARCHAR"]'), '; ');
create or replace temp macro trial_text(n, doc) as n || ' | ' || coalesce(texts(doc, 'interventions'), '') || ' | ' || coalesce(texts(doc, 'conditions'), '');
create or replace temp macro drug_text(n, others, doc) as n || coalesce(' [' || array_to_string(others[1:4], ', ') || ']', '')
  || coalesce(' (' || array_to_string(list_distinct(json_extract_string(doc, '$.mechanisms[*].mechanism'))[1:3], '; ') || ')', '');
create or replace temp macro work_text(k, n, others, doc, does) as case when k = 'trial' then trial_text(n, doc)
  when k in ('product', 'program') then drug_text(n, others, doc) || coalesce(' ' || does, '') || coalesce(' | ' || texts(doc, 'conditions'), '')
  when k = 'paper' then n || coalesce(' | ' || texts(doc, 'mesh_major'), '')
  when k = 'approval' then n || coalesce(' ' || json_extract_string(doc, 'ingredients'), '') || coalesce(' ' || does, '') else n end;

-- The product whose label a work takes.
create or replace temp view carried as
select e.id, string_agg(distinct drug_text(p.name, p.aliases, p.attributes) || ' {' || coalesce(p.target_symbol, p.target, '') || '}', ' + ') as said
from (
  select source as id, target as product from edges where relation in ('covers', 'approval_of', 'program_of')
  union all select target, source from edges where relation = 'tested_in'
) e join entities p on p.id = e.product and p.kind = 'product' and p.state = 'live' group by e.id;

create or replace temp view link_edge as
select case x.origin
    when 'biograph: name of an intervention' then 'trial → product, by the name of an intervention'
    when 'biograph: code in the title' then 'trial → product, by a code in its title'
    when 'biograph: name in its title' then 'trial → product, by the only drug in its title'
    when 'biograph: its product and sponsor' then 'trial → program, by product and sponsor'
    when 'biograph: its name' then 'program → product, by its name'
    when 'biograph: the university in its name' then 'institution → university, by its name'
    when 'biograph: the group it is named after' then 'company → group, by its name'
    when 'biograph: its program' then 'company → product, by its program'
    when 'biograph: the sponsor of its trials' then 'company → product, by the sponsor of its trials'
    when 'biograph: its maker''s numbers' then 'company → product, by how it numbers its compounds'
    when 'biograph: its list of developers' then 'company → product, by the list of developers'
    when 'biograph: the drug it names' then 'event → product, by the drug it names'
    when 'biograph: the products tested' then 'trial → targets, of the products tested'
    when 'biograph: the products it covers' then 'patent → targets, of the products it covers'
    when 'biograph: named in its title' then case a.kind when 'trial' then 'trial' else 'patent, product or program' end || ' → target, named in its title'
    when 'WHO INN stem' then 'drug → target, by its INN stem'
    when 'biograph: its list of drugs' then 'drug → target, by the list of drugs'
    when 'biograph: its substance' then 'drug → target, of its substance'
    when 'biograph: its only target' then 'drug → target, its only one'
    when 'biograph: its product' then a.kind || ' → target, of its product'
    when 'biograph: the product it covers' then 'patent → target, of the product it covers'
    when 'biograph: the product tested' then 'trial → target, of the product tested'
    when 'biograph: the trial it reports' then 'paper → target, of what it reports or studies' when 'biograph: the product it studies' then 'paper → target, of what it reports or studies'
    when 'ChEMBL' then 'drug → target, by a stated mechanism' when 'Open Targets FDA approvals' then 'drug → target, by a stated mechanism' when 'Open Targets pharma portfolio' then 'drug → target, by a stated mechanism'
    end as rule,
  a.natural_key as subject, b.natural_key as object, x.confidence,
  b.name || ' <- ' || work_text(a.kind, a.name, a.aliases, a.attributes, a.mechanism) || coalesce(' || ' || (select said from carried c where c.id = a.id and x.relation = 'targets' and a.kind in ('trial', 'patent', 'approval', 'program')), '') as evidence_of_subject,
  a.name || ' -> ' || work_text(b.kind, b.name, b.aliases, b.attributes, b.mechanism) as evidence_of_object, x.relation, a.kind, b.kind as other_kind
from edges x join entities a on a.id = x.source and a.state = 'live' join entities b on b.id = x.target and b.state = 'live'
where x.origin like 'biograph:%' or (x.relation = 'targets' and x.origin in ('WHO INN stem', 'ChEMBL', 'Open Targets FDA approvals', 'Open Targets pharma portfolio') and a.kind in ('product', 'program'));

create or replace temp view link_label as
select case
    when p.field <> 'moa.disease_id' and p.source = 'HGNC' then 'target → gene, of a stated name'
    when p.source = 'biograph: the product tested' then 'trial → target, of the product tested'
    when p.source = 'biograph: the product it covers' then 'patent → target, of the product it covers'
    when p.source = 'biograph: its product' then e.kind || ' → target, of its product'
    when p.source in ('biograph: the trial it reports', 'biograph: the product it studies') then 'paper → target, of what it reports or studies'
    when p.source = 'biograph: named in its title' then case e.kind when 'trial' then 'trial' else 'patent, product or program' end || ' → target, named in its title'
    when p.source = 'WHO INN stem' then 'drug → target, by its INN stem'
    when p.source = 'biograph: its list of drugs' then 'drug → target, by the list of drugs'
    when p.source = 'biograph: its substance' then 'drug → target, of its substance'
    when p.source = 'biograph: its only target' then 'drug → target, its only one'
    when e.kind in ('product', 'program') and p.field <> 'moa.disease_id' then 'drug → target, by a stated mechanism'
    when p.field = 'moa.disease_id' and p.source = 'MONDO' and p.confidence = 0.8 then 'trial, paper or program → disease, by its words'
    when p.field = 'moa.disease_id' and p.source = 'MONDO' and p.confidence < 0.8 then 'trial, paper or program → disease, by its words without qualifiers'
    when p.field = 'moa.disease_id' and p.source = 'MONDO' then 'disease → term, of a stated name or number'
    when p.field = 'moa.disease_id' and p.source = 'biograph: the use of its product' then 'approval → disease, of its product'
    when p.field = 'moa.disease_id' and p.source = 'biograph: the first use of its product' then 'first approval → disease, of its product'
    when p.field = 'moa.disease_id' and e.kind = 'product' then 'product → disease, of several that sources state'
    end as rule,
  e.natural_key as subject, case when p.field = 'moa.disease_id' then e.disease_id else coalesce(e.target_symbol, e.target) end as object, p.confidence,
  case when p.field = 'moa.disease_id' then e.disease_id || ' ' || coalesce(e.disease_label, '') else coalesce(e.target_symbol, '') || ' ' || coalesce(e.target, '') end
    || ' <- ' || work_text(e.kind, e.name, e.aliases, e.attributes, e.mechanism) || coalesce(' || ' || (select said from carried c where c.id = e.id and p.source in ('biograph: the product tested', 'biograph: the product it covers', 'biograph: its product')), '') as evidence,
  p.source, p.field, e.kind
from provenance p join entities e on e.id = p.entity_id and e.state = 'live' and e.kind <> 'target'
where p.field in ('moa.target', 'moa.target_symbol', 'moa.disease_id') and not (p.source in ('Orphanet', 'CIViC'));

create or replace temp view link as
select rule, subject, object, max(confidence) as confidence, any_value(evidence) as evidence from (
  select rule, subject, object, confidence, case when relation = 'targets' then evidence_of_subject else evidence_of_object end as evidence from link_edge
  union all select rule, subject, object, confidence, evidence from link_label
) where rule is not null and object is not null group by rule, subject, object;
