-- Ids and slugs of the previous release keep working: an id is kept, or leads to its current entity; a slug stays as
-- long as the name does, and leads to its entity if the name changed, as a merged row with that slug. Without a
-- previous release this does nothing.

-- The current live entity of each row of the previous release.
create temp table now_at as
with recursive folded as (
  select i.id, i.survivor_id as dest from identity i where i.state <> 'removed'
), by_key as (
  select p.id, min(i.survivor_id) as dest from previous p join known_as k on k.key = p.natural_key and k.kind = p.kind join identity i on i.record = k.record and i.state <> 'removed' group by p.id having count(distinct i.survivor_id) = 1
), by_name as (
  select p.id, min(e.id) as dest from previous p join entity e on e.kind = p.kind and e.state = 'live' and fold(e.name) = fold(p.name)
  where p.state = 'live' and p.id not in (select id from identity) and p.id not in (select id from by_key) and p.kind in ('company', 'institution', 'funder', 'product', 'target', 'technology')
  group by p.id having count(distinct e.id) = 1
), by_alias as (
  -- An entity with a new name keeps the previous one among its others (a vaccine known by its brand).
  select p.id, min(e.id) as dest from previous p join (select id, fold(unnest(aliases)) as alias from entity where kind = 'product' and state = 'live') e on e.alias = fold(p.name)
  where p.state = 'live' and p.kind = 'product' and p.id not in (select id from identity) and p.id not in (select id from by_key) and p.id not in (select id from by_name) group by p.id having count(distinct e.id) = 1
), direct as (
  select p.id, coalesce(f.dest, k.dest, n.dest, a.dest) as dest, p.merged_into from previous p left join folded f using (id) left join by_key k using (id) left join by_name n using (id) left join by_alias a using (id)
), walk(id, dest, next, steps) as (
  select id, dest, merged_into, 0 from direct
  union all
  select w.id, d.dest, d.merged_into, w.steps + 1 from walk w join direct d on d.id = w.next where w.dest is null and w.steps < 64
)
select id, max_by(dest, steps) as dest from walk group by id;

-- Rows that this build has no record of.
insert into entity by name
select p.id, p.kind, case when n.dest is null then 'removed' else 'merged' end as state, n.dest as merged_into, p.natural_key, p.name, p.slug, p.source, getvariable('as_of') as updated_at,
  0 as strength, case when n.dest is not null then 'an earlier release' end as rule, 1.0 as identity_confidence
from previous p left join now_at n using (id) where p.id not in (select id from entity);

-- The previous owner of each slug, and the next one.
create temp table given as
select p.kind, p.slug, max_by(n.dest, {live: p.state = 'live', moment: p.updated_at, id: p.id}) as dest, max_by(p.id, {live: p.state = 'live', moment: p.updated_at, id: p.id}) as holder
from previous p left join now_at n using (id) where p.slug is not null group by p.kind, p.slug;

-- A live entity keeps its slug as long as its name stays. Another's slug is not taken.
create temp table kept_slug as
select e.id, p.slug from entity e join previous p using (id) join given g on g.kind = p.kind and g.slug = p.slug and g.dest = e.id
where e.state = 'live' and p.state = 'live' and kebab(p.name) = kebab(e.name);
update entity set slug = k.slug from kept_slug k where k.id = entity.id and entity.slug <> k.slug;
update entity set slug = left(entity.slug, 70) || '-' || left(entity.id, 8) from given g
where entity.state = 'live' and entity.id not in (select id from kept_slug) and g.kind = entity.kind and g.slug = entity.slug and g.dest is distinct from entity.id
  and g.dest is not null;
-- Two live entities with the same slug.
update entity set slug = left(entity.slug, 70) || '-' || left(entity.id, 8) from (
  select kind, slug, min(id) filter (where id in (select id from kept_slug)) as keeper, min(id) as first from entity where state = 'live' group by kind, slug having count(*) > 1
) d where d.kind = entity.kind and d.slug = entity.slug and entity.state = 'live' and entity.id <> coalesce(d.keeper, d.first)
  -- A source may give two things the same slug; only slugs of the previous release are kept apart.
  and exists (select 1 from previous);

-- A slug that its entity no longer has: the merged row that had it keeps it, or one is made for it.
create temp table old_slug as
select g.*, case when h.state <> 'live' then g.holder end as bearer
from given g join entity e on e.id = g.dest and e.state = 'live' left join entity h on h.id = g.holder
where e.slug <> g.slug;
update entity set slug = left(entity.slug, 70) || '-' || left(entity.id, 8) from old_slug o
where entity.state <> 'live' and entity.kind = o.kind and entity.slug = o.slug and entity.id is distinct from o.bearer;
update entity set slug = o.slug from old_slug o where o.bearer = entity.id and entity.slug <> o.slug;
insert into entity by name
select uuid5('slug:' || o.kind || ':' || o.slug) as id, o.kind, 'merged' as state, o.dest as merged_into, 'slug:' || o.kind || ':' || o.slug as natural_key, p.name, o.slug, p.source,
  getvariable('as_of') as updated_at, 0 as strength, 'an earlier name' as rule, 1.0 as identity_confidence
from old_slug o join previous p on p.id = o.holder where o.bearer is null and uuid5('slug:' || o.kind || ':' || o.slug) not in (select id from entity);
drop table now_at; drop table given; drop table kept_slug; drop table old_slug;
