-- A disease stated by another registry's id (EFO, Orphanet, DOID …) gets the MONDO id that is its exact counterpart, so that
-- one disease has one id.
create temp table counterpart as
select e.id, x.id as disease_id, e.c_disease as confidence
from entity e join disease_xref x on x.xref = upper(replace(e.disease_id, '_', ':'))
where e.state = 'live' and not starts_with(e.disease_id, 'MONDO:');
insert into provenance select id, 'moa.disease_id', 'MONDO', confidence, null::timestamptz from counterpart;
update entity set disease_id = counterpart.disease_id from counterpart where counterpart.id = entity.id;
insert into proposal_applied select 'disease', id from counterpart;
drop table counterpart;

-- The same few thousand conditions are said again and again: each is compared once.
create temp table said_disease as
select said, disease_key(said) as name_key from (
  select unnest(from_json(coalesce(attributes -> 'conditions', attributes -> 'mesh_major'), '["VARCHAR"]')) as said from entity where state = 'live' and kind in ('trial', 'paper') and attributes is not null
  union select disease_label from entity where state = 'live' and disease_label is not null
);

-- A stated disease gets the label or the MONDO id that belongs to it. A trial's condition or a paper's major subject that is
-- an ontology term's own name, whatever the order and number of its words, is that disease (0.8).
create temp table hit as
select e.id, coalesce(e.disease_id, n.id) as disease_id, coalesce(e.disease_label, d.label, nd.label) as disease_label, e.c_disease as confidence,
  e.disease_id is null as new_id, e.disease_label is null as new_label
from entity e
left join (select id, min(label) as label from disease group by id) d on d.id = e.disease_id
left join said_disease s on s.said = e.disease_label left join disease_name n on e.disease_id is null and n.name_key = s.name_key
left join (select id, min(label) as label from disease group by id) nd on nd.id = n.id
where e.state = 'live' and coalesce(e.disease_id, e.disease_label) is not null and (e.disease_id is null or e.disease_label is null)
  and coalesce(d.id, n.id) is not null;

insert into hit
select id, disease_id, label, 0.8, true, true from (
  select e.id, n.id as disease_id, (select min(label) from disease d where d.id = n.id) as label,
    row_number() over (partition by e.id order by length(n.name_key) - length(replace(n.name_key, ' ', '')) desc, n.name_key) as place
  from (
    select id, unnest(from_json(coalesce(attributes -> 'conditions', attributes -> 'mesh_major'), '["VARCHAR"]')) as said
    from entity where state = 'live' and kind in ('trial', 'paper') and coalesce(disease_id, disease_label) is null and attributes is not null
  ) e join said_disease s using (said) join disease_name n on n.name_key = s.name_key
) where place = 1;

insert into provenance
select id, field, 'MONDO', confidence, null::timestamptz from (
  select id, confidence, unnest([case when new_id then 'moa.disease_id' end, case when new_label then 'moa.disease_label' end]) as field from hit
) where field is not null;
update entity set disease_id = hit.disease_id, disease_label = hit.disease_label, c_disease = coalesce(entity.c_disease, hit.confidence)
from hit where hit.id = entity.id;
insert into proposal_applied select 'disease', id from hit;
drop table hit;
drop table said_disease;
