-- The disease of a trial whose registry's file has no conditions is the one that its title names (0.75): of several the one named with the most words, or
-- else an abbreviation that is written out elsewhere. Only names of the ontology and the project's list count; adjectives (refractory, congenital), what is
-- left of a "sleep disorder" without the disorder, and words for all diseases but cancer are none. Healthy volunteers are ill with nothing.
create temp table title as
select id, string_split(plain_words(around_brackets(name)), ' ') as words, abbreviations_in(name) as letters
from entity where state = 'live' and kind = 'trial' and coalesce(disease_id, disease_label) is null and id not in (select id from condition)
  and around_brackets(name) is not null and not regexp_matches(lower(name), '\bhealthy\b|\bvolunteers?\b');
create temp table title_part as
select id, start, n, array_to_string(words[start:start + n - 1], ' ') as said
from (select *, unnest(generate_series(1, len(words))) as start from title), (select unnest(generate_series(1, 8)) as n)
where start + n - 1 <= len(words) and (n > 1 or length(words[start]) >= 5) and len(list_distinct(words[start:start + n - 1])) = n
  and not regexp_matches(words[start] || ' ' || words[start + n - 1], '\b(of|the|and|in|with|for|a|an|to|on|by|or|from|at|is)\b') and not regexp_matches(words[start], '^disorders?$')
  and not regexp_matches(coalesce(words[start - 1], ''), '^(non|no|not|without|anti|pseudo)$')
  and not (n = 1 and regexp_matches(words[start], '(al|ics?|ed|ory|ent|ant|ous|ive|able)$'));
create temp table term_name as
select distinct key, one_spelling(words) as words, regexp_matches(words, '\bdisorders?\b') as is_disorder from (
  select disease_key(said) as key, plain_words(said) as words from (select unnest(synonyms) as said from disease_term union select term from vocabulary_diseases)
);
create temp table titled as
with named as (
  select distinct p.id, p.start, p.n, p.said, d.id as disease_id
  from (select *, disease_key(said) as key from title_part) p join disease_name d on d.name_key = p.key join term_name t using (key)
  where (not t.is_disorder or regexp_matches(p.said, '\bdisorders?\b')) and (not contains(p.said, ' and ') or t.words = one_spelling(p.said))
    and (starts_with(d.id, 'MONDO:') or (starts_with(d.id, 'HP:') and p.n > 1))
)
select t.id, t.disease_id, d.label from (
  select n.id, n.disease_id, n.start, n.n, n.said, 1 as rung from named n
  where not exists (select 1 from named o where o.id = n.id and o.n > n.n and o.start <= n.start and o.start + o.n >= n.start + n.n)
  union all
  select t.id, a.disease_id, t.place, 0, '', 2 from (select id, unnest(letters) as letters, generate_subscripts(letters, 1) as place from title) t join disease_abbreviation a using (letters)
) t join disease_term d on d.id = t.disease_id
where d.label is not null and (t.said in ('cancer', 'cancers') or not is_broad_disease(d.label))
qualify row_number() over (partition by t.id order by t.rung, is_broad_disease(d.label), t.n desc, t.start, t.disease_id) = 1;
insert into provenance (entity_id, field, source, confidence) select id, unnest(['moa.disease_id', 'moa.disease_label']), 'biograph: its title', 0.75 from titled;
update entity set disease_id = titled.disease_id, disease_label = titled.label, c_disease = 0.75 from titled where titled.id = entity.id;
insert into proposal_applied select 'titled_disease', id from titled;
drop table title; drop table title_part; drop table term_name; drop table titled;
