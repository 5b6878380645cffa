-- The diseases that a text names: each of its phrases that is a name of the ontology or the project's list, the longest where they overlap. Adjectives
-- (refractory, congenital), what is left of a "sleep disorder" without the disorder, and what a text excludes (non-cystic fibrosis) or has as part of another word's
-- name (anaplastic lymphoma kinase) are none.
create temp table term_name as
select distinct key, one_spelling(words) as words, regexp_matches(words, '\bdisorders?\b') as is_disorder from (
  select disease_key(said) as key, plain_words(said) as words from (select unnest(synonyms) as said from disease_term union select term from vocabulary_diseases)
);
create or replace temp macro diseases_named_in(texts) as table
with text as (select distinct said, string_split(plain_words(said), ' ') as words from query_table(texts) where said is not null),
part as (
  select said as text, start, n, array_to_string(words[start:start + n - 1], ' ') as said
  from (select *, unnest(generate_series(1, len(words))) as start from text), (select unnest(generate_series(1, 8)) as n)
  where start + n - 1 <= len(words) and (n > 1 or length(words[start]) >= 5) and len(list_distinct(words[start:start + n - 1])) = n
    and not regexp_matches(words[start] || ' ' || words[start + n - 1], '\b(of|the|and|in|with|for|a|an|to|on|by|or|from|at|is)\b') and not regexp_matches(words[start], '^disorders?$')
    and not regexp_matches(coalesce(words[start - 1], ''), '^(non|no|not|without|anti|pseudo|except|excluding)$')
    and not regexp_matches(coalesce(words[start + n], ''), '^(kinases?|receptors?|genes?)$')
    and not (n = 1 and regexp_matches(words[start], '(al|ics?|ed|ory|ent|ant|ous|ive|able)$'))
), named as (
  select distinct p.text, p.start, p.n, p.said, d.id as disease_id
  from (select *, disease_key(said) as key from part) p join disease_name d on d.name_key = p.key join term_name t using (key)
  where (not t.is_disorder or regexp_matches(p.said, '\bdisorders?\b')) and (not contains(p.said, ' and ') or t.words = one_spelling(p.said))
    and (starts_with(d.id, 'MONDO:') or (starts_with(d.id, 'HP:') and p.n > 1))
)
select n.* from named n
where not exists (select 1 from named o where o.text = n.text and o.n > n.n and o.start <= n.start and o.start + o.n >= n.start + n.n);

-- What a drug is approved or designated for is often a sentence (the oral treatment of acromegaly): it means the disease that it names with the most words,
-- then the first (0.75), none that says little. Why somebody has it, and who they are otherwise, is not what the drug is for: xerostomia induced by radiation
-- therapy for a cancer, post-polycythemia myelofibrosis. A heading (Diabetes Complications) is no sentence.
create or replace temp macro what_for(label) as nullif(trim(regexp_replace(regexp_replace(regexp_replace(around_brackets(label), '(?i)\bpost-exposure\b', ' ', 'g'), '(?i)\bpost-[^,;]*', ' ', 'g'),
  '(?i)\b(induced by|due to|caused by|secondary to|resulting from|associated with|complications? (of|from)|undergoing|receiving|affected with|exclud\w+|except)\b.*$', '')), '');
create temp table sentence as
select distinct label, what_for(label) as said from indication_said
where label is not null and disease_id is null and label not in (select said from said_disease) and regexp_matches(label, '\b[a-z]{2,} |\b[a-z]{2,}$');
insert into said_disease
select s.label, n.disease_id, 5, 0.75 from diseases_named_in('sentence') n join sentence s on s.said = n.text join disease_term d on d.id = n.disease_id
where d.label is not null and not is_broad_disease(d.label)
qualify row_number() over (partition by s.label order by n.n desc, n.start, n.disease_id) = 1;
drop table sentence;
