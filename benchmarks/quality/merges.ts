import {readFileSync} from 'node:fs';
import {type RulePrecision, rulePrecision} from './links.ts';
import type {Tables} from './snapshot.ts';

/** A pair of records that a rule made one and somebody looked at: whether they are the same thing. */
export interface Judgement {
  kind: string;
  /** The rule that made them one when they were drawn; empty where that was not written down. */
  rule: string;
  folded: string;
  into: string;
  /** `mended`: different, and made one no longer. What could not be decided counts as different. */
  verdict: 'same' | 'different' | 'mended';
}

/** Rules of so few merges that every one was looked at: their figure is no estimate. */
export const WHOLE: readonly string[] = [
  'approval, product and year',
  'company, Irish legal form',
  'company, abbreviated name',
  'company, alias',
  'company, applicant of the same approvals',
  'company, first word of a filer',
  'company, name and country',
  'company, name without its city',
  'company, name without its trade',
  'funder, alias',
  'funder, normalised name',
  'institution, abbreviated name',
  'institution, list of institutions',
  'institution, name and country',
  'institution, shared identifier',
  'institution, spelling',
  'paper, shared identifier',
  'patent, publication number',
  'product, brand',
  'product, code of a substance',
  'product, ester of a substance',
  'product, name and approval',
  'product, parts of a combination',
  'product, shared identifier',
  'product, tracer without its isotope',
  'program, company and drug',
  'target, unambiguous alias',
  'trial, shared identifier',
];

/** The pairs judged by hand, by the ids of the two records. */
export function readJudgements(): Judgement[] {
  const lines = readFileSync(new URL('judgements.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [kind = '', rule = '', folded = '', into = '', verdict] = line.split(',');
    return {kind, rule, folded, into, verdict: verdict as Judgement['verdict']};
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

/** The judged pairs of which this build has both records, each with whether it has them as one. */
async function judgedHere(tables: Tables): Promise<(Judgement & {one: boolean})[]> {
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
  return readJudgements()
    .filter(({folded, into}) => there.has(folded) && there.has(into))
    .map((pair) => ({...pair, one: end(pair.folded) === end(pair.into)}));
}

/** Each rule's merges of each kind in this build, with what was judged of them. */
export async function ruleMerges(tables: Tables): Promise<RulePrecision[]> {
  const pairs = await judgedHere(tables);
  const made =
    await tables.rows(`select distinct e.kind || ', ' || replace(p.source, 'biograph: ', '') as rule, e.id as id
    from provenance p join entities e on e.id = p.entity_id where p.field = 'merged_into' and starts_with(p.source, 'biograph: ')`);
  const rules = [...new Set(made.map((row) => String(row.rule)))].sort();
  return rules.map((rule) => {
    const rows = made.filter((row) => row.rule === rule);
    const drawn = pairs.filter((pair) => `${pair.kind}, ${pair.rule}` === rule);
    const right = (of: typeof pairs) => of.filter(({one}) => one).map(({verdict}) => ({right: verdict === 'same'}));
    if (!WHOLE.includes(rule)) return rulePrecision(rule, rows.length, drawn.length, right(drawn));
    // Some were looked at when another rule made them one.
    const here = new Set(rows.map(({id}) => String(id)));
    const figures = rulePrecision(rule, rows.length, drawn.length, right(pairs.filter(({folded}) => here.has(folded))));
    if (figures.here === 0 || figures.here < figures.made) return figures;
    return {...figures, low: figures.right / figures.here, high: figures.right / figures.here};
  });
}

/** How many of the judged pairs that are one entity here really are one. */
export async function mergePrecision(tables: Tables): Promise<Precision[]> {
  const judgements = await judgedHere(tables);
  return [...new Set(judgements.map(({kind}) => kind))].sort().map((kind) => {
    const judged = judgements.filter((one) => one.kind === kind);
    const one = judged.filter((pair) => pair.one);
    const right = one.filter(({verdict}) => verdict === 'same').length;
    return {kind, judged: judged.length, one: one.length, right, precision: right / one.length};
  });
}
