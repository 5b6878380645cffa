import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fitted, lengthOf, MOST_CHARACTERS} from '../../src/mcp/fitted.ts';
import {Cut, sizeOf, trim} from '../../src/mcp/trim.ts';
import type {Operation} from '../../src/operation.ts';
import {operations} from '../../src/operations/index.ts';

const named = (name: string) => operations.find((one) => one.name === name) as unknown as Operation;

describe('trim', () => {
  it('stays within its room, whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue({maxDepth: 6}), fc.integer({min: 40, max: 2000}), (value, room) => {
        const cut = new Cut();
        const kept = trim(value, room, cut);
        expect(sizeOf(kept)).toBeLessThanOrEqual(room);
        // Nothing is cut without being counted.
        if (cut.at.size === 0) expect(kept).toEqual(value);
        else expect(sizeOf(value)).toBeGreaterThan(room);
      }),
      {numRuns: 500},
    );
  });

  it('leaves short members whole and cuts the long ones', () => {
    const cut = new Cut();
    const aliases = Array.from({length: 1000}, (_, n) => `alias number ${n}`);
    const kept = trim({id: 'x', name: 'Hub', attributes: {aliases, abstract: 'a'.repeat(5000)}}, 2000, cut) as {
      id: string;
      attributes: {aliases: string[]; abstract: string};
    };
    expect(kept).toMatchObject({id: 'x', name: 'Hub'});
    expect(kept.attributes.aliases).toEqual(aliases.slice(0, kept.attributes.aliases.length));
    expect(cut.at.get('attributes.aliases')).toBe(1000 - kept.attributes.aliases.length);
    expect(cut.at.get('attributes.abstract')).toBe(5001 - kept.attributes.abstract.length);
  });

  it('ends with structures that are deeper than any entity', () => {
    let deep: unknown = 'x'.repeat(500);
    for (let n = 0; n < 500; n++) deep = {a: deep};
    expect(sizeOf(trim(deep, 300, new Cut()))).toBeLessThanOrEqual(300);
  });
});

describe('fitted', () => {
  it('gives an answer that fits as it is', () => {
    const answer = {field: 'kind', filters: {}, buckets: [{value: 'a', count: 1}]};
    expect(fitted(named('aggregate'), answer, {next: () => null})).toBe(answer);
  });

  it('gives every row once over its parts, each within the room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({value: fc.string({maxLength: 3000}), count: fc.nat()}), {maxLength: 60}),
        (buckets) => {
          const answer = {field: 'target', filters: {}, buckets};
          const seen: unknown[] = [];
          let next: {skip: number} | null = {skip: 0};
          while (next !== null) {
            const part = fitted(named('aggregate'), answer, {from: next.skip, next: (shown) => ({skip: shown})}) as {
              buckets: unknown[];
              left_out?: {rows: number; next: {skip: number}};
            };
            expect(lengthOf(part)).toBeLessThanOrEqual(MOST_CHARACTERS);
            seen.push(...part.buckets);
            if (part.left_out !== undefined) expect(part.left_out.rows).toBe(buckets.length - seen.length);
            next = part.left_out?.next ?? null;
          }
          expect(seen).toEqual(buckets);
        },
      ),
      {numRuns: 50},
    );
  });

  it('cuts lists that stand side by side at the same place', () => {
    const list = (name: string, length: number) => Array.from({length}, (_, n) => ({name: `${name} ${n}`.repeat(20)}));
    const answer = {
      assignees: list('a', 150),
      institution_assignees: list('b', 3),
      inventors: list('c', 90),
      caveats: ['x'],
    };
    const part = fitted(named('concentration'), answer, {next: (skip) => ({skip})}) as typeof answer & {
      left_out: {rows: number; next: {skip: number}};
    };
    const shown = part.assignees.length;
    expect(part.inventors.length).toBe(Math.min(shown, 90));
    expect(part.institution_assignees).toEqual(answer.institution_assignees);
    expect(part.caveats).toEqual(['x']);
    expect(part.left_out).toEqual({rows: 150 - shown + Math.max(0, 90 - shown), next: {skip: shown}});
  });

  it('cuts within a row, or within the one thing asked for, that has no room by itself', () => {
    const hub = {id: 'x', attributes: {aliases: Array.from({length: 9000}, (_, n) => `alias ${n}`)}};
    const one = fitted(named('entity'), hub, {next: () => null}) as typeof hub & {left_out: {rows: number; next: null}};
    expect(lengthOf(one)).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(one.attributes.aliases.length).toBeGreaterThan(500);
    expect(one.left_out).toMatchObject({rows: 9000 - one.attributes.aliases.length, next: null});
    const two = fitted(named('entities'), {count: 2, results: [hub, hub]}, {next: () => ({offset: 1})}) as {
      count: number;
      results: unknown[];
      left_out: {rows: number; next: unknown};
    };
    expect(lengthOf(two)).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(two).toMatchObject({count: 1, left_out: {rows: 1, next: {offset: 1}}});
    expect(two.results).toHaveLength(1);
  });

  it('leaves room for rows beside a thing that is long', () => {
    const company = {id: 'x', attributes: {aliases: Array.from({length: 9000}, (_, n) => `alias ${n}`)}};
    const people = Array.from({length: 50}, (_, n) => ({name: `Person ${n}`}));
    const part = fitted(named('dossier'), {company, people, caveats: []}, {next: (skip) => ({skip})}) as {
      people: unknown[];
      left_out: {rows: number; of: Record<string, number>};
    };
    expect(part.people).toEqual(people);
    expect(part.left_out.of['company.attributes.aliases']).toBeGreaterThan(5000);
  });

  it('walks in parts that together have each node and edge once, and no edge before its nodes', () => {
    const nodes = Array.from({length: 400}, (_, n) => ({id: `n${n}`, name: 'Node '.repeat(10), _links: {self: '/x'}}));
    const edges = Array.from({length: 900}, (_, n) => ({
      source: `n${(n * 7) % 400}`,
      target: `n${(n * 13) % 400}`,
      relation: 'targets',
    }));
    const seen = {nodes: [] as {id: string}[], edges: [] as typeof edges};
    for (let skip: number | undefined = 0; skip !== undefined; ) {
      const part = fitted(
        named('traverse'),
        {entity_id: 'n0', nodes, edges},
        {from: skip, next: (to) => ({skip: to})},
      ) as {
        nodes: {id: string}[];
        edges: typeof edges;
        left_out?: {next: {skip: number}};
      };
      expect(lengthOf(part)).toBeLessThanOrEqual(MOST_CHARACTERS);
      seen.nodes.push(...part.nodes);
      seen.edges.push(...part.edges);
      const known = new Set(seen.nodes.map(({id}) => id));
      for (const {source, target} of part.edges) expect(known.has(source) && known.has(target)).toBe(true);
      skip = part.left_out?.next.skip;
    }
    expect(seen.nodes.map(({id}) => id)).toEqual(nodes.map(({id}) => id));
    expect(seen.edges).toHaveLength(900);
  });
});

it('the subsidiaries that were counted as a company come behind all rows, so that a large group leaves room for these', () => {
  const results = Array.from({length: 30}, (_, at) => ({name: `row ${at}`, text: 'x'.repeat(1500)}));
  const rolled_up = Array.from({length: 3}, (_, at) => ({head: at, subsidiaries: ['y'.repeat(9000)]}));
  const all: {results: unknown[]; rolled_up: unknown[]} = {results: [], rolled_up: []};
  let skip: number | undefined = 0;
  while (skip !== undefined) {
    const part = fitted(named('comparables'), {results, rolled_up}, {from: skip, next: (shown) => ({skip: shown})}) as {
      left_out?: {next: {skip: number} | null};
    } & typeof all;
    if (skip === 0) {
      expect(part.results.length).toBeGreaterThan(10);
      expect(part.rolled_up).toEqual([]);
    }
    all.results.push(...part.results);
    all.rolled_up.push(...part.rolled_up);
    skip = part.left_out?.next?.skip;
  }
  expect(all).toEqual({results, rolled_up});
});
