import {readFileSync} from 'node:fs';
import {parse} from 'csv-parse/sync';
import {wilson} from './accuracy.ts';
import type {Tables} from './snapshot.ts';

/** From this confidence on the graph shows a link without being asked for guesses. */
export const GATE = 0.7;

/** The least share of right ones, at the lower end of the interval, of a rule whose links or merges are trusted. */
export const GOAL = 0.95;

/** A link or label that a rule made and somebody looked at, by natural keys; a label's object is the symbol, the target's name or the disease's id. */
export interface LinkVerdict {
  rule: string;
  subject: string;
  object: string;
  /** `mended`: wrong, and made no longer. What could not be decided counts as wrong. */
  verdict: 'right' | 'wrong' | 'mended';
  /** Why it is wrong, empty where it is right. */
  why: string;
}

/** How often a rule is right. */
export interface RulePrecision {
  rule: string;
  /** What the rule makes in this build. */
  made: number;
  /** Looked at by hand. */
  judged: number;
  /** Of those, what this build has. */
  here: number;
  right: number;
  /** Wilson's interval, 95 %; the share itself where every one was looked at. */
  low: number;
  high: number;
}

/** The links judged by hand. */
export function readLinkVerdicts(): LinkVerdict[] {
  return parse(readFileSync(new URL('links.csv', import.meta.url), 'utf8'), {columns: true}) as LinkVerdict[];
}

/** A rule's figures from what was judged of it. */
export function rulePrecision(
  rule: string,
  made: number,
  judged: number,
  verdicts: readonly {right: boolean}[],
): RulePrecision {
  const here = verdicts.length;
  const right = verdicts.filter((one) => one.right).length;
  const whole = here > 0 && here >= made;
  const {low, high} = whole ? {low: right / here, high: right / here} : wilson(right, here);
  return {rule, made, judged, here, right, low, high};
}

/** Each rule that reaches the gate in a snapshot, with what was judged of it; a judged link that the build no longer makes says nothing. */
export async function linkPrecision(tables: Tables): Promise<RulePrecision[]> {
  await tables.rows(readFileSync(new URL('links.sql', import.meta.url), 'utf8'));
  await tables.rows(
    `create or replace temp table made as select rule, subject, object from link where confidence >= ${GATE}`,
  );
  const made = await tables.rows('select rule, count(*)::integer as made from made group by rule order by rule');
  await tables.rows(
    'create or replace temp table judged_link (n integer, rule varchar, subject varchar, object varchar)',
  );
  const verdicts = readLinkVerdicts();
  const text = (said: string) => `'${said.replaceAll("'", "''")}'`;
  for (let at = 0; at < verdicts.length; at += 500) {
    const rows = verdicts
      .slice(at, at + 500)
      .map((one, i) => `(${at + i}, ${text(one.rule)}, ${text(one.subject)}, ${text(one.object)})`);
    await tables.rows(`insert into judged_link values ${rows.join(', ')}`);
  }
  const there = new Set(
    (await tables.rows('select n from judged_link semi join made using (rule, subject, object)')).map(({n}) =>
      Number(n),
    ),
  );
  return made.map((row) => {
    const rule = String(row.rule);
    const judged = verdicts.filter((one) => one.rule === rule).length;
    const here = verdicts.filter((one, n) => one.rule === rule && there.has(n));
    return rulePrecision(
      rule,
      Number(row.made),
      judged,
      here.map(({verdict}) => ({right: verdict === 'right'})),
    );
  });
}
