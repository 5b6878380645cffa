-- reads: rid_of, snapshot_entities, snapshot_provenance
-- refresh: by-key

-- The columns of a live entity that no other table stores, as in the snapshot: together with `entity`, its row without
-- loss. Documents are made from these columns, never the reverse.
create table remainder as
select as_rid(null) as rid, null::varchar as natural_key, null::varchar[] as aliases, null::varchar[] as secondary_modalities,
  null::varchar[] as product_categories, null::varchar as product_uid, null::double as pos_probability, null::varchar as pos_phase,
  null::varchar as pos_basis, null::varchar as funding, null::varchar as attributes, null::timestamptz as observed_at,
  null::double as identity_confidence
limit 0;
insert into remainder by name
select r.rid, e.natural_key, e.aliases, e.secondary_modalities, e.product_categories, e.product_uid, e.pos_probability, e.pos_phase, e.pos_basis,
  e.funding, e.attributes, e.observed_at, e.identity_confidence
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live'
order by r.rid;

-- The provenance of each field's value.
create table stated as
select r.rid, p.field, p.source, p.confidence, p.observed_at, p.record
from snapshot_provenance p join rid_of r on r.id = p.entity_id::uuid
order by r.rid;
