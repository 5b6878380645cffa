import type {Context} from '../../context.ts';
import {RawJson} from '../../operation.ts';
import {head} from './header.ts';

/** Rows with the entities they refer to: `{id, kind, name, slug, _links, …rest}`, in the given order. */
export async function withRefs<T extends {rid: number}>(
  context: Context,
  rows: readonly T[],
  rest: (row: T) => Record<string, unknown> = () => ({}),
): Promise<RawJson[]> {
  const found = await context.generation.lookups.headers(
    rows.map((row) => row.rid),
    context,
  );
  return rows.map((row) => {
    const header = found.get(row.rid);
    if (header === undefined) throw new Error(`No header for row ${row.rid}`);
    const members = Object.entries(rest(row))
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `,${JSON.stringify(key)}:${json(value)}`);
    return new RawJson(`${head(header)},"_links":{"self":"/v1/entities/${header.id}"}${members.join('')}}`);
  });
}

/** Members may contain finished JSON text. */
function json(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  return JSON.stringify(value);
}

/** A `DATE` or timestamp of DuckDB as an ISO day, the format of all answers; null stays. */
export function dayOf(value: string | null): string | null {
  return value === null ? null : value.slice(0, 10);
}

/** Six decimals exceed the precision of all these figures. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
