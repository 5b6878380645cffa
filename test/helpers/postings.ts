/** Makes parts of the postings of a table, two of each, as a build sorts and adds them up (src/tables/ddl/posting.sql). */
export const postingParts = `CREATE OR REPLACE VIEW posting_part AS
  SELECT row_key(tid, rid) AS key, (CASE impact WHEN 65535 THEN 1e9 ELSE 1.2 * impact::DOUBLE / (65535 - impact) END / 2) AS weight
  FROM posting, range(2)`;
