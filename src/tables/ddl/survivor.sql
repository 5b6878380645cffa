-- reads: entity, gone
-- refresh: full

-- The survivor of each merged entity. A cycle, or a chain that ends in a removed entity, has none.
create temp table chain as
with recursive walk(id, stop, steps) as (
  select id, merged_into, 1 from gone where merged_into is not null
  union all
  select w.id, g.merged_into, w.steps + 1
  from walk w join gone g on g.id = w.stop
  where g.merged_into is not null and w.steps < 64
)
select w.id, e.rid from walk w join entity e on e.id = w.stop;

update gone set survivor = (select rid from chain where chain.id = gone.id)
where survivor is distinct from (select rid from chain where chain.id = gone.id);

create temp table end_of as
select id, rid, false as moved from entity
union all
select id, survivor, true from gone where survivor is not null;
