-- What a combination does is what its parts do, each as its own product is told (0.85 at most); that of the part with the combination's target first.
create temp table part as
select e.id, e.target, e.c_target, unnest(name_parts(coalesce(e.attributes ->> 'generic', e.name))) as said, generate_subscripts(name_parts(coalesce(e.attributes ->> 'generic', e.name)), 1) as place
from entity e where e.kind = 'product' and e.state = 'live' and e.target is not null and e.mechanism is null and len(name_parts(coalesce(e.attributes ->> 'generic', e.name))) between 2 and 4;
create temp table told as
select t.id, t.target, t.c_target, t.said, min(t.place) as place, min_by(p.mechanism, p.id) as mechanism, min_by(p.target, p.id) as own, min(p.c_mechanism) as confidence
from part t join drug_name n on n.key = drug_key_of_text(t.said) join entity p on p.id = n.id
where p.kind = 'product' and p.state = 'live' and p.mechanism is not null group by t.id, t.target, t.c_target, t.said having count(distinct p.id) = 1;
create temp table hit as
select id, string_agg(mechanism, '; ' order by is_other, place) as text, least(min(confidence), min(c_target), 0.85) as confidence
from (
  select id, mechanism, min(own <> target) as is_other, min(place) as place, min(confidence) as confidence, min(c_target) as c_target from told group by id, mechanism
) group by id having not min(is_other);
insert into provenance (entity_id, field, source, confidence) select id, 'moa.mechanism', 'biograph: its parts', confidence from hit;
update entity set mechanism = hit.text, c_mechanism = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'parts_action', id from hit;
drop table part; drop table told; drop table hit;
