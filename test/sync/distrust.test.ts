import {existsSync, mkdirSync, mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openGraph} from '../../src/index.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {biograph} from '../helpers/command.ts';
import {type Manner, serveWorld, type World} from '../helpers/upstream.ts';
import {newStore, quick} from './helpers.ts';

const id = (n: number) => `6000000${n}-0000-4000-8000-000000000000`;
const DATE = '2026-01-05T00:00:00.000Z';

type Row = Record<string, unknown> & {kind: string};

/** A service with these entities, numbered from 1. */
function worldOf(...rows: Row[]): World {
  return {
    entities: new Map(
      rows.map((row, index) => {
        const n = index + 1;
        return [id(n), {id: id(n), name: `Name ${n}`, slug: `name-${n}`, updated_at: DATE, ...row}];
      }),
    ),
    edges: [],
  };
}

/** What a run says, and the store that it made or changed. */
async function follow(world: World, manner: Manner = {}, store = newStore()) {
  const server = await serveWorld(world, manner);
  try {
    return {store, report: await syncStore({store, from: server.url, ...quick})};
  } finally {
    await server.close();
  }
}

/** Answers what is given for one address. */
const instead =
  (path: string, body: unknown): NonNullable<Manner['mood']> =>
  ({url}) =>
    url === path ? {status: 200, body: JSON.stringify(body)} : undefined;

describe('a confidence outside 0 to 1', () => {
  it('is unknown, wherever it is', async () => {
    const fields = [7, -1, 0.5].map((confidence, n) => ({field: `f${n}`, source: 's', confidence}));
    const world = worldOf(
      {
        kind: 'product',
        moa: {target: 'CD19', modality: 'antibody', confidence: 7},
        pos: {probability: 3, phase: 'phase 1', basis: 'x'},
        attributes: {indications: [{label: 'a', confidence: 2}, {label: 'b', confidence: 1}, {label: 'c'}, 'd']},
        provenance: {source: 's', identity_confidence: 1.5, fields},
      },
      {kind: 'product', moa: {target: 'CD19', modality: 'antibody', confidence: 0.9}},
    );
    const edge = {
      relation: 'targets',
      direction: 'in',
      observed_at: null,
      neighbor: {id: id(1)},
      source: 's',
      confidence: 9,
    };
    const {store} = await follow(world, {
      mood: instead(`/v1/entities/${id(2)}/edges`, {entity_id: id(2), edges: [edge]}),
    });
    await using graph = await openGraph(store);
    const entity = await graph.entity(id(1));
    expect(entity.moa?.confidence ?? null).toBeNull();
    expect(entity.provenance).toMatchObject({
      fields: [{confidence: null}, {confidence: null}, {confidence: 0.5}],
    });
    expect((entity.provenance as {identity_confidence?: unknown}).identity_confidence ?? null).toBeNull();
    expect(entity.pos?.probability).not.toBe(3);
    expect(entity.attributes.indications).toEqual([
      {label: 'a', confidence: null},
      {label: 'b', confidence: 1},
      {label: 'c'},
      'd',
    ]);
    expect((await graph.edges(id(1))).edges).toMatchObject([{relation: 'targets', confidence: null}]);
    // It does not pass a gate either.
    expect((await graph.entities({target: 'CD19'})).results.map((row) => row.id)).toEqual([id(2)]);
  }, 60_000);
});

