import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import type {Rate} from './http.ts';
import {plotTimes} from './plot.ts';
import type {Asked, PeerResults} from './run.ts';

/** Results by size stand in this folder as JSON; the page and the pictures are made from all of them. */
const FOLDER = 'benchmarks/results';

/** Keeps the results of one size, and writes benchmarks/RESULTS.md anew. */
export async function reportPeers(results: PeerResults): Promise<void> {
  mkdirSync(FOLDER, {recursive: true});
  writeFileSync(`${FOLDER}/peers-${results.entities}.json`, `${JSON.stringify(results, null, 2)}\n`);
  const all = readdirSync(FOLDER)
    .filter((file) => /^peers-\d+\.json$/.test(file))
    .map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as PeerResults)
    .sort((a, b) => a.entities - b.entities);
  writeFileSync(`${FOLDER}/times.svg`, await plotTimes(all));
  writeFileSync('benchmarks/RESULTS.md', page(all));
}

const many = (count: number) => count.toLocaleString('en');

const ms = (time: number | undefined) => (time === undefined ? '–' : time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0));

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const [head = [], ...others] = rows;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...others.map(line)].join('\n');
}

/** biograph's time over that of the fastest peer. */
function ratioOf(
  asked: readonly Asked[],
  question: string,
  timeOf = ({p50}: Asked): number | undefined => p50,
): number {
  const of = (isOwn: boolean) =>
    asked.flatMap((one) =>
      one.question === question && (one.peer === 'biograph') === isOwn ? (timeOf(one) ?? []) : [],
    );
  return Math.min(...of(true)) / Math.min(...of(false));
}

/** Results of earlier runs do not have it. */
function firstRatio(asked: readonly Asked[], question: string): string {
  const ratio = ratioOf(asked, question, ({first}) => first);
  return Number.isFinite(ratio) && ratio > 0 ? ratio.toFixed(2) : '–';
}

const figures = (found: Asked | undefined) =>
  found === undefined ? '–' : `${ms(found.p50)} / ${ms(found.p95)} / ${ms(found.p99)}; ${ms(found.cpu)}`;

const percent = (like: Asked['likeness']) => `${Math.round(100 * (like?.shared ?? 0))} %`;

const HEAD = 'p50 / p95 / p99 ms; CPU ms';

/** What every database is asked. */
function answers({asked, peers}: PeerResults): string {
  const names = Object.keys(peers).filter((name) => isGeneral(asked, name));
  const among = asked.filter(({peer}) => names.includes(peer));
  const questions = [...new Set(among.map(({question}) => question))];
  return table([
    [HEAD, ...names.map((name) => peers[name]?.title ?? name), 'ratio', 'first asked', 'results shared'],
    ...questions.map((question) => {
      const own = among.filter((one) => one.question === question);
      return [
        question,
        ...names.map((name) => figures(own.find(({peer}) => peer === name))),
        ratioOf(among, question).toFixed(2),
        firstRatio(among, question),
        own.flatMap(({likeness}) => (likeness === undefined ? [] : [percent(likeness)])).join(', '),
      ];
    }),
  ]);
}

/** What engines of one purpose are asked. */
function special({asked, peers}: PeerResults): string {
  const rows = asked
    .filter(({peer}) => !isGeneral(asked, peer))
    .map((theirs) => {
      const ours = asked.find(({question, peer}) => question === theirs.question && peer === 'biograph');
      const ratio = (ours?.p50 ?? Number.NaN) / theirs.p50;
      const title = peers[theirs.peer]?.title ?? theirs.peer;
      return [theirs.question, figures(ours), title, figures(theirs), ratio.toFixed(2), percent(theirs.likeness)];
    });
  return rows.length === 0
    ? 'No engine of one purpose was installed.'
    : table([[HEAD, 'biograph', 'engine', 'its times', 'ratio', 'results shared'], ...rows]);
}

/** Whether it answers every question that biograph does. */
function isGeneral(asked: readonly Asked[], name: string): boolean {
  const of = (peer: string) => asked.filter((one) => one.peer === peer).length;
  return of(name) === of('biograph');
}

function costs({peers}: PeerResults): string {
  return table([
    ['', 'load, s', 'disk, MiB', 'memory while asked, MiB'],
    ...Object.values(peers).map(({title, load, mib}) => [
      title,
      load.seconds.toFixed(0),
      many(Math.round(load.bytes / 2 ** 20)),
      many(Math.round(mib)),
    ]),
  ]);
}

/** The run in the middle of those that were made. */
function middle(rates: readonly Rate[]): Rate | undefined {
  return [...rates].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(rates.length / 2)];
}

const WHAT: Record<string, string> = {
  entity: 'an entity not asked for before',
  again: 'the same entity again',
  mix: 'mix',
};

function http({http: rates}: PeerResults): string {
  const servers = [...new Set(rates.map(({server}) => server))];
  const asked = [...new Set(rates.map(({what, clients}) => `${what} ${clients}`))];
  const failed = servers
    .map(
      (server) => [server, rates.reduce((sum, rate) => sum + (rate.server === server ? rate.failures : 0), 0)] as const,
    )
    .filter(([, failures]) => failures > 0);
  const rows = asked.map((one) => {
    const [what = '', clients] = one.split(' ');
    return [
      `${WHAT[what]}, ${clients} ${clients === '1' ? 'client' : 'clients'}`,
      ...servers.map((server) => {
        const found = middle(rates.filter((rate) => rate.server === server && `${rate.what} ${rate.clients}` === one));
        return found === undefined
          ? '–'
          : `${many(Math.round(found.perSecond))}/s; ${ms(found.p50)} / ${ms(found.p99)}`;
      }),
    ];
  });
  const refused = failed.map(([server, failures]) => `${many(failures)} of ${server}`).join(', ');
  const said = `${refused === '' ? 'No request failed.' : `Requests that failed or were refused for now: ${refused}.`} Clients and servers share the cores.`;
  return `${table([['per second; p50 / p99 ms', ...servers], ...rows])}\n\n${said}`;
}

function losses(results: PeerResults): string {
  const lost = [...new Set(results.asked.map(({question}) => question))]
    .map((question) => ({question, ratio: ratioOf(results.asked, question)}))
    .filter(({ratio}) => ratio > 1)
    .sort((a, b) => b.ratio - a.ratio);
  if (lost.length === 0) return 'biograph is the fastest at each question here.';
  return `biograph loses: ${lost.map(({question, ratio}) => `${question} (${ratio.toFixed(1)} × the best peer)`).join(', ')}.`;
}

function page(all: readonly PeerResults[]): string {
  const sections = all.map(
    (results) => `## ${many(results.entities)} entities

${results.date}; ${results.machine.cpus} cores (${results.machine.model}), ${results.machine.gib} GiB, Node ${results.machine.node}.

${answers(results)}

Engines of one purpose:

${special(results)}

${losses(results)}

${costs(results)}

Over HTTP (peers behind Fastify; \`bare\` is a route that sends one text):

${http(results)}
`,
  );
  return `# biograph compared with other databases

Made by \`npm run bench -- --peers\`; [docs/benchmarks.md](../docs/benchmarks.md) describes the method. Every database has the same generated graph and gets the same seeded questions. All answers are compared
before times are taken, every peer is asked the same for two seconds, and then peers run in alternating blocks: what is timed is in memory, as it is in each peer's
own way of keeping it. A ratio is biograph's median over that of the fastest peer; \`first asked\` is the same of the first time that each parameter was asked for, in a
process that had answered the sorts of question above it. The machine is shared, so ratios say more than times. For type-ahead and text search each ranks by its own rule, and the last column says how many of biograph's results the others have too.

The work is the same where it can be: all parse and send the same documents, which of an entity by itself state the source of each field too (SQLite and
PostgreSQL store that apart and once, as biograph does), and all give the same columns of an edge: its provenance, and the neighbour's names and date. Some
work differs. biograph gives edges as nested objects with links and ISO times, and in a walk how each node was reached, where the peers give rows. For a filtered list and a text
search biograph also counts the results, and ranks by fields; Tantivy ranks one field and does not count. Its
whitespace map counts companies too, and its pages of changes tell merged and removed entities. Over HTTP an entity is the same body from
all; of the rest of the mix biograph sends complete answers where the peers send ids. biograph also counts, limits, secures and names requests, and sends validators
for caches, where the peers do not. It answers from one process and, in a column of its own, from two; behind PostgreSQL's Fastify stand four processes of its own. SQLite has 64 MiB of cache and 256 MiB mapped, PostgreSQL 512 MiB of shared buffers, four connections and no
parallel workers; neither is set up to survive a crash while it loads. Tantivy, chDB and Kuzu are asked through their Python packages, within the Python process, with two threads.

![Median time against size](results/times.svg)

${sections.join('\n')}`;
}
