import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

type Json = Record<string, unknown>;

/** Entities and edges of a service as a test wants them, changed by the test as it goes. */
export interface World {
  entities: Map<
    string,
    Json & {id: string; kind: string; updated_at: string; merged_into?: string | null; op?: 'merged'}
  >;
  edges: {source: string; relation: string; target: string; observed_at: string | null}[];
}

export interface Manner {
  /** Rows hold no more than what must be there, so that the rest has to be asked for. */
  lean?: boolean;
  /** Rows of a page at most. */
  page?: number;
  /** Asked before every answer; what it gives is answered instead, `'drop'` cuts the connection, `'torn'` sends half. */
  mood?(
    request: IncomingMessage,
    count: number,
  ): 'drop' | 'torn' | {status: number; headers?: Record<string, string>; body?: string} | undefined;
  /** Rows hold only what the specification guarantees, without their kind. */
  bare?: boolean;
  /** What is said for a cursor on the last page, instead of the place. */
  end?: null;
  /** Some rows come again on the next page. */
  repeat?: boolean;
  /** Sent with every answer. */
  headers?(count: number): Record<string, string>;
}

/** A service of its own kind on a real socket: a feed, entities, edges; a cursor that is only a number. */
export async function serveWorld(
  world: World,
  manner: Manner = {},
): Promise<{url: string; count(): number; seen: string[]; close(): Promise<void>}> {
  let count = 0;
  const seen: string[] = [];
  const server = createServer((request, response) => {
    count++;
    seen.push(request.url ?? '');
    const mood = manner.mood?.(request, count);
    if (mood === 'drop') return void request.socket.destroy();
    const headers = manner.headers?.(count) ?? {};
    if (typeof mood === 'object')
      return send(
        response,
        mood.status,
        {...headers, ...mood.headers},
        mood.body ?? '{"error":{"code":"x","message":"x"}}',
      );
    const [status, body, more] = answer(world, manner, new URL(request.url ?? '/', 'http://x'));
    const text = JSON.stringify(body);
    if (mood === 'torn') {
      response.writeHead(200, {'content-type': 'application/json', 'content-length': Buffer.byteLength(text)});
      response.write(text.slice(0, text.length / 2));
      setTimeout(() => request.socket.destroy(), 5);
      return;
    }
    send(response, status, {...headers, ...more}, text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, {'content-type': 'application/json', ...headers});
  response.end(body);
}

function answer(world: World, manner: Manner, url: URL): [number, unknown, Record<string, string>?] {
  const [, first, second, third] = url.pathname.split('/').filter((part) => part !== '');
  if (first === 'schema') return [200, {kinds: ['anything'], capabilities: []}];
  if (first === 'stats') return [200, {counts: {}, total: world.entities.size}];
  if (first === 'changes') return [200, feed(world, manner, url)];
  const entity = world.entities.get(second ?? '');
  if (first !== 'entities' || entity === undefined) return [404, {error: {code: 'not_found', message: 'no'}}];
  if (entity.op === 'merged') {
    if (typeof entity.merged_into !== 'string') return [404, {error: {code: 'not_found', message: 'no'}}];
    return [301, {}, {location: `/v1/entities/${entity.merged_into}${third === undefined ? '' : `/${third}`}`}];
  }
  if (third === 'edges')
    return [200, {entity_id: entity.id, edges: edgesOf(world, entity.id), by_relation: {}, relation_counts: {}}];
  return [200, entity];
}

function edgesOf(world: World, id: string): Json[] {
  const ref = (other: string) => ({
    id: other,
    kind: world.entities.get(other)?.kind ?? 'company',
    name: 'x',
    slug: 'x',
  });
  return world.edges.flatMap(({source, relation, target, observed_at}) => {
    if (source === id) return [{relation, direction: 'out', observed_at, neighbor: ref(target)}];
    return target === id ? [{relation, direction: 'in', observed_at, neighbor: ref(source)}] : [];
  });
}

function feed(world: World, manner: Manner, url: URL): Json {
  const rows = [...world.entities.values()].sort(
    (a, b) => a.updated_at.localeCompare(b.updated_at) || a.id.localeCompare(b.id),
  );
  const place = (row: {updated_at: string; id: string}) => `${row.updated_at} ${row.id}`;
  const after = url.searchParams.get('after');
  const since = url.searchParams.get('since');
  const left = rows.filter((row) => (after === null ? row.updated_at >= (since ?? '') : place(row) > after));
  const page = left.slice(0, manner.page ?? 200);
  const last = page.at(-1);
  const changes = page.map((row) => {
    if (manner.bare === true && row.op === 'merged')
      return {op: 'merged', id: row.id, merged_into: row.merged_into ?? null};
    if (manner.bare === true) return {op: 'upsert', id: row.id};
    if (row.op === 'merged')
      return {
        op: 'merged',
        id: row.id,
        kind: row.kind,
        name: row.name,
        slug: row.slug,
        updated_at: row.updated_at,
        merged_into: row.merged_into ?? null,
      };
    return manner.lean === true
      ? {op: 'upsert', id: row.id, kind: row.kind, updated_at: row.updated_at}
      : {op: 'upsert', ...row};
  });
  return {
    since,
    count: changes.length,
    next_cursor:
      manner.end === null && page.length === left.length
        ? null
        : last === undefined
          ? (after ?? `${since} `)
          : place(last),
    changes: manner.repeat === true && changes.length > 0 ? [...changes, ...changes.slice(0, 2)] : changes,
  };
}
