import type {DuckDBConnection} from '@duckdb/node-api';

/**
 * A hash of the generation attached as `graph`: every live entity with its attributes and provenance, and every live
 * edge, in any order. Equal graphs have equal digests, however they were made. Signals, which follow from the edges,
 * and labels that no door shows are left out.
 * @param connection `recallDocuments` must have run on it.
 * @returns 32 hexadecimal digits.
 */
export async function stateDigest(connection: DuckDBConnection): Promise<string> {
  const found = await connection.runAndReadAll(`
    SELECT md5(concat_ws('|',
      (SELECT count(*) || ':' || coalesce(sum(md5_number_lower(concat_ws(chr(31), e.id, k.kind, e.name, e.slug,
          json('{' || replace(d.text, chr(30), '') || '}')))::HUGEINT), 0)
       FROM graph.entity e JOIN graph.kind k ON k.kind_no = graph.kind_of(e.rid) JOIN document d USING (rid)),
      (SELECT count(*) || ':' || coalesce(sum(md5_number_lower(concat_ws(chr(31), source, relation, target, epoch_ms(observed_at)))::HUGEINT), 0)
       FROM graph.raw_edges)))`);
  return String(found.getRows()[0]?.[0]);
}
