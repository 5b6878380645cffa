import {Client, InMemoryTransport} from '@modelcontextprotocol/client';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {createMcpServer} from '../../src/mcp/server.ts';

/** Of the text and the structured content together (CONTRACT §1). */
const CEILING = 40_000;

type Json = Record<string, unknown>;
interface Answer extends Json {
  left_out?: {rows: number; next: Json | null; repeat?: string[]};
}

let graph: Graph;
let client: Client;
let ids: string[];
beforeAll(async () => {
  graph = await openGraph();
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await createMcpServer(graph).connect(theirs);
  client = new Client({name: 'test', version: '1.0.0'});
  await client.connect(mine);
  ids = (await graph.entities({limit: 1000})).results.map(({id}) => id);
});
afterAll(async () => {
  await client.close();
  await graph.close();
});

/** The answer, of which the ceiling holds; undefined where the call was refused. */
async function ask(name: string, given: Json): Promise<Answer | undefined> {
  const found = await client.callTool({name, arguments: given});
  const size = JSON.stringify(found.content).length + JSON.stringify(found.structuredContent ?? null).length;
  expect(size, name).toBeLessThan(CEILING);
  return found.isError === true ? undefined : (found.structuredContent as Answer);
}

/** The rows of an answer and of all that follow it. */
async function all(name: string, given: Json, rows: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let asked: Json | null = given; asked !== null; ) {
    const answer: Answer = (await ask(name, asked)) ?? {};
    seen.push(...(answer[rows] as unknown[]));
    const {next = null, repeat = []} = answer.left_out ?? {};
    const again = Object.fromEntries(repeat.map((one) => [one, given[one]]));
    asked = next === null ? null : {...again, ...next};
    expect(seen.length).toBeLessThanOrEqual(1000);
  }
  return seen;
}

describe('the ceiling of an answer', () => {
  it('holds for a list of a thousand ids, whose rows all come', async () => {
    const first = await ask('search_entities', {ids, limit: 1000});
    expect(first?.count).toBeGreaterThan(5);
    expect(first?.left_out).toMatchObject({repeat: ['ids'], next: {after: expect.any(String)}});
    const rows = await all('search_entities', {ids, limit: 1000, fields: 'name'}, 'results');
    expect(rows.map((row) => (row as {id: string}).id)).toEqual(ids);
  });

  it('holds for a thousand names, which are all resolved', async () => {
    const inputs = Array.from({length: 1000}, (_, n) => (n % 3 === 0 ? ids[n] : `No such company ${n}`));
    const rows = await all('resolve', {inputs}, 'results');
    expect(rows.map((row) => (row as {input: string}).input)).toEqual(inputs);
  });

  it('leaves the next call complete where its arguments are short', async () => {
    const {left_out} = (await ask('search_entities', {ids: ids.slice(0, 40), limit: 40})) ?? {};
    expect(left_out?.repeat).toBeUndefined();
    expect(left_out?.next).toMatchObject({ids: ids.slice(0, 40)});
    // Of names, those that have had their answer are not needed again.
    const inputs = ids.slice(0, 150);
    const names = await ask('resolve', {inputs, min_confidence: 0.9});
    expect(names?.left_out).toEqual({
      rows: 150 - Number(names?.count),
      next: {inputs: inputs.slice(Number(names?.count)), min_confidence: 0.9},
    });
  });

  it('holds for every tool, however long its lists and texts', async () => {
    const {tools} = await client.listTools();
    const word = fc.oneof(fc.constantFrom(...ids.slice(0, 200)), fc.string({unit: 'grapheme', maxLength: 40}));
    const list = fc.array(word, {minLength: 1, maxLength: 1000, size: 'max'});
    const text = fc.string({unit: 'grapheme', maxLength: 500, size: 'max'});
    for (const {name, inputSchema} of tools) {
      const given = Object.entries((inputSchema.properties ?? {}) as Record<string, Json>).flatMap(
        ([key, schema]): [string, fc.Arbitrary<unknown>][] => {
          const takes = JSON.stringify(schema);
          if (takes.includes('"array"')) return [[key, list]];
          return takes.includes('"string"') && !takes.includes('"enum"') ? [[key, text]] : [];
        },
      );
      const example = graph.operations.find(({tool}) => tool === name)?.example ?? {};
      await fc.assert(
        fc.asyncProperty(fc.oneof(...given.map(([key, values]) => fc.record({[key]: values}))), async (one) => {
          const asked = {...example, ...one};
          // What the protocol's own check refuses is an error of its own.
          await ask(name, asked).catch((error: Error) => expect(error.message.length).toBeLessThan(CEILING));
        }),
        {numRuns: 8},
      );
    }
  }, 300_000);
});
