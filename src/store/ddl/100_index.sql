-- One column each: an index scan is chosen for one condition on one indexed column only.
create unique index document_rid on graph.document (rid);
create unique index brief_rid on graph.brief (rid);
create unique index entity_id on graph.entity (id);
create unique index ready_key on graph.ready (key);
create unique index adjacency_rid on graph.adjacency (rid);
