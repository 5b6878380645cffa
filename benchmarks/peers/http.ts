import {type ChildProcess, spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import autocannon from 'autocannon';
import {random} from '../measure.ts';
import {end, serve} from '../serve.ts';
import type {Params, Place} from './peer.ts';
import type {Question} from './questions.ts';

/** Figures of one run over HTTP. */
export interface Rate {
  server: string;
  /** `entity` not asked for before, the same one `again`, or a `mix`. */
  what: string;
  clients: number;
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
}

interface Server {
  name: string;
  child: ChildProcess;
  url: string;
  path(question: string, params: Params): string;
  /** How far it has come in what it is asked. */
  at: number;
}

type Drawn = [question: string, params: Params];

const CLIENTS = [1, 8, 32];

/** As many as there are cores. PostgreSQL has a process for each connection, besides the one that serves. */
const WORKERS = 2;

/** Turns, and how long each is. */
const ROUNDS = 3;
const SECONDS = 4;

/** Where biograph answers the same questions. */
function ownPath(question: string, params: Params): string {
  const {id, kind, slug, q, area, target} = params;
  const said = (values: Params) => new URLSearchParams(values).toString();
  if (question === 'id') return `/v1/entities/${id}`;
  if (question === 'slug') return `/v1/entities/by-slug/${kind}/${slug}`;
  if (question === 'edges') return `/v1/entities/${id}/edges`;
  if (question === 'two hops') return `/v1/entities/${id}/traverse?depth=2`;
  if (question === 'typing') return `/v1/autocomplete?${said({q: q ?? ''})}`;
  if (question === 'facets') return `/v1/facets?kind=${kind}`;
  if (question === 'aggregate') return `/v1/aggregate?${said({field: 'modality', therapeutic_area: area ?? ''})}`;
  if (question === 'concentration') return `/v1/concentration?${said({target: target ?? '', rollup: 'false'})}`;
  if (question === 'filtered')
    return `/v1/entities?${said({kind: kind ?? '', target: target ?? '', therapeutic_area: area ?? ''})}`;
  return `/v1/entities?${said(q === undefined ? {} : {q})}`;
}

function theirPath(question: string, params: Params): string {
  if (question === 'id') return `/entity/${params.id}`;
  return `/ask/${encodeURIComponent(question)}?${new URLSearchParams(params).toString()}`;
}

function served(name: string, place: Place | undefined, text = ''): Promise<Server> {
  const words = [
    '--import',
    'tsx',
    fileURLToPath(new URL('./served.ts', import.meta.url)),
    name,
    JSON.stringify(place ?? {}),
    text,
  ];
  const child = spawn(process.execPath, words, {stdio: ['ignore', 'pipe', 'inherit']});
  return new Promise((ready, failed) => {
    child.stdout?.once('data', (line: Buffer) =>
      ready({name, child, url: line.toString().trim(), path: theirPath, at: 0}),
    );
    child.once('exit', () => failed(new Error(`${name} ended`)));
  });
}

/** The shares of the mix; everything else is asked for by the rest of it. */
const SHARES: readonly [number, string][] = [
  [0.4, 'typing'],
  [0.25, 'id'],
  [0.1, 'edges'],
  [0.1, 'two words'],
  [0.05, 'one word'],
];

const REST = ['newest', 'filtered', 'two hops', 'facets', 'aggregate', 'concentration'];

function drawMix(questions: readonly Question[], count: number): Drawn[] {
  const next = random(11);
  const named = new Map(questions.map((question) => [question.name, question.params]));
  return Array.from({length: count}, () => {
    let share = next();
    const drawn = SHARES.find(([part]) => {
      share -= part;
      return share < 0;
    })?.[1];
    const name = drawn ?? (REST[Math.floor(next() * REST.length)] as string);
    const params = named.get(name) ?? [];
    return [name, params[Math.floor(next() * params.length)] ?? {}];
  });
}

/** Asks for what comes next; each server has a place of its own in the list, so that none is asked for anything twice but where it is all there is. */
async function measure(
  server: Server,
  what: string,
  clients: number,
  asked: readonly Drawn[],
  seconds: number,
): Promise<Rate> {
  const path = () => {
    const [question, params] = asked[server.at++ % asked.length] as Drawn;
    return server.path(question, params);
  };
  const result = await autocannon({
    url: server.url,
    connections: clients,
    duration: seconds,
    timeout: 60,
    requests: [{method: 'GET', setupRequest: (request) => ({...request, path: path()})}],
  });
  const {total} = result.requests;
  return {
    ...{
      server: server.name,
      what,
      clients,
      perSecond: total / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
    },
    failures: result.errors + result.timeouts + result.non2xx,
  };
}

/** Every server by turns, in the same order, at each number of clients. */
export async function measureHttp(
  peers: readonly string[],
  placeOf: (name: string) => Place,
  questions: readonly Question[],
  entities: readonly string[],
  text: string,
): Promise<Rate[]> {
  const {store} = placeOf('biograph');
  const servers: Server[] = [
    {name: 'biograph', ...(await serve(store)), path: ownPath, at: 0},
    {
      name: `biograph, ${WORKERS} workers`,
      ...(await serve(store, ['--workers', String(WORKERS)])),
      path: ownPath,
      at: 0,
    },
  ];
  for (const name of peers) if (name !== 'biograph') servers.push(await served(name, placeOf(name)));
  const bare = await served('bare', undefined, text);
  const ids = entities.map((id): Drawn => ['id', {id}]);
  const mix = drawMix(questions, 60_000);
  const rates: Rate[] = [];
  for (const server of [...servers, bare]) await measure(server, 'warm', 8, ids.slice(-2000), 2);
  const rounds = async (what: string, clients: number, those: readonly Server[], asked: readonly Drawn[]) => {
    for (const server of those) server.at = 0;
    for (let round = 0; round < ROUNDS; round++)
      for (const server of those) rates.push(await measure(server, what, clients, asked, SECONDS));
  };
  await rounds('entity', 16, servers, ids);
  await rounds('again', 16, [...servers, bare], ids.slice(0, 1));
  for (const clients of CLIENTS) await rounds('mix', clients, servers, mix.slice(20_000 * CLIENTS.indexOf(clients)));
  for (const {child} of [...servers, bare]) await end(child);
  return rates;
}
