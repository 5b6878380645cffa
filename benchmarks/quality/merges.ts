import {readFileSync} from 'node:fs';
import type {Tables} from './snapshot.ts';

/** A pair of records that somebody looked at: whether they are the same thing. */
export interface Judgement {
  kind: string;
  folded: string;
  into: string;
  verdict: 'same' | 'different';
}

/** The pairs judged by hand, 200 of each kind, by the ids of the two records. */
export function readJudgements(): Judgement[] {
  const lines = readFileSync(new URL('judgements.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [kind = '', folded = '', into = '', verdict] = line.split(',');
    return {kind, folded, into, verdict: verdict === 'same' ? 'same' : 'different'};
  });
}

export interface Precision {
  kind: string;
  /** Judged pairs whose records this build has. */
  judged: number;
  /** Of the judged pairs, those that this build has as one entity. */
  one: number;
  /** Of those, the right ones. */
  right: number;
  precision: number;
}

/** How many of the judged pairs that are one entity here really are one. */
export async function mergePrecision(tables: Tables): Promise<Precision[]> {
  const merged = new Map(
    (await tables.rows(`select id, merged_into from entities where state = 'merged'`)).map((row) => [
      String(row.id),
      String(row.merged_into),
    ]),
  );
  const end = (id: string) => {
    let at = id;
    for (let next = merged.get(at); next !== undefined; next = merged.get(at)) at = next;
    return at;
  };
  const there = new Set((await tables.rows('select id from entities')).map((row) => String(row.id)));
  // A pair of which this build has no record says nothing of it.
  const judgements = readJudgements().filter(({folded, into}) => there.has(folded) && there.has(into));
  return [...new Set(judgements.map(({kind}) => kind))].sort().map((kind) => {
    const judged = judgements.filter((one) => one.kind === kind);
    const one = judged.filter(({folded, into}) => end(folded) === end(into));
    const right = one.filter(({verdict}) => verdict === 'same').length;
    return {kind, judged: judged.length, one: one.length, right, precision: right / one.length};
  });
}
