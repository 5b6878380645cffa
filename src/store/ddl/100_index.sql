-- One column each: an index scan is chosen for one condition on one indexed column only.
create unique index document_rid on graph.document (rid);
create unique index ref_rid on graph.ref (rid);
create unique index brief_rid on graph.brief (rid);
create unique index entity_id on graph.entity (id);
create unique index slug_key on graph.slug (key);
create unique index ready_key on graph.ready (key);
create index term_term on graph.term (term);
create index value_key_key on graph.value_key (key);
create index identifier_key on graph.identifier (key);
create index value_vid on graph.value (vid);
