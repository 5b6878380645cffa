-- Whose labels may be others than before: who changed, who has or had an edge to a target or technology that changed, and those whose
-- target is now known by another name.

create temp table leads_otherwise as
select key from target_name a full join target_name_before b using (key) where a.label is distinct from b.label;

create temp table affected as
with tying as (select rel from relation where relation in ('targets', 'employs'))
select rid from replaced
union
select rid from numbered
union
select src from edge_dead where rel in (from tying)
union
select src from own.edge_out where rel in (from tying)
union
select src from past.edge_in
where rel in (select rel from past.relation where relation in ('targets', 'employs')) and dst in (select rid from replaced)
union
select src from edge_in where rel in (from tying) and dst in (select rid from replaced union all select rid from numbered)
union
select rid from entity
where norm(target) in (from leads_otherwise) or norm(target_symbol) in (from leads_otherwise) or norm(target_id) in (from leads_otherwise);
