import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Client, InMemoryTransport} from '@modelcontextprotocol/client';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {lengthOf} from '../../src/mcp/fitted.ts';
import {partly} from '../../src/mcp/parts.ts';
import {createMcpServer} from '../../src/mcp/server.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';

type Json = Record<string, unknown>;
interface Answer extends Json {
  left_out?: {rows: number; next: (Json & {part: string; skip: number}) | null};
}

/** Of the text and the structured content together (CONTRACT §1). */
const CEILING = 40_000;
const ID = '00000000-0000-4000-8000-000000000001';

/** What the parts of an answer come to, put together in the places that they say. */
async function together(ask: (given: Json) => Promise<Answer>, given: Json): Promise<Json> {
  const {left_out, ...whole} = await ask(given);
  for (let next = left_out?.next ?? null, left = left_out?.rows ?? 0; next !== null; ) {
    const {part, skip} = next;
    const found: Answer = await ask(next);
    expect(lengthOf(found)).toBeLessThan(CEILING);
    expect(found).toMatchObject({id: ID, name: whole.name});
    const keys = part.split('.');
    const last = keys.pop() as string;
    const at = (thing: Json) => keys.reduce<Json>((one, key) => one[key] as Json, thing);
    const [kept, more] = [at(whole)[last], at(found)[last]];
    at(whole)[last] =
      typeof more === 'string'
        ? String(kept ?? '').slice(0, skip) + more
        : Array.isArray(more)
          ? [...((kept ?? []) as unknown[]).slice(0, skip), ...more]
          : {...(kept as Json), ...(more as Json)};
    const rows = found.left_out?.rows ?? 0;
    expect(rows).toBeLessThanOrEqual(left);
    left = rows;
    next = found.left_out?.next ?? null;
  }
  return whole;
}

describe('one thing that is too long', () => {
  it('is given completely by the calls that it names', async () => {
    const text = fc.string({unit: 'grapheme', maxLength: 60_000, size: 'max'});
    const entries = fc.array(fc.record({label: fc.string({maxLength: 2000}), confidence: fc.double()}), {
      maxLength: 400,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(
        fc.record({abstract: text, indications: entries, aliases: fc.array(text, {maxLength: 3})}),
        entries,
        async ({aliases, ...attributes}, fields) => {
          const names = aliases.map((one) => one.slice(0, 500));
          const whole = {
            id: ID,
            name: 'Hub',
            attributes: {aliases: names, ...attributes},
            provenance: {source: 'x', fields},
          };
          const plain = JSON.parse(JSON.stringify(whole)) as Json;
          const ask = (given: Json) => Promise.resolve(partly(plain, given) as Answer);
          expect(await together(ask, {})).toEqual(plain);
        },
      ),
      {numRuns: 30},
    );
  }, 120_000);

  it('is told apart from a part that it does not have', () => {
    expect(() => partly({id: ID, attributes: {}}, {part: 'attributes.aliases'})).toThrow(/attributes\.aliases/);
    expect(() => partly({id: ID, attributes: {}}, {part: 'attributes.__proto__'})).toThrow(/__proto__/);
  });

  it('is asked for by an agent', async () => {
    const indications = Array.from({length: 700}, (_, n) => ({
      id: `MONDO:${n}`,
      label: `A disease of the kind ${n}`,
      source: 'test',
      confidence: 0.8,
    }));
    const snapshot = await writeRandomGraph({
      entities: [
        {
          id: ID,
          kind: 'product',
          state: 'live',
          name: 'Steroid',
          slug: 'steroid',
          source: 'test',
          updated_at: '2026-01-01T00:00:00Z',
          attributes: JSON.stringify({indications}),
        },
      ],
      edges: [],
    });
    const store = join(mkdtempSync(join(tmpdir(), 'biograph-parts-')), 'store');
    await loadSnapshot({snapshot, store});
    await using graph = await openGraph(store);
    const [mine, theirs] = InMemoryTransport.createLinkedPair();
    await createMcpServer(graph).connect(theirs);
    const client = new Client({name: 'test', version: '1.0.0'});
    await client.connect(mine);
    const ask = async (given: Json) =>
      (await client.callTool({name: 'get_entity', arguments: given})).structuredContent as Answer;
    const first = await ask({entity_id: 'product/steroid'});
    expect(first.left_out?.next).toMatchObject({entity_id: ID, part: 'attributes.indications'});
    expect(await together(ask, {entity_id: 'product/steroid'})).toEqual(await graph.entity(ID));
    const refused = await client.callTool({name: 'get_entity', arguments: {entity_id: ID, part: 'no.such'}});
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([true, expect.stringContaining('no.such')]);
    await client.close();
  });
});
