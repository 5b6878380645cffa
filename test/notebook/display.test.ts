import {inspect} from 'node:util';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {displayed} from '../../src/notebook/display.ts';
import type {Operation} from '../../src/operation.ts';

const DISPLAY = Symbol.for('Jupyter.display');

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
});
afterAll(() => graph.close());

interface Shown {
  'text/html': string;
  'text/plain': string;
}

const show = (value: object) => (value as Record<symbol, () => Promise<Shown>>)[DISPLAY]?.() as Promise<Shown>;

/** Cells of the rows of a table, tags taken away. */
const cells = (html: string) =>
  [...html.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, inner = '']) => inner.replace(/<[^>]+>/g, '').trim());

describe('an answer in a notebook', () => {
  it('is the same JSON with the same keys', async () => {
    const answer = await graph.entities({kind: 'company', limit: 2});
    expect(Reflect.ownKeys(JSON.parse(JSON.stringify(answer)))).toEqual(Object.keys(answer));
    expect(Object.getOwnPropertyDescriptor(answer, DISPLAY)?.enumerable).toBe(false);
    expect(Object.getOwnPropertySymbols({...answer})).toEqual([]);
  });

  it('shows rows as a table, and says how many there are besides', async () => {
    const answer = await graph.entities({kind: 'trial', limit: 3});
    const {'text/html': html, 'text/plain': plain} = await show(answer);
    for (const {name} of answer.results) {
      expect(cells(html).join('\n')).toContain(name?.slice(0, 20));
      expect(plain).toContain(name);
    }
    expect(html).toContain(`3 of ${answer.total}`);
    const none = await show(await graph.entities({target: 'EGFRR', limit: 3}));
    expect(none['text/plain']).toMatch(/Nothing found\.\nNo entity has this target\. Did you mean .*EGFR/);
  });

  it('shows white space as a heat map with a number for each cell, and unsure ones apart from empty ones', async () => {
    const answer = await graph.whitespace({therapeutic_area: 'oncology', limit_targets: 10, limit_modalities: 7});
    const {'text/html': html} = await show(answer);
    const squares = [...html.matchAll(/title="([^"]+): (\d+) trusted of (\d+) tagged" style="([^"]+)">([^<]+)</g)];
    expect(squares.length).toBe(answer.cells.length);
    for (const [, , total, tagged, style, text] of squares) {
      expect(text).toBe(total === '0' ? '·' : total);
      expect(style?.includes('repeating-linear-gradient')).toBe(total === '0' && tagged !== '0');
    }
    for (const caveat of answer.caveats) expect(html).toContain(caveat.replaceAll("'", '&#39;'));
  });

  it('shows a walk with each entity and edge, and says where it stops drawing', async () => {
    const small = await graph.traverse({entity_id: 'company/biontech', depth: 1});
    const {'text/html': html} = await show(small);
    expect(html.match(/<circle/g)?.length).toBe(small.nodes.length);
    expect(html.match(/<line/g)?.length).toBe(small.edges.length);
    const places = [...html.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    const large = await graph.traverse({entity_id: 'company/pfizer', depth: 2});
    expect(large.nodes.length).toBeGreaterThan(40);
    expect((await show(large))['text/html']).toContain(`The first 40 of ${large.nodes.length} entities.`);
  });

  it('leaves months out that the sources do not reach', async () => {
    const answer = await graph.fundingAnalytics({months: 24});
    const {'text/html': html} = await show(answer);
    const until = answer.data_until?.slice(0, 7) ?? '';
    for (const {month} of answer.by_month) expect(cells(html).includes(month)).toBe(month <= until);
  });

  it('shows every operation’s example without a tag from a name', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&';
    for (const operation of graph.operations as readonly unknown[] as readonly Operation[]) {
      if (operation.isStream === true || operation.name === 'contact') continue;
      const method = (graph as unknown as Record<string, (params: unknown) => Promise<Record<string, unknown>>>)[
        operation.name
      ];
      const answer = await method?.(operation.example);
      const shown = await show(answer as object);
      expect(shown['text/html'], operation.name).toMatch(/<(?:table|svg|div)/);
      const bent = JSON.parse(
        JSON.stringify(answer, (key, value: unknown) =>
          typeof value === 'string' && !/^(?:id|source|target|date|month|.*_at|.*until|from|to)$/.test(key)
            ? hostile
            : value,
        ),
      ) as Record<string, unknown>;
      const html = displayed(operation, bent, {snapshot: hostile, generation: 1})['text/html'];
      expect(html, operation.name).not.toMatch(/<img|[^ ]"'&/);
    }
  });
});

describe('a graph in a notebook', () => {
  it('is a card, there and in a terminal', async () => {
    const {'text/html': html, 'text/plain': plain} = await show(graph);
    const {counts} = await graph.stats();
    for (const [kind, count] of Object.entries(counts))
      expect(plain).toContain(`${count.toLocaleString('en')} ${kind}`);
    expect(html).toContain('the bundled sample');
    expect(inspect(graph)).toMatch(/^Graph \{ from: the bundled sample; methods: autocomplete, entities/);
    expect(inspect(graph).length).toBeLessThan(1_000);
  });
});
