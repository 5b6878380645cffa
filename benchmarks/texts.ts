import {openGraph} from '../src/index.ts';
import {end, resident, serve} from './serve.ts';

export interface TextsOptions {
  /** A store with real texts. */
  store: string;
  clients: number;
  seconds: number;
  /** More words for `serve`. */
  serving: readonly string[];
}

/** Milliseconds between two rounds of look-ups. */
const PAUSE = 100;

/** Milliseconds a client waits that was told to come back later. */
const LATER = 1000;

/**
 * Clients that each ask for a whole trial title, another one each time, while somebody else looks things up. Prints how both fared.
 * @returns whether nothing failed: refusals with 503 are none of a server that has too much to do.
 */
export async function searchLongTexts({store, clients, seconds, serving}: TextsOptions): Promise<boolean> {
  const {titles, others} = await questions(store);
  const {child, url} = await serve(store, serving);
  const statuses = new Map<number, number>();
  const times = {
    search: [] as number[],
    id: [] as number[],
    slug: [] as number[],
    typing: [] as number[],
    health: [] as number[],
  };
  const until = performance.now() + seconds * 1000;
  const ask = async (sort: keyof typeof times, path: string): Promise<number> => {
    const started = performance.now();
    const response = await fetch(url + path);
    await response.text();
    if (response.status === 200) times[sort].push(performance.now() - started);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response.status;
  };
  let next = 0;
  let most = 0;
  const search = async () => {
    while (performance.now() < until) {
      const title = titles[next++ % titles.length] ?? '';
      // A title that comes again is asked for with another length of the answer, so that no kept answer helps.
      const limit = 10 + Math.floor(next / titles.length);
      const status = await ask('search', `/v1/entities?q=${encodeURIComponent(title)}&limit=${limit}`);
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, LATER));
    }
  };
  const lookUp = async () => {
    for (let n = 0; performance.now() < until; n++) {
      const {id, kind, slug, name} = others[n % others.length] as (typeof others)[number];
      await ask('id', `/v1/entities/${id}`);
      await ask('slug', `/v1/entities/by-slug/${kind}/${encodeURIComponent(slug)}`);
      await ask('typing', `/v1/autocomplete?q=${encodeURIComponent(name.slice(0, 2 + (n % 4)))}`);
      await ask('health', '/health');
      most = Math.max(most, resident(child.pid));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  await Promise.all([...Array.from({length: clients}, search), lookUp()]);
  await end(child);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n.toLocaleString('en')} × ${status}`);
  process.stdout.write(`${titles.length.toLocaleString('en')} trial titles, ${clients} clients, ${seconds} s\n`);
  process.stdout.write(
    `${(times.search.length / seconds).toFixed(1)} searches/s; ${counts.join(', ')}; ${most} MiB at most\n`,
  );
  for (const [name, list] of Object.entries(times))
    process.stdout.write(
      `${name.padEnd(8)} p50 ${share(list, 0.5)} ms, p95 ${share(list, 0.95)} ms, p99 ${share(list, 0.99)} ms\n`,
    );
  return [...statuses.keys()].every((status) => status === 200 || status === 503);
}

function share(list: readonly number[], part: number): number {
  return Math.round([...list].sort((a, b) => a - b)[Math.floor(list.length * part)] ?? Number.NaN);
}

async function questions(store: string) {
  await using graph = await openGraph(store);
  const {rows: trials} = await graph.sql(
    "select name from live_entities where kind = 'trial' and length(name) between 140 and 260 order by hash(id) limit 20000",
  );
  const {rows: others} = await graph.sql(
    "select id, kind, slug, name from live_entities where kind in ('company', 'product', 'trial', 'person') order by hash(id) limit 5000",
  );
  if (trials.length === 0) throw new Error(`${store} has no long titles of trials`);
  return {
    titles: trials.map(({name}) => String(name)),
    others: others as unknown as {id: string; kind: string; slug: string; name: string}[],
  };
}
