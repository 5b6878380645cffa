-- The disease of a trial whose registry's file has no conditions is the one that its title names (0.75): of several the one named with the most words, or
-- else an abbreviation that is written out elsewhere. Only names of the ontology and the project's list count; adjectives (refractory, congenital), what is
-- left of a "sleep disorder" without the disorder, and words for all diseases but cancer are none. Healthy volunteers are ill with nothing. So is that of an
-- event the one that the filing's sentence names before it goes on to something else; letters there may be of a code (MM-402).
create temp table title as
select id, kind, around_brackets(words) as said, case kind when 'catalyst' then [] else abbreviations_in(words) end as letters
from (select *, case kind when 'catalyst' then regexp_replace(attributes ->> 'text', '(?: o | - |[•~;)]|\. ).*$', '') else name end as words from entity)
where state = 'live' and kind in ('trial', 'catalyst') and coalesce(disease_id, disease_label) is null and id not in (select id from condition)
  and around_brackets(words) is not null and not regexp_matches(lower(words), '\bhealthy\b|\bvolunteers?\b');
create temp table titled as
select t.id, t.kind, t.disease_id, d.label from (
  select t.id, t.kind, n.disease_id, n.start, n.n, n.said, 1 as rung from diseases_named_in('title') n join title t on t.said = n.text
  union all
  select t.id, t.kind, a.disease_id, t.place, 0, '', 2 from (select id, kind, unnest(letters) as letters, generate_subscripts(letters, 1) as place from title) t join disease_abbreviation a using (letters)
) t join disease_term d on d.id = t.disease_id
where d.label is not null and (t.said in ('cancer', 'cancers') or not is_broad_disease(d.label))
qualify row_number() over (partition by t.id order by t.rung, is_broad_disease(d.label), t.n desc, t.start, t.disease_id) = 1;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), case kind when 'catalyst' then 'biograph: its text' else 'biograph: its title' end, 0.75 from titled;
update entity set disease_id = titled.disease_id, disease_label = titled.label, c_disease = 0.75 from titled where titled.id = entity.id;
insert into proposal_applied select 'titled_disease', id from titled;
drop table title; drop table term_name; drop table titled;
