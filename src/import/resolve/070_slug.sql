-- A slug is the name in lower case with - between words. If several entities of a kind have the same one, the live one
-- with the strongest key gets it, and the others add their number, or -2, -3 … A slug fixed by the source stays
-- unchanged.

create table slug as
with wish as (
  select id, kind, state, natural_key, strength, slug as fixed,
    coalesce(slug, nullif(kebab(name), ''), nullif(kebab(key_value(natural_key)), ''), kind || '-' || left(id, 8)) as base
  from entity
), placed as (
  select *, row_number() over (partition by kind, base order by fixed is null, state <> 'live', strength desc, natural_key) as place
  from wish
), suffixed as (
  select *, case
      when fixed is not null or place = 1 then base
      when strength > 0 then left(base, 60) || '-' || kebab(key_value(natural_key))
      else left(base, 70) || '-' || place end as proposed
  from placed
), again as (
  select *, row_number() over (partition by kind, proposed order by fixed is null, place, state <> 'live', natural_key) as turn from suffixed
)
select id, case when fixed is not null or turn = 1 then proposed else left(proposed, 70) || '-' || left(id, 8) end as slug from again;

update entity set slug = slug.slug from slug where slug.id = entity.id;
drop table slug;
