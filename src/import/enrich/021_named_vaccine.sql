-- A vaccine or an immune globulin is for the diseases in its proper name or its name, each of a combination (0.8): tetanus, diphtheria and pertussis. A toxoid that
-- only carries a polysaccharide does not count; an immune globulin against nothing in particular is for those who lack one. What ChEMBL lists besides
-- are the diseases of trials in which another vaccine was compared with it (rabies vaccine, of malaria vaccines; typhoid vaccine, of hepatitis A's): not trusted.
create temp table vaccine_part as
select id, unnest(parts) as part, generate_subscripts(parts, 1) as nth
from (
  select id, list_filter(list_transform(regexp_split_to_array(regexp_replace(said,
    '\b(diphtheria|tetanus) (toxoid|crm ?\d+)( protein)? conjugate\b', ' ', 'g'), '[,&]| and '),
    lambda p: trim(regexp_replace(regexp_replace(p, '\b(vaccines?|virus|groups?|types?|immune globulin)\b.*$|\d+-valent|\b\d+v\b|\b(live|inactivated|recombinant|attenuated|a[bd]sorbed|adjuvanted|(oligo|poly)?saccharides?|conjugated?|toxoids?|reduced|(a|whole )?cell(ular)?|component|(bi|tri|tetra|quadri|penta|poly|mono)valent|pandemic|prepandemic|zoonotic|combined|oral|vi|zaire|h\d+(n\d+)?v?|b conjugate)\b', ' ', 'g'), '\s+', ' ', 'g'))),
    lambda p: length(p) >= 5) as parts
  from (
    select id, regexp_replace(regexp_replace(lower(said), '\([^)]*\)|\[[^\]]*\]', ' ', 'g'), '^\s*(human )?immune globulin\b.*$', 'primary immunodeficiency vaccine') as said
    from (select id, case when regexp_matches(lower(name), '\b(vaccines?|toxoids?|immune globulin)\b') then name else attributes ->> 'proper_name' end as said from entity where kind = 'product' and state = 'live')
    where regexp_matches(lower(said), '\b(vaccines?|toxoids?|immune globulin)\b') and not contains(said, ';') and not contains(lower(said), ' antigen')
  )
);
create temp table vaccine_said as
select id, nth, place, regexp_replace(replace(part, 'poliovirus', 'poliomyelitis'), 'haemophilus( influenzae)?( b)?', 'haemophilus influenzae') || more as said
from vaccine_part, (values (1, ''), (2, ' fever'), (3, ' infection'), (4, ' virus infection'), (5, ' disease')) m(place, more);
-- Named as a whole, or within what else is said.
create temp table vaccine_for as
select id, disease_id, any_value(label) as label, min(nth) as nth
from (
  select c.id, c.nth, t.id as disease_id, t.label
  from (
    select v.id, v.nth, v.place, n.id as disease_id, 99 as n from vaccine_said v join disease_name n on n.name_key = disease_key(v.said)
    union all
    select v.id, v.nth, v.place, n.disease_id, n.n from diseases_named_in('vaccine_said') n join vaccine_said v on v.said = n.text
  ) c join disease_term t on t.id = c.disease_id
  where not is_broad_disease(t.label)
  qualify row_number() over (partition by c.id, c.nth order by c.n desc, c.place, c.disease_id) = 1
)
group by id, disease_id;
update indication_said set confidence = 0.6
where source = 'ChEMBL' and coalesce(phase, '') <> 'approved' and id in (select id from vaccine_for) and id in (select id from entity where not contains(lower(coalesce(attributes ->> 'proper_name', name)), 'immune globulin'))
  and not exists (from vaccine_for v where v.id = indication_said.id and (v.disease_id is not distinct from indication_said.disease_id or contains(lower(coalesce(indication_said.label, '')), lower(v.label))));
insert into indication_said by name
select id, disease_id, label, 'biograph: its name' as source, 0.8 as confidence, nth - 1 as place from vaccine_for v
where not exists (from indication_said i where i.id = v.id and i.disease_id = v.disease_id and coalesce(i.confidence, 0.8) >= getvariable('trusted'));
insert into proposal_applied select 'named_vaccine', id from vaccine_for;
drop table vaccine_part; drop table vaccine_said; drop table vaccine_for;
