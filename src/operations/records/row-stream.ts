import type {Context} from '../../context.ts';
import {type RawJson, RowStream} from '../../operation.ts';

interface Rows {
  columns: readonly string[];
  chunks: AsyncIterable<readonly string[]>;
  nodes?: readonly RawJson[] | undefined;
}

/** Rows of an export with their metadata: the number of rows, whether `max` cut them, and the licences that apply. */
export function rowStream({meta, generation}: Context, max: number, total: number, {columns, chunks, nodes}: Rows) {
  const {as_of, created_at, sources} = generation.release;
  meta.total = total;
  if (total > max) meta.truncated = true;
  meta.licences = [...new Set(sources.map(({licence}) => licence))].sort();
  return new RowStream(columns, chunks, {origin: {as_of, created_at, sources}, nodes});
}
