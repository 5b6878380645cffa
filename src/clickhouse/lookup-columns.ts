import type {Document, EdgeOfRow, Header, QueryOptions, Standing} from '../generation.ts';
import {kindOfRid} from '../schema/rid.ts';
import {type ColumnsOf, is} from '../sql/results.ts';
import type {Answer} from './connection.ts';

/** Asks one statement. */
export type Ask = (text: string, values: readonly unknown[], options?: QueryOptions) => Promise<Answer>;

// The columns of look-ups, and their types.

export const HEADER = [is.integer, is.text, is.text, is.text] as const;
export const STANDING = [...HEADER, is.text] as const;
export const EDGE = [
  is.integer,
  is.oneOf('out', 'in'),
  is.text.orNull,
  is.text.orNull,
  is.number.orNull,
  is.text.orNull,
  is.integer,
] as const;

export function fourOf([
  head = '',
  attributes = '',
  fields = '',
  tail = '',
]: readonly string[] = []): Document['pieces'] {
  return [head, attributes, fields, tail];
}

export function headersOf([rids, ids, slugs, names]: ColumnsOf<typeof HEADER>): Map<number, Header> {
  return new Map(
    rids.map((rid, index) => [
      rid,
      {id: ids[index] ?? '', kind: kindOfRid(rid), slug: slugs[index] ?? '', name: names[index] ?? '""'},
    ]),
  );
}

export function standingsOf([rids, ids, slugs, names, signals]: ColumnsOf<typeof STANDING>): Map<number, Standing> {
  const headers = headersOf([rids, ids, slugs, names]);
  return new Map([...headers].map(([rid, header], index) => [rid, {header, signals: signals[index] ?? 'null'}]));
}

export function edgesOf(columns: ColumnsOf<typeof EDGE>): EdgeOfRow[] {
  const [rels, directions, observed, origins, confidences, records, others] = columns;
  return rels.map((rel, index) => ({
    rel,
    direction: directions[index] ?? 'out',
    observed: observed[index] ?? null,
    origin: [origins[index] ?? null, confidences[index] ?? null, records[index] ?? null],
    other: others[index] ?? 0,
  }));
}
