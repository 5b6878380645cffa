-- What people call a drug's target and its disease, beside their labels: "TL1A antibody" and "NASH" find the drugs of TNFSF15 and of non-alcoholic
-- steatohepatitis. The shortest names, no names of other targets as well (GIP/GLP-1), of families or of mutations.
create temp table other_name as
select g.symbol as label, list(said order by length(said), said)[:15] as names
from gene g join (select id, unnest(aliases) as said from entity where kind = 'target' and state = 'live') a using (id)
where length(said) <= 40 and not regexp_matches(said, '(?i)/| and |\bfamily\b|\bpan-|\b[A-Z]\d{2,4}[A-Z]\b|^\W*$') group by g.symbol;
create temp table disease_word as
select label, list(term order by length(term), term)[:10] as names from vocabulary_diseases where length(term) <= 40 and not contains(term, '(') group by label;

create temp table hit as
select e.id, json_merge_patch(coalesce(e.attributes, '{}'),
  case when n.names is not null then json_object('target_names', n.names) else '{}' end, case when d.names is not null then json_object('disease_names', d.names) else '{}' end)::varchar as attributes
from entity e left join other_name n on n.label = e.target_symbol and e.c_target >= getvariable('trusted')
left join disease_word d on d.label = e.disease_label and e.c_disease >= getvariable('trusted')
where e.state = 'live' and e.kind in ('product', 'program') and (n.names is not null or d.names is not null);
update entity set attributes = hit.attributes from hit where hit.id = entity.id;
insert into proposal_applied select 'other_names', id from hit;
drop table other_name; drop table disease_word; drop table hit;
