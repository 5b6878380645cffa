-- A trial or program whose only active substance is, by its very name, an approved product of this graph: it tests that
-- product, and has its target, modality and mechanism (0.8). Where there are other active substances the product may be
-- the comparator: then only the edge is drawn.
create temp table substance as
select name_key, min(id) as id from (
  select plain_words(unnest(list_append(coalesce(aliases, []), name))) as name_key, id from entity where state = 'live' and kind = 'product'
) where length(name_key) >= 5 group by 1 having count(distinct id) = 1;

create temp table given as
select id, kind, name_key, count(*) over (partition by id) as n from (
  select distinct id, kind, regexp_replace(plain_words(said), ' (\d+ ?(mg|mcg|g|ml)\b.*|tablets?|capsules?|injection|oral|iv)$', '') as name_key from (
    select id, kind, unnest(from_json(attributes -> 'interventions', '["VARCHAR"]')) as said from entity
    where state = 'live' and kind = 'trial' and attributes is not null
    union all
    select id, kind, name from entity where state = 'live' and kind = 'program'
  )
) where not regexp_matches(name_key, '\b(placebo|vehicle|saline|sham|standard of care|usual care|no intervention|sodium chloride)\b');

create temp table tested as select g.id, g.kind, min(s.id) as product, min(g.n) as n from given g join substance s using (name_key) group by g.id, g.kind;

insert into edge
select s.id, 'tested_in', g.id, null::timestamptz, 'intervention name', 'product', 'trial'
from given g join substance s using (name_key)
where g.kind = 'trial' and not exists (from edge e where e.source = s.id and e.relation = 'tested_in' and e.target = g.id)
group by all;

create temp table hit as
select t.id, p.target, p.target_id, p.target_symbol, p.modality, p.secondary_modalities, p.mechanism,
  least(p.c_target, 0.8) as c_target, least(p.c_modality, 0.8) as c_modality, least(p.c_mechanism, 0.8) as c_mechanism
from tested t join entity p on p.id = t.product join entity e on e.id = t.id
where t.n = 1 and coalesce(e.target, e.target_id, e.modality, e.mechanism) is null and coalesce(p.target, p.target_id, p.modality, p.mechanism) is not null;

insert into provenance
select id, f.field, 'biograph: approved product of that name', f.confidence, null::timestamptz
from (select id, unnest(moa_taken(target, target_id, target_symbol, modality, mechanism, c_target, c_modality, c_mechanism)) as f from hit);
update entity set target = hit.target, target_id = hit.target_id, target_symbol = hit.target_symbol, modality = hit.modality,
  secondary_modalities = hit.secondary_modalities, mechanism = hit.mechanism,
  c_target = hit.c_target, c_modality = hit.c_modality, c_mechanism = hit.c_mechanism
from hit where hit.id = entity.id;
insert into proposal_applied select 'tested_product', id from hit;
drop table substance; drop table given; drop table tested; drop table hit;
