-- Whose labels may be others than before: who changed, who has or had an edge that did, who has one to a target or technology that
-- changed, and whose target may be known by another name.

create temp table affected as
with changed as (select rid from replaced union select rid from numbered),
targeted as (
  select key from past.target_key where rid in (from changed) union select key from target_key where rid in (from changed)
)
from changed
union
select src from edge_dead
union
select src from own.edge_out
union
select src from edge_in where dst in (from changed) and rel in (select rel from relation where relation in ('targets', 'employs'))
union
select rid from entity
where norm(target) in (from targeted) or norm(target_symbol) in (from targeted) or norm(target_id) in (from targeted);
