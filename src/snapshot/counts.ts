import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, rowsOf} from '../engine/ask.ts';
import type {Manifest} from './manifest.ts';

/** What a manifest says of the rows of two tables or views; of one that is not there, nothing. */
export async function countsOf(
  connection: DuckDBConnection,
  {entities, edges}: {entities?: string | undefined; edges?: string | undefined},
): Promise<Manifest['counts']> {
  const grouped = async (query: string) => {
    const rows = await rowsOf(connection, query);
    return Object.fromEntries(rows.map(([key, count]) => [String(key), Number(count)]));
  };
  const inState = (state: string) =>
    entities === undefined ? 0 : countOf(connection, `SELECT count(*) FROM ${entities} WHERE state = '${state}'`);
  return {
    entities:
      entities === undefined
        ? {}
        : await grouped(`SELECT kind, count(*) FROM ${entities} WHERE state = 'live' GROUP BY kind ORDER BY kind`),
    relations:
      edges === undefined
        ? {}
        : await grouped(`SELECT relation, count(*) FROM ${edges} GROUP BY relation ORDER BY relation`),
    merged: await inState('merged'),
    removed: await inState('removed'),
  };
}

/** Where counts differ, as a sentence names it: `counts.entities.company is 5, but the files have 4`. */
export function differences(said: Manifest['counts'], found: Manifest['counts']): string[] {
  const flat = ({entities, relations, merged, removed}: Manifest['counts']) =>
    new Map([
      ...Object.entries(entities).map(([kind, count]) => [`entities.${kind}`, count] as const),
      ...Object.entries(relations).map(([relation, count]) => [`relations.${relation}`, count] as const),
      ['merged', merged] as const,
      ['removed', removed] as const,
    ]);
  const [one, other] = [flat(said), flat(found)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [stated, counted] = [one.get(name) ?? 0, other.get(name) ?? 0];
    return stated === counted ? [] : `counts.${name} is ${stated}, but the files have ${counted}`;
  });
}
