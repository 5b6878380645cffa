-- Diseases, stated by id or in words, as terms of one ontology.

-- A disease stated by another registry's id (EFO, Orphanet, DOID …), or as the twin of a term, gets the MONDO id that is its exact
-- counterpart, so that each disease has one id.
create temp table counterpart as
select e.id, x.id as disease_id, e.c_disease as confidence
from entity e join disease_xref x on x.xref = upper(disease_id_of(e.disease_id))
where e.state = 'live' and e.disease_id <> x.id;
insert into provenance (entity_id, field, source, confidence) select id, 'moa.disease_id', 'MONDO', confidence from counterpart;
update entity set disease_id = counterpart.disease_id from counterpart where counterpart.id = entity.id;
insert into proposal_applied select 'disease', id from counterpart;
drop table counterpart;

-- The same few thousand conditions occur again and again: each is compared once.
create temp table condition as
select id, place, said from (
  select id, unnest(said) as said, generate_subscripts(said, 1) as place from (
    select id, from_json(case kind when 'paper' then attributes -> 'mesh_major' else attributes -> 'conditions' end, '["VARCHAR"]') as said
    from entity where state = 'live' and kind in ('trial', 'paper', 'program') and attributes is not null
  )
) where said is not null;
create temp table spoken as
select said from condition union select disease_label from entity where state = 'live' and disease_label is not null union select label from indication_said where label is not null
union select disease_label from row where disease_label is not null;
-- With the abbreviation of a disease written out, if there is one that is not: relapsing forms of MS.
create temp table abbreviated as
select s.said, a.letters, a.disease_id, regexp_replace(s.said, '\b' || a.letters || '\b', a.label) as text
from (select said, unnest(list_distinct(abbreviations_in(said))) as letters from spoken) s join disease_abbreviation a using (letters);
create table said_disease as
select said, arg_min(id, {loose: loose, rung: rung, id: id}) as disease_id, arg_min(rung, {loose: loose, rung: rung}) as rung, case when min(loose) <= 1 then 0.8 else 0.75 end as confidence from (
  select r.said as said, n.id, r.loose, n.rung
  from (
    select said, unnest(disease_readings(said), recursive := false) as reading, 0 as more from spoken
    union all select said, unnest(disease_readings(text), recursive := false), 5 from abbreviated
  ) q,
    lateral (select q.said, q.reading.said as text, q.reading.loose + q.more as loose) r
  join disease_name n on n.name_key = disease_key(r.text)
  where not regexp_matches(lower(q.said), '^(pregnancy|pregnancy[ ,-]+related|pregnant women|(high )?physical activity)$')
) group by said;

-- A program's disease in words gets the id of the words where these are a term's own name and its source's id is another term's: that was
-- looked up by an abbreviation (RCC for a refractory cough).
create temp table reread as
select distinct r.disease_label as label, r.disease_id as said_id, s.disease_id
from row r join said_disease s on s.said = r.disease_label left join disease_xref x on x.xref = upper(disease_id_of(r.disease_id))
where r.kind = 'program' and r.disease_id is not null and s.rung <= 3 and s.confidence >= 0.8 and s.disease_id <> coalesce(x.id, disease_id_of(r.disease_id))
union
-- Or these have an abbreviation and no word of the term: the id is that of another disease with those letters (myeloid sarcoma, of secondary progressive MS).
select r.disease_label, r.disease_id, coalesce(min(s.disease_id), min(a.disease_id))
from row r join abbreviated a on a.said = r.disease_label left join said_disease s on s.said = r.disease_label left join disease_xref x on x.xref = upper(disease_id_of(r.disease_id))
join disease_term t on t.id = coalesce(x.id, disease_id_of(r.disease_id))
where r.kind = 'program' and shares_no_word(r.disease_label, t.synonyms)
group by r.disease_label, r.disease_id, t.id having not bool_or(a.disease_id = t.id) and count(distinct a.disease_id) = 1;
update entity set disease_id = r.disease_id from reread r left join disease_xref x on x.xref = upper(disease_id_of(r.said_id))
where entity.kind = 'program' and entity.state = 'live' and entity.disease_label = r.label and entity.disease_id in (r.said_id, x.id);
update row set disease_id = r.disease_id from reread r where row.kind = 'program' and row.disease_label = r.label and row.disease_id = r.said_id;
drop table reread; drop table abbreviated; drop table spoken;

-- An id that the ontology does not have gives way to the term of that name.
create temp table unknown as
select e.id, s.disease_id from entity e join said_disease s on s.said = e.disease_label
where e.state = 'live' and e.disease_id is not null and disease_id_of(e.disease_id) not in (select id from disease_term) and s.disease_id <> e.disease_id;
insert into provenance (entity_id, field, source, confidence) select u.id, 'moa.disease_id', 'MONDO', e.c_disease from unknown u join entity e using (id);
update entity set disease_id = u.disease_id from unknown u where u.id = entity.id;
drop table unknown;

-- A stated disease gets the missing label or id.
create temp table hit as
select e.id, coalesce(e.disease_id, s.disease_id) as disease_id, coalesce(e.disease_label, d.label, nd.label) as disease_label, e.c_disease as confidence,
  e.disease_id is null as new_id, e.disease_label is null as new_label
from entity e
left join disease_term d on d.id = e.disease_id
left join said_disease s on e.disease_id is null and s.said = e.disease_label
left join disease_term nd on nd.id = s.disease_id
where e.state = 'live' and coalesce(e.disease_id, e.disease_label) is not null and (e.disease_id is null or e.disease_label is null)
  and coalesce(d.id, s.disease_id) is not null;

-- A trial's condition or a paper's major subject that is a disease's name, in any order and number of its words: of
-- several the one named with the most words, then the most exact, then the first; one of the ontology before another.
insert into hit
select c.id, c.disease_id, t.label, c.confidence, true, true from (
  select c.id, s.disease_id, s.confidence, row_number() over (partition by c.id order by s.disease_id in (select id from own_term), length(c.said) - length(replace(c.said, ' ', '')) desc, s.confidence desc, c.place) as place
  from condition c join said_disease s using (said) join entity e on e.id = c.id
  where coalesce(e.disease_id, e.disease_label) is null and e.kind <> 'program'
) c join disease_term t on t.id = c.disease_id where place = 1;

insert into provenance (entity_id, field, source, confidence)
select id, field, 'MONDO', confidence from (
  select id, confidence, unnest([case when new_id then 'moa.disease_id' end, case when new_label then 'moa.disease_label' end]) as field from hit
) where field is not null;
update entity set disease_id = hit.disease_id, disease_label = hit.disease_label, c_disease = coalesce(entity.c_disease, hit.confidence)
from hit where hit.id = entity.id;
insert into proposal_applied select 'disease', id from hit;
drop table hit;
