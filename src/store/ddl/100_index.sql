-- One column each: an index scan is chosen for one condition on one indexed column only.
create unique index entity_id on entity (id);
create unique index ready_key on ready (key);
-- Where neighbours stayed as they were, so did this one.
create unique index if not exists adjacency_rid on adjacency (rid);
