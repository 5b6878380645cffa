-- reads: entity
-- refresh: full

-- One column: an index scan is chosen for one condition on one indexed column only.
create unique index entity_id on entity (id);
