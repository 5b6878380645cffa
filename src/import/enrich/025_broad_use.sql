-- A source that lists what a drug is approved for by terms of MeSH lists those above them, too (nervous system disorder beside Lambert-Eaton
-- syndrome): a word as broad as an organ's, of an approved use of which the drug has a narrower one, is left out. Whoever asks for the broad
-- one finds the drug by the narrower. A disease that is broader without being so vague (epilepsy, beside focal epilepsy) may be meant, and stays,
-- and so do bacterial infections, which are what an antibiotic is for, of whatever organ.
create temp table above as
with recursive up as (
  select distinct i.disease_id as id, t.parent as parent from indication i join (select id, unnest(parents) as parent from disease_tree) t on t.id = i.disease_id
  where i.phase = 'approved'
  union
  select up.id, t.parent from up join (select id, unnest(parents) as parent from disease_tree) t on t.id = up.parent
)
select id, parent from up where id <> parent;
create temp table broad as
select distinct b.id, b.disease_id
from indication b join entity e on e.id = b.id and e.kind in ('product', 'approval') and e.state = 'live'
join indication n on n.id = b.id and n.phase = 'approved' join above a on a.id = n.disease_id and a.parent = b.disease_id
where b.phase = 'approved' and b.source in ('ChEMBL', 'EMA') and is_broad_disease(b.label) and b.label <> 'bacterial infectious disease' and e.disease_id is distinct from b.disease_id
  -- Of two broad ones that stand above each other, at least one stays.
  and not exists (from above back where back.id = b.disease_id and back.parent = n.disease_id);
create temp table hit as
select e.id, to_json(list_filter(from_json(e.attributes -> 'indications', '["JSON"]'), lambda use: not coalesce(list_contains(b.terms, use ->> 'id'), false))) as uses
from (select id, list(disease_id) as terms from broad group by id) b join entity e using (id);
update entity set attributes = json_merge_patch(entity.attributes, json_object('indications', hit.uses))::varchar from hit where hit.id = entity.id;
delete from indication using broad b where indication.id = b.id and indication.disease_id = b.disease_id;
insert into proposal_applied select 'broad_use', id from hit;
drop table above; drop table broad; drop table hit;
