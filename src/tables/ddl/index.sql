-- reads: entity
-- refresh: full

-- One column: DuckDB chooses an index scan only for one condition on one indexed column.
create unique index entity_id on entity (id);
