/** Makes parts of the postings of a table, two of each, as a build sorts and adds them up (src/tables/ddl/posting.sql), of entities so well known that nothing is taken off. */
export const postingParts = `CREATE OR REPLACE VIEW posting_part AS
  SELECT row_key(tid, rid) AS key, (CASE impact WHEN 65535 THEN 1e9 ELSE 1.2 * impact::DOUBLE / (65535 - impact) END / 2) AS weight
  FROM posting, range(2);
  CREATE OR REPLACE VIEW boosted AS SELECT DISTINCT rid, 5 AS boost FROM posting`;
