-- What an abbreviation of a disease means, as works write it out: multiple sclerosis (MS). One that is written out in several ways (UC: ulcerative colitis,
-- urothelial carcinoma, usual care) means none.
create temp table written_out as
select distinct id, words[1] as before, words[2] as letters from (
  select id, string_split(unnest(regexp_extract_all(said, '(?:[A-Za-z][a-z''’-]*[ -]){1,7}\([A-Z][A-Za-z]{0,3}[A-Z]\)')), '(') as words from (
    select id, name as said from entity where state = 'live' and kind in ('trial', 'paper', 'program') and contains(name, '(')
    union all select id, unnest(from_json(attributes -> 'conditions', '["VARCHAR"]')) from entity where state = 'live' and kind in ('trial', 'program')
  ));
create table disease_abbreviation as
with form as (
  select id, before, rtrim(letters, ')') as letters, string_split(trim(before), ' ') as words from written_out
), part as (
  select f.*, k, array_to_string(words[-k:], ' ') as said from form f, lateral (select unnest(generate_series(1, len(words))) as k)
), meaning as (
  -- The longest words before it that are a disease's name, in as many words as letters if it is written in capitals.
  select p.id, p.before, p.letters, max_by(n.id, p.k) as disease_id from part p join disease_name n on n.name_key = disease_key(p.said)
  where upper(p.said[1]) = p.letters[1] and (p.k > 1 or contains(p.said, '-') or p.letters <> upper(p.letters)) group by all
), counted as (
  select f.letters, m.disease_id, count(distinct f.id) as n from form f left join meaning m using (id, before, letters) group by f.letters, m.disease_id
)
select letters, disease_id, label from (select *, sum(n) over (partition by letters) as n_of_all from counted) c join disease_term t on t.id = c.disease_id
where starts_with(disease_id, 'MONDO:') and n >= 0.85 * n_of_all and n >= case when length(letters) > 2 then 2 else 3 end;
drop table written_out;
