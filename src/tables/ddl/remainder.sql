-- reads: rid_of, snapshot_entities, snapshot_provenance
-- refresh: by-key

-- What no other table keeps of a live entity, as the snapshot said it: with `entity`, the row it came from without a loss. Documents are
-- made from these columns, never the other way round.
create table remainder (
  rid integer, natural_key varchar, aliases varchar[], secondary_modalities varchar[], product_categories varchar[], product_uid varchar,
  pos_probability double, pos_phase varchar, pos_basis varchar, funding varchar, attributes varchar, observed_at timestamptz, identity_confidence double
);
insert into remainder by name
select r.rid, e.natural_key, e.aliases, e.secondary_modalities, e.product_categories, e.product_uid, e.pos_probability, e.pos_phase, e.pos_basis,
  e.funding, e.attributes, e.observed_at, e.identity_confidence
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live'
order by r.rid;

-- Where each field's value comes from.
create table stated as
select r.rid, p.field, p.source, p.confidence, p.observed_at, p.record
from snapshot_provenance p join rid_of r on r.id = p.entity_id::uuid
order by r.rid;
