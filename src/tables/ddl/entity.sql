-- reads: kind, snapshot_entities
-- refresh: by-key

-- Live entities, one row each. rid: kind number and position within the kind (row-macros.ts);
-- snapshot_entities is sorted by (kind, id). Positions have gaps for later entities, so that row numbers stay in the order of (kind, id) and existing ones do
-- not change.

-- Kinds are looked up in lists, because a join might change the order of the rows, which are numbered as they come.

set variable kinds = (select list(kind order by kind_no) from kind);
set variable starts = (
  select list({before: before, room: room_for(n)} order by kind_no)
  from (
    select kind_no, n, coalesce(sum(n) over (order by kind rows between unbounded preceding and 1 preceding), 0) as before
    from (
      select k.kind_no, k.kind, count(e.id) as n
      from kind k left join snapshot_entities e on e.kind = k.kind and e.state = 'live' group by all
    )
  ));

create table entity as
select
  rid_at(
    list_position(getvariable('kinds'), e.kind),
    row_number() over () - getvariable('starts')[list_position(getvariable('kinds'), e.kind)].before,
    getvariable('starts')[list_position(getvariable('kinds'), e.kind)].room
  ) as rid,
  e.id::uuid as id,
  e.name,
  e.slug,
  columns(lambda c: c in getvariable('identifier_columns')),
  e.target, e.target_id, e.target_symbol, e.modality, e.mechanism, e.therapeutic_area,
  e.disease_id, e.disease_label,
  e.moa_confidence as confidence,
  e.platform_type,
  e.product_family,
  e.source,
  make_timestamp_ms(epoch_ms(e.updated_at)) as updated_at
from snapshot_entities e
where e.state = 'live'
-- They are already in this order; sorting fills the row groups, so that a checkpoint has none to merge.
order by rid;
