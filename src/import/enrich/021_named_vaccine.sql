-- A vaccine is for the disease in its name (0.8). What ChEMBL lists besides are the diseases of trials in which another vaccine was compared with it
-- (rabies vaccine, of malaria vaccines; typhoid vaccine, of hepatitis A's): not trusted.
create temp table vaccine_text as
select id, trim(regexp_replace(regexp_replace(lower(name), '\bvaccine\b.*$|\b(virus|vi|polysaccharide|attenuated|pandemic|prepandemic|zoonotic)\b', ' ', 'g'), '\s+', ' ', 'g')) as words
from entity where kind = 'product' and state = 'live' and regexp_matches(lower(name), '\bvaccine\b') and not contains(name, ';');
create temp table vaccine_said as
select id, place, replace(words, 'poliovirus', 'poliomyelitis') || more as said from vaccine_text, (values (1, ''), (2, ' fever'), (3, ' infection'), (4, ' disease')) m(place, more) where words <> '';
create temp table vaccine_for as
select v.id, n.disease_id, any_value(t.label) as label from diseases_named_in('vaccine_said') n join vaccine_said v on v.said = n.text join disease_term t on t.id = n.disease_id
where not is_broad_disease(t.label) group by v.id, n.disease_id
qualify row_number() over (partition by v.id order by max(n.n) desc, min(v.place), n.disease_id) = 1;
update indication_said set confidence = 0.6 from vaccine_for v
where v.id = indication_said.id and source = 'ChEMBL' and coalesce(phase, '') <> 'approved' and indication_said.disease_id is distinct from v.disease_id and not contains(lower(coalesce(indication_said.label, '')), lower(v.label));
insert into indication_said by name
select id, disease_id, label, 'biograph: its name' as source, 0.8 as confidence, 0 as place from vaccine_for v
where not exists (from indication_said i where i.id = v.id and i.disease_id = v.disease_id and coalesce(i.confidence, 0.8) >= getvariable('trusted'));
insert into proposal_applied select 'named_vaccine', id from vaccine_for;
drop table vaccine_text; drop table vaccine_said; drop table vaccine_for;
