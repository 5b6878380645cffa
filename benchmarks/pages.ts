import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import yargs from 'yargs';
import {openBrowser} from '../test/helpers/browser.ts';
import {end, serve} from './serve.ts';

/**
 * `npm run bench:pages`: how long the explorer's pages take in a browser, over a store of `npm run bench`. Of the first page: until its search
 * box can be typed into. Of each view: from the end of its last answer to the last change of the page.
 */
const args = await yargs(process.argv.slice(2))
  .option('entities', {type: 'number', default: 1_000_000, describe: 'Size of the graph, as `npm run bench` made it'})
  .option('runs', {type: 'number', default: 5, describe: 'Times each page is opened'})
  .option('folder', {type: 'string', default: '.cache/bench', describe: 'Where the store is'})
  .strict()
  .parseAsync();

const store = join(resolve(args.folder, String(args.entities)), 'store');
if (!existsSync(join(store, 'current.json'))) throw new Error(`No store at ${store}: npm run bench makes one.`);

interface Row {
  id: string;
  slug: string;
}

const {child, url} = await serve(store);
const first = async (kind: string): Promise<Row> => {
  const response = await fetch(`${url}/v1/entities?kind=${kind}&sort=prominence&limit=1&fields=id,slug`);
  const {results} = (await response.json()) as {results: [Row]};
  return results[0];
};
const [company, product, person] = await Promise.all(['company', 'product', 'person'].map(first));

const PAGES = {
  start: '/',
  list: '/explore/list?kind=trial&therapeutic_area=oncology',
  search: '/explore/list?q=antibody',
  company: `/explore/entity/company/${company?.slug}`,
  product: `/explore/entity/product/${product?.slug}`,
  person: `/explore/entity/person/${person?.slug}`,
  whitespace: '/explore/whitespace?therapeutic_area=oncology',
  landscape: '/explore/landscape?therapeutic_area=oncology',
  comparables: `/explore/comparables?company=company/${company?.slug}`,
  people: '/explore/people?therapeutic_area=oncology',
  funding: '/explore/funding?months=24',
  calendar: '/explore/calendar',
  changes: '/explore/changes?since=2024-01-01',
  compare: `/explore/compare?entity=company/${company?.slug}&entity=product/${product?.slug}`,
};

/** Notes when the page changed last, and when the search box was first there. */
const WATCH = `
  const seen = (globalThis.seen = {changed: 0, box: 0});
  new MutationObserver(() => {
    seen.changed = performance.now();
    if (seen.box === 0 && document.querySelector('input')) seen.box = performance.now();
  }).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
`;

/** Milliseconds from the last answer to the last change, and of the answers themselves. */
const MEASURED = `(() => {
  const asked = performance.getEntriesByType('resource').filter(({name}) => name.includes('/v1/'));
  const answered = Math.max(0, ...asked.map(({responseEnd}) => responseEnd));
  return {box: seen.box, drawn: Math.max(0, seen.changed - answered), answer: Math.max(0, ...asked.map(({duration}) => duration)), all: seen.changed, requests: asked.length};
})()`;

interface Measured {
  box: number;
  drawn: number;
  answer: number;
  all: number;
  requests: number;
}

const browser = await openBrowser();
if (browser === null) throw new Error('No browser starts here.');
const middle = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
try {
  process.stdout.write('page          box ms  slowest answer ms  drawn after ms (most)  all ms  requests\n');
  for (const [name, path] of Object.entries(PAGES)) {
    const found: Measured[] = [];
    for (let run = 0; run < args.runs; run++) {
      const page = await browser.newPage({viewport: {width: 1280, height: 800}, reducedMotion: 'reduce'});
      await page.addInitScript(WATCH);
      await page.goto(url + path, {waitUntil: 'networkidle'});
      await page.locator('.loading').first().waitFor({state: 'detached'});
      found.push(await page.evaluate<Measured>(MEASURED));
      await page.close();
    }
    const of = (key: keyof Measured) => middle(found.map((one) => one[key])).toFixed(0);
    const most = Math.max(...found.map(({drawn}) => drawn)).toFixed(0);
    process.stdout.write(
      `${name.padEnd(12)}${of('box').padStart(8)}${of('answer').padStart(19)}${`${of('drawn')} (${most})`.padStart(23)}${of('all').padStart(8)}${of('requests').padStart(10)}\n`,
    );
  }
} finally {
  await browser.close();
  await end(child);
}
