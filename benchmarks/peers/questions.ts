import type {Graph} from '../../src/index.ts';
import {random} from '../measure.ts';
import type {Params} from './peer.ts';

/** One sort of question, asked with many parameters. */
export interface Question {
  name: string;
  params: Params[];
  /** Whether every peer has to give the same answer, or ranks by a rule of its own, so that how much they share is all there is to say. */
  compare: 'same' | 'shared';
}

/** Walks at most: those that no cap cuts have to be looked for. */
const WALKS = 60;

/** Answers of microseconds are asked for this many times as often, since one that something interrupts is a large part of few. */
const OFTEN = 10;

const FREQUENT = [
  'cell',
  'study',
  'treatment',
  'cancer',
  'protein',
  'gene',
  'clinical',
  'disease',
  'receptor',
  'therapy',
];

/** The same questions for the same graph and seed. Walks are asked of entities whose walk no cap of biograph cuts, so that all walk as far. */
export async function drawQuestions(graph: Graph, count: number, seed = 7): Promise<Question[]> {
  const next = random(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const times = (make: () => Params) => Array.from({length: count}, make);
  const often = (make: () => Params) => Array.from({length: OFTEN * count}, make);
  const {rows: drawn} = await graph.sql(
    `select id::varchar as id, kind, slug, name, strftime(updated_at, '%Y-%m-%dT%H:%M:%S.%gZ') as since from live_entities order by hash(id::varchar || '${seed}') limit ${2 * OFTEN * count}`,
  );
  const entities = drawn as {id: string; kind: string; slug: string; name: string; since: string}[];
  const {rows: cells} = await graph.sql(
    `from (select distinct e.kind, t.value as target, a.value as area
        from labels t join labels a using (id) join live_entities e using (id)
        where t.field = 'target' and a.field = 'therapeutic_area' and t.trusted and a.trusted)
      order by hash(kind || target || area || '${seed}') limit ${OFTEN * count}`,
  );
  const words = entities.flatMap(({name}) => name.toLowerCase().match(/\b[a-z]{4,}\b/g) ?? []);
  const same = (name: string, params: Params[]): Question => ({name, params, compare: 'same'});
  const shared = (name: string, params: Params[]): Question => ({name, params, compare: 'shared'});
  return [
    same(
      'id',
      often(() => ({id: one(entities).id})),
    ),
    same(
      'slug',
      often(() => one(entities)).map(({kind = '', slug = ''}) => ({kind, slug})),
    ),
    same(
      'edges',
      often(() => ({id: one(entities).id})),
    ),
    same(
      'newest',
      often(() => ({})),
    ),
    same('filtered', cells as Params[]),
    shared(
      'typing',
      times(() => ({q: one(words).slice(0, 3 + Math.floor(next() * 3))})),
    ),
    shared(
      'one word',
      times(() => ({q: one(words)})),
    ),
    shared(
      'two words',
      times(() => ({q: `${one(words)} ${one(FREQUENT)}`})),
    ),
    shared(
      'four words',
      times(() => ({q: `${one(FREQUENT)} ${one(words)} ${one(FREQUENT)} ${one(words)}`})),
    ),
    same('two hops', again(await uncut(graph, entities, 2, Math.min(count, WALKS)))),
    same('three hops', again(await uncut(graph, entities, 3, Math.min(count, WALKS) / 4))),
    same(
      'facets',
      times(() => ({kind: one(['trial', 'patent', 'paper', 'product'])})),
    ),
    same(
      'aggregate',
      times(() => ({area: one(cells as Params[]).area ?? ''})),
    ),
    same(
      'concentration',
      often(() => ({target: one(cells as Params[]).target ?? ''})),
    ),
    same(
      'whitespace',
      times(() => ({area: one(cells as Params[]).area ?? ''})),
    ),
    shared(
      'changes',
      times(() => ({since: one(entities).since})),
    ),
    same('export', [{kind: 'paper'}]),
  ];
}

/** Each of them `OFTEN` times, in turn: few walks are found that no cap cuts. */
function again(params: readonly Params[]): Params[] {
  return Array.from({length: OFTEN}, () => params).flat();
}

async function uncut(graph: Graph, entities: readonly {id: string}[], depth: number, count: number): Promise<Params[]> {
  const found: Params[] = [];
  for (const {id} of entities) {
    const {truncated} = await graph.traverse({entity_id: id, depth});
    if (truncated.fan_out === 0 && truncated.visited === 0) found.push({id});
    if (found.length >= count) break;
  }
  return found;
}
