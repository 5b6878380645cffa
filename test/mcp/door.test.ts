import {request} from 'node:http';
import type {FastifyInstance} from 'fastify';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createServer, type Graph, openGraph} from '../../src/index.ts';

let graph: Graph;
let server: FastifyInstance;
let url: string;
beforeAll(async () => {
  graph = await openGraph();
  server = await createServer(graph);
  url = await server.listen({host: '127.0.0.1', port: 0});
});
afterAll(async () => {
  await server.close();
  await graph.close();
});

describe('the door at /mcp', () => {
  const status = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const call = request(
        `${url}/mcp`,
        {method: 'POST', headers: {'content-type': 'application/json', ...headers}},
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      call.on('error', reject);
      call.end('{}');
    });

  it('is closed to names and pages of elsewhere', async () => {
    expect(await status({host: 'evil.example'})).toBe(403);
    expect(await status({origin: 'https://evil.example'})).toBe(403);
    expect(await status({origin: 'http://localhost:3000'})).not.toBe(403);
  });

  it('allows no other method', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await fetch(`${url}/mcp`, {method});
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });
});
