-- The tree of diseases: parents from the ontology, or else from the project's list and other sources, or else from the
-- name itself: a "small cell lung carcinoma" is a lung carcinoma, "type 4" of something is that. The name also tells where all that is
-- stated is a therapeutic area. Parents that sources state and that are none (vocabulary/wrong_parents.csv: pulmonary fibrosis below lung
-- cancer) are left out.
create temp table labelled as
select id, label, one_spelling(plain_words(label)) as words, regexp_split_to_array(one_spelling(plain_words(label)), ' ') as list from disease_term where label is not null;
create temp table sole as select words, min(id) as id from labelled group by words having count(*) = 1;
create temp table by_name as
select id, arg_max(parent, {length: length(words), parent: parent}) as parent from (
  select l.id, s.id as parent, s.words from (select id, words, list, unnest(generate_series(2, len(list))) as start from labelled where len(list) > 1 and not contains(label, ',')) l
  join sole s on s.words = array_to_string(list[start:], ' ') where s.id <> l.id
  -- Diseases that are not a kind of what their name ends with.
  and not regexp_matches(l.words, '\b(without|non|anti|pseudo|benign|resistance to|due to|with|or|associated|excluding|susceptibility|like)\b')
  and s.words not in ('disease', 'syndrome', 'disorder', 'deficiency', 'type', 'condition', 'injury', 'disease or disorder')
  union all
  select l.id, s.id, s.words from labelled l join sole s on s.words = regexp_extract(l.words, '^(.*?)(?: autosomal (?:dominant|recessive)| x linked)?(?: (?:type|grade|form|stage))? (?:\d+[a-z]?|[ivx]+[a-z]?|[a-h])$', 1) where s.id <> l.id
) group by id;
create table disease_tree as
with stated as (
  select c.id, p.id as parent_id from vocabulary_disease_parents v join labelled c on c.label = v.label join labelled p on p.label = v.parent
  union
  -- A carcinoma of an organ is a cancer of it.
  select l.id, s.id from labelled l join sole s on s.words = regexp_replace(l.words, ' (adeno)?carcinoma$', ' cancer') where s.id <> l.id
), wrong as (
  select c.id, list(p.id) as parents from (select label, unnest(split_list(parents, '|')) as parent from vocabulary_wrong_parents) v
  join labelled c on c.label = v.label join labelled p on p.label = v.parent group by 1
), every as (
  select t.id, list_filter(list_distinct(list_concat(coalesce(t.parents, []), coalesce(s.parents, []))), lambda p: p <> t.id and not list_contains(coalesce(w.parents, []), p)) as parents
  from disease_term t left join wrong w using (id) left join (select id, list(parent_id order by parent_id) as parents from stated group by id) s using (id)
)
select t.id, t.label, nullif(list_filter(t.synonyms, lambda s: s <> t.label), []) as synonyms,
  nullif(list_sort(list_distinct(list_concat(list_filter(e.parents, lambda p: p is not null),
    case when b.parent is not null and list_has_all((select coalesce(list(id), []) from disease_term where is_broad_disease(label)), e.parents) then [b.parent] else [] end))), []) as parents
from disease_term t join every e using (id) left join by_name b using (id) where t.label is not null;
drop table labelled; drop table sole; drop table by_name;
