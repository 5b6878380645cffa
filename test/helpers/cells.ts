import fc from 'fast-check';
import {compare, type Live} from './oracle.ts';
import type {World} from './worlds.ts';

/** What the analytics count, computed anew in plain JavaScript over the raw rows. */
const DAY = 86_400_000;

export const attributes = (row: Live | undefined) =>
  JSON.parse(String(row?.attributes ?? '{}')) as Record<string, unknown>;

export function dayOf(row: Live | undefined): Date | null {
  const stated = attributes(row);
  const text = {
    paper: stated.published_at,
    patent: stated.filed_at ?? stated.published_at,
    trial: stated.start_date,
    approval: stated.approved_at,
  }[row?.kind ?? ''] as string | undefined;
  return text ? new Date(`${text.slice(0, 10)}T00:00:00Z`) : null;
}

export function score({oracle}: World, row: Live | undefined): number {
  const day = dayOf(row);
  return day === null
    ? 0
    : 2 ** (-Math.max(0, Math.floor((oracle.asOf.getTime() - day.getTime()) / DAY)) / (365.25 * 3));
}

export function isRecent({oracle}: World, row: Live | undefined): boolean {
  const since = new Date(oracle.asOf);
  since.setUTCMonth(since.getUTCMonth() - 24);
  const day = dayOf(row);
  return day !== null && day > since;
}

export type CellFilter = Partial<Record<'target' | 'modality' | 'therapeutic_area', string>>;

export function inCell({oracle}: World, row: Live, filter: CellFilter, minimum?: number): boolean {
  return Object.entries(filter).every(([field, value]) => oracle.carries(row, field, value, minimum));
}

export function works({oracle}: World): {work: string; person: string}[] {
  const pairs = oracle.edges.filter(
    ({source, relation, target}) =>
      oracle.live.get(source)?.kind === 'person' &&
      ((relation === 'authored' && oracle.live.get(target)?.kind === 'paper') ||
        (relation === 'invented' && oracle.live.get(target)?.kind === 'patent')),
  );
  return pairs.map(({source, target}) => ({work: target, person: source}));
}

const ties = new WeakMap<World, Map<string, Set<string>>>();

/** Entities tied to a company. */
export function tied(world: World, company: string): Set<string> {
  const known = ties.get(world) ?? tiesOf(world);
  ties.set(world, known);
  return new Set([...(known.get(company) ?? []), company]);
}

function tiesOf({oracle}: World): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const kind = (id: string) => oracle.live.get(id)?.kind ?? '';
  const tie = (company: string, id: string) => found.set(company, (found.get(company) ?? new Set()).add(id));
  for (const {source, relation, target} of oracle.edges) {
    if (kind(source) === 'company') {
      if (relation === 'develops' && ['program', 'product'].includes(kind(target))) tie(source, target);
      if (relation === 'sponsors' && kind(target) === 'trial') tie(source, target);
      if (relation === 'holds' && kind(target) === 'approval') tie(source, target);
    }
    if (kind(target) === 'company' && relation === 'assigned_to' && kind(source) === 'patent') tie(target, source);
  }
  return found;
}

export interface Ranked {
  id: string;
  score: number;
  papers: number;
  patents: number;
  latest: string | null;
  recent: number;
}

export function ranking(world: World, filter: CellFilter | undefined, kinds: string[], minimum?: number): Ranked[] {
  const {oracle} = world;
  const people = new Map<string, Ranked>();
  for (const {work, person} of works(world)) {
    const row = oracle.live.get(work) as Live;
    if (!kinds.includes(row.kind) || (filter !== undefined && !inCell(world, row, filter, minimum))) continue;
    const own = people.get(person) ?? {id: person, score: 0, papers: 0, patents: 0, latest: null, recent: 0};
    own.score += score(world, row);
    own[row.kind === 'paper' ? 'papers' : 'patents'] += 1;
    const day = dayOf(row)?.toISOString().slice(0, 10) ?? null;
    if (day !== null && (own.latest === null || day > own.latest)) own.latest = day;
    if (isRecent(world, row)) own.recent += 1;
    people.set(person, own);
  }
  return [...people.values()].sort((a, b) => b.score - a.score || compare(a.id, b.id));
}

/** Cells of the graph: frequent and rare values, and one nobody carries. */
export function cells({oracle, everyone}: World): fc.Arbitrary<CellFilter & {min_confidence?: number}> {
  const values = (field: string) => {
    const counts = new Map<string, number>();
    for (const row of everyone)
      for (const value of oracle.values(row, field).keys()) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [
      ...[...counts]
        .sort((a, b) => b[1] - a[1])
        .map(([value]) => value)
        .slice(0, 6),
      'nobody',
    ];
  };
  return fc
    .record(
      {
        target: fc.constantFrom(...values('target')),
        modality: fc.constantFrom(...values('modality')),
        therapeutic_area: fc.constantFrom(...values('therapeutic_area')),
        min_confidence: fc.constantFrom(0, 0.5, 0.9),
      },
      {requiredKeys: []},
    )
    .filter(({target, modality, therapeutic_area}) => Boolean(target ?? modality ?? therapeutic_area));
}

export async function eachCell(
  world: World,
  check: (world: World, filter: CellFilter, given: CellFilter & {min_confidence?: number}) => Promise<void>,
  numRuns = world.everyone.length > 20_000 ? 6 : 25,
) {
  await fc.assert(
    fc.asyncProperty(cells(world), async (given) => {
      const {min_confidence: _, ...filter} = given;
      await check(world, filter, given);
    }),
    {numRuns},
  );
}

/** @param isShown Whether an answer can show an entity that is counted; default: any. */
export function gate(
  world: World,
  filter: CellFilter,
  kinds: string[],
  minimum: number,
  isShown: (row: Live) => boolean = () => true,
) {
  const tagged = world.everyone.filter(
    (row) =>
      kinds.includes(row.kind) &&
      Object.entries(filter).every(([field, value]) => world.oracle.carries(row, field, value, -2)),
  );
  const counted = tagged.filter((row) => inCell(world, row, filter, minimum));
  const passed = {min_confidence: minimum, counted: counted.length, dropped: tagged.length - counted.length};
  if (counted.some(isShown) || tagged.length === 0) return passed;
  const shown = tagged.filter(isShown);
  // The least confident of its labels in the cell decides for a row.
  const ladder = [
    ...new Set(shown.flatMap((row) => [...world.oracle.values(row, 'target').values(), row.moa_confidence])),
  ]
    .map((sure) => (sure as number | null) ?? -1)
    .sort((one, other) => other - one);
  const surest = ladder.find((sure) => shown.some((row) => inCell(world, row, filter, sure))) ?? -1;
  if (surest < 0 && passed.dropped === 0) return passed;
  return {...passed, would_fill: surest < 0 ? null : surest};
}
