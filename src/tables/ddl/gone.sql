-- reads: entity, kind, snapshot_entities
-- refresh: by-difference

-- Merged and removed entities.

create temp table rid_of as select rid, id from entity;

create table gone as
select id::uuid as id, k.kind_no, name, slug, merged_into::uuid as merged_into, source, natural_key,
  make_timestamp_ms(epoch_ms(updated_at)) as updated_at,
  as_rid(null) as survivor
from snapshot_entities e join kind k on k.kind = e.kind
where state <> 'live'
order by 1;
