-- The tables of a build before anything is resolved: every recipe's rows, typed, and the refused ones.

create table staged (
  recipe varchar, priority double, row_hash varchar,
  {entity_columns}
);
create table staged_edge (recipe varchar, {edge_columns});
create table disease (recipe varchar, {disease_columns});
create table reject (recipe varchar, relation varchar, file varchar, line bigint, reason varchar, detail varchar, "row" varchar);
create table left_out (recipe varchar, reason varchar, rows double);
