import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import type {FastifyInstance} from 'fastify';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createServer, type Graph, openGraph} from '../../src/index.ts';
import type {Operation} from '../../src/operation.ts';

const TOOLS = [
  'search_entities',
  'get_entity',
  'traverse',
  'aggregate',
  'whitespace',
  'concentration',
  'rank_people',
  'collaborators',
  'resolve',
  'dossier',
  'comparables',
  'catalyst_calendar',
  'diff',
];

/** The protocol's current revision and the one before it. */
const CURRENT = '2026-07-28';
const REVISIONS = [CURRENT, '2025-11-25'];

let graph: Graph;
let server: FastifyInstance;
let url: string;
const clients: Record<string, Client> = {};
beforeAll(async () => {
  graph = await openGraph();
  server = await createServer(graph);
  url = await server.listen({host: '127.0.0.1', port: 0});
  for (const revision of REVISIONS) {
    clients[`http, ${revision}`] = await connected(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)), revision);
    const stdio = new StdioClientTransport({
      command: process.execPath,
      args: ['bin/biograph.js', 'mcp'],
      stderr: 'ignore',
      env: process.env as Record<string, string>,
    });
    clients[`stdio, ${revision}`] = await connected(stdio, revision);
  }
});
afterAll(async () => {
  for (const client of Object.values(clients)) await client.close();
  await server.close();
  await graph.close();
});

async function connected(transport: Parameters<Client['connect']>[0], revision: string): Promise<Client> {
  const mode = revision === CURRENT ? {pin: revision} : 'legacy';
  const client = new Client({name: 'test', version: '1.0.0'}, {versionNegotiation: {mode}});
  await client.connect(transport);
  return client;
}

describe.each(['http', 'stdio'].flatMap((way) => REVISIONS.map((revision) => `${way}, ${revision}`)))(
  'agent tools over %s',
  (way) => {
    const client = () => clients[way] as Client;

    it('speak that revision of the protocol', () => {
      expect(way).toContain(client().getNegotiatedProtocolVersion());
    });

    it('are the thirteen, read-only, and lean', async () => {
      const {tools} = await client().listTools();
      expect(tools.map(({name}) => name).sort()).toEqual([...TOOLS].sort());
      for (const tool of tools) {
        expect(tool.annotations).toMatchObject({readOnlyHint: true, destructiveHint: false});
        expect(tool.outputSchema?.type).toBe('object');
      }
      const words = JSON.stringify(tools.map(({name, description, inputSchema}) => ({name, description, inputSchema})));
      // What every filter means is said once; a dozen more of them have room below 24,000.
      expect(words.length).toBeLessThan(16_000);
      expect(client().getInstructions()).toMatch(/therapeutic_area: .*\n.*target_id: /);
    });

    it('give what the endpoint gives', async () => {
      for (const operation of graph.operations as unknown as Operation[]) {
        if (operation.tool === undefined) continue;
        const found = await client().callTool({name: operation.tool, arguments: operation.example});
        expect(found.isError, operation.tool).toBeFalsy();
        const whole = JSON.parse(JSON.stringify(await resultOf(operation))) as Record<string, unknown[]>;
        const {left_out, ...answer} = found.structuredContent as Record<string, unknown>;
        if (left_out === undefined) expect(answer, operation.tool).toEqual(whole);
        else {
          // The walk of the example is long: its first nodes, lean, and the edges among them.
          expect(operation.tool).toBe('traverse');
          const {nodes, edges} = answer as Record<string, unknown[]>;
          expect(whole.nodes?.slice(0, nodes?.length)).toMatchObject(nodes ?? []);
          for (const edge of edges ?? []) expect(whole.edges).toContainEqual(edge);
          expect(left_out).toMatchObject({rows: (whole.nodes?.length ?? 0) - (nodes?.length ?? 0)});
        }
        expect(found._meta).toMatchObject({generation: 1});
        expect(textOf(found), operation.tool).toBe(JSON.stringify(found.structuredContent));
      }
    });

    it('follow an entity that was merged, and say so', async () => {
      let merged: {id: string} | undefined;
      for await (const row of graph.changes.all({since: '1900-01-01', limit: 200}))
        if (row.op === 'merged' && row.merged_into !== null) merged ??= row;
      if (merged === undefined) throw new Error('The sample has merged rows');
      const found = await client().callTool({name: 'get_entity', arguments: {entity_id: merged.id}});
      expect(found._meta).toMatchObject({redirected_from: merged.id, generation: 1});
    });

    it('say how to correct a call', async () => {
      const wrong = await client()
        .callTool({name: 'rank_people', arguments: {limit: 1000}})
        .catch((error: Error) => error);
      expect(JSON.stringify(wrong instanceof Error ? wrong.message : wrong)).toMatch(/limit/);
      const said = async (name: string, asked: Record<string, unknown>) => {
        const found = await client()
          .callTool({name, arguments: asked})
          .catch((error: Error) => error);
        return found instanceof Error ? found.message : textOf(found);
      };
      expect(await said('search_entities', {kind: 'foo', limit: 5})).toMatch(
        /kind must be one of: company, .*, opportunity.*; not "foo"\.$/,
      );
      const both = await said('search_entities', {sort: 'newest', limit: 0});
      expect(both).toMatch(/limit: Must be at least 1, not 0\. sort: Must be one of: recent, .*; not "newest"\./);
      expect(await said('diff', {kind: 'foo'})).toMatch(/kind must be one of: company, /);
      expect(await said('rank_people', {skip: -1})).toMatch(/skip/);
      const missing = await client().callTool({name: 'get_entity', arguments: {entity_id: 'company/nobody'}});
      expect(missing.isError).toBe(true);
      expect(JSON.stringify(missing.content)).toMatch(/nobody.*search_entities/);
      const cell = await client().callTool({name: 'concentration', arguments: {}});
      expect(JSON.stringify(cell.content)).toMatch(/target, modality, therapeutic_area/);
    });

    it('cut a long answer to whole rows and go on with the rest of what was asked for', async () => {
      const all = await graph.entities({kind: 'trial', limit: 100});
      const rows: unknown[] = [];
      let next: Record<string, unknown> | null = {kind: 'trial', limit: 100};
      for (let page = 0; next !== null && page < 50; page++) {
        const found = await client().callTool({name: 'search_entities', arguments: next});
        expect(JSON.stringify(found).length).toBeLessThan(40_000);
        const {results, limit, count, next_cursor, left_out} = found.structuredContent as CutPage;
        expect(limit).toBe(next.limit);
        expect(count).toBe(results.length);
        rows.push(...results);
        if (page === 0) {
          expect(left_out?.rows).toBe(all.results.length - results.length);
          expect(left_out?.next).toMatchObject({kind: 'trial', after: next_cursor});
        }
        next = left_out?.next ?? null;
      }
      expect(rows).toEqual(all.results);
    });

    it('never send a text search on to a cursor it does not have', async () => {
      const all = await graph.entities({q: 'phase', limit: 50});
      const found = await client().callTool({name: 'search_entities', arguments: {q: 'phase', limit: 50}});
      const {results, left_out} = found.structuredContent as CutPage;
      expect(results.length).toBeLessThan(all.results.length);
      expect(left_out).toEqual({
        rows: all.results.length - results.length,
        next: {q: 'phase', offset: results.length, limit: all.results.length - results.length},
      });
      const rest = await client().callTool({name: 'search_entities', arguments: left_out?.next ?? {}});
      expect((rest.structuredContent as CutPage).results[0]).toEqual(all.results[results.length]);
    });

    it('go on with arguments of their own where the operation has no pages', async () => {
      const whole = await graph.whitespace({limit_targets: 40, limit_modalities: 20});
      const cells: unknown[] = [];
      let next: Record<string, unknown> | null = {limit_targets: 40, limit_modalities: 20};
      for (let page = 0; next !== null && page < 50; page++) {
        const found = await client().callTool({name: 'whitespace', arguments: next});
        expect(JSON.stringify(found).length).toBeLessThan(40_000);
        const answer = found.structuredContent as {cells: unknown[]; left_out?: CutPage['left_out']};
        cells.push(...answer.cells);
        next = answer.left_out?.next ?? null;
      }
      expect(cells).toEqual(whole.cells);
      expect(whole.cells.length).toBeGreaterThan(200);
    });

    it('declare what they leave out', async () => {
      const {tools} = await client().listTools();
      for (const {name, outputSchema} of tools)
        expect(outputSchema, name).toMatchObject({
          properties: {left_out: {type: 'object', required: ['rows', 'next']}},
        });
    });

    it('say how long lists and resources hold', async () => {
      const read = await client().readResource({uri: 'biograph://company/pfizer'});
      expect(read._meta).toMatchObject({generation: 1});
      if (!way.includes(CURRENT)) return;
      const held = [
        await client().listTools(),
        await client().listPrompts(),
        await client().listResourceTemplates(),
        await client().listResources(),
        read,
      ] as Record<string, unknown>[];
      for (const {ttlMs, cacheScope} of held)
        expect({ttlMs, cacheScope}).toEqual({ttlMs: 60_000, cacheScope: 'public'});
    });

    it('know no such resource by the code of the protocol', async () => {
      for (const uri of ['biograph://company/nobody-at-all', 'biograph://planet/mars', 'biograph://company/%zz']) {
        const error = await client()
          .readResource({uri})
          .catch((problem: {code?: number}) => problem);
        expect((error as {code?: number}).code, uri).toBe(-32602);
      }
    });

    it('have entities as resources, prompts, and completion of kinds and names', async () => {
      const {contents} = await client().readResource({uri: 'biograph://company/pfizer'});
      expect(JSON.parse((contents[0] as {text: string}).text)).toMatchObject({name: 'Pfizer', kind: 'company'});
      const {prompts} = await client().listPrompts();
      expect(prompts.map(({name}) => name).sort()).toEqual(['dossier', 'landscape', 'who-is-who']);
      const {messages} = await client().getPrompt({name: 'dossier', arguments: {company: 'Vertex'}});
      expect(JSON.stringify(messages)).toContain('Vertex');
      const kinds = await client().complete({
        ref: {type: 'ref/resource', uri: 'biograph://{kind}/{slug}'},
        argument: {name: 'kind', value: 'fund'},
      });
      expect(kinds.completion.values).toEqual(['funder', 'funding_event']);
      const names = await client().complete({
        ref: {type: 'ref/prompt', name: 'dossier'},
        argument: {name: 'company', value: 'pfi'},
      });
      expect(names.completion.values).toContain('Pfizer');
    });
  },
);

interface CutPage {
  results: {id: string}[];
  limit: number;
  count: number;
  next_cursor: string | null;
  left_out?: {rows: number; next: Record<string, unknown> | null};
}

function textOf(found: {content?: unknown}): string | undefined {
  return (found.content as {text: string}[])[0]?.text;
}

async function resultOf(operation: Operation): Promise<unknown> {
  return (graph as unknown as Record<string, (params: unknown) => Promise<unknown>>)[operation.name]?.(
    operation.example,
  );
}

describe('what goes wrong inside', () => {
  it('is said to the log and not to the caller', async () => {
    const broken = Object.assign(Object.create(graph) as Graph, {
      answer: () => Promise.reject(new Error('IO Error: /var/secret.duckdb in select * from entity')),
      entity: () => Promise.reject(new Error('IO Error: /var/secret.duckdb in select * from entity')),
    });
    const other = await createServer(broken);
    const at = await other.listen({host: '127.0.0.1', port: 0});
    const client = await connected(new StreamableHTTPClientTransport(new URL(`${at}/mcp`)), CURRENT);
    const called = await client
      .callTool({name: 'aggregate', arguments: {field: 'kind'}})
      .catch((error: Error) => error.message);
    const read = await client.readResource({uri: 'biograph://company/pfizer'}).catch((error: Error) => error.message);
    for (const said of [called, read].map((one) => JSON.stringify(one))) {
      expect(said).toMatch(/The server failed/);
      expect(said).not.toMatch(/secret|select/);
    }
    await client.close();
    await other.close();
  });
});
