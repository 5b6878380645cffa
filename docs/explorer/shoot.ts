// Takes the pictures of docs/explorer.md: each page on the sample.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {openGraph} from '../../src/index.ts';
import {openBrowser} from '../../test/helpers/browser.ts';
import {listen} from '../../test/helpers/server.ts';

const PAGES = {
  start: '/',
  list: '/explore/list?kind=trial&therapeutic_area=oncology&target=PDCD1&target=ERBB2',
  company: '/explore/entity/company/pfizer',
  target: '/explore/entity/target/programmed-cell-death-1',
  whitespace: '/explore/whitespace?therapeutic_area=oncology',
  landscape: '/explore/landscape?modality=gene%20editing&min_confidence=0',
  comparables: '/explore/comparables?company=company/pfizer',
  people: '/explore/people?therapeutic_area=oncology',
  funding: '/explore/funding?months=24',
  calendar: '/explore/calendar',
  changes: '/explore/changes?since=2024-01-01',
  docs: '/docs#facets',
  compare: '/explore/compare?entity=company/pfizer&entity=company/novartis&entity=company/roche',
};

/** In the dark, so that both are seen. */
const DARK = new Set(['company', 'calendar']);

/** Bytes of one picture. */
const MOST = 100_000;

const graph = await openGraph();
const {url, close} = await listen(graph);
const browser = await openBrowser();
if (browser === null) throw new Error('No browser starts here.');
const studio = await browser.newPage();

/** As WebP, which the browser can write itself. */
async function smaller(png: Buffer): Promise<Buffer> {
  const text = await studio.evaluate<string>(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const canvas = Object.assign(document.createElement('canvas'), {width: image.width, height: image.height});
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.85);
  })()`);
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}

try {
  for (const [name, path] of Object.entries(PAGES)) {
    const page = await browser.newPage({
      viewport: {width: 1280, height: 800},
      colorScheme: DARK.has(name) ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    await page.goto(url + path, {waitUntil: 'networkidle'});
    await page.locator('.loading').first().waitFor({state: 'detached'});
    const picture = await smaller(await page.screenshot());
    if (picture.length > MOST) throw new Error(`${name}: ${picture.length} bytes are too many for one picture.`);
    writeFileSync(join(import.meta.dirname, `${name}.webp`), picture);
    process.stdout.write(`${name} ${picture.length}\n`);
    await page.close();
  }
} finally {
  await browser.close();
  await close();
  await graph.close();
}
