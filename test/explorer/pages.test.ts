import {mkdtempSync} from 'node:fs';
import {request as ask, createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import axe from 'axe-core';
import type {Page, Route} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openAccounts, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {openBrowser} from '../helpers/browser.ts';
import {readTable} from '../helpers/oracle.ts';
import {listen} from '../helpers/server.ts';

const browser = await openBrowser();

let graph: Graph;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  graph = await openGraph();
  ({url, close} = await listen(graph));
});
afterAll(async () => {
  await browser?.close();
  await close();
  await graph.close();
});

const PAGES = [
  ['/', 'What this graph holds', 'Oncology|oncology'],
  ['/explore/list?kind=trial&target=PDCD1&target=ERBB2', 'Trials: PDCD1 or ERBB2', 'KEYNOTE-024'],
  ['/explore/list?q=PD-1%20antibody', 'All entities matching “PD-1 antibody”', 'pembrolizumab'],
  ['/explore/list?target=nothing-has-this', 'All entities: nothing-has-this', 'Nothing matches'],
  ['/explore/entity/company/pfizer', 'Pfizer', 'Pipeline[\\s\\S]*CDK4'],
  ['/explore/entity/target/programmed-cell-death-1', 'programmed cell death 1', 'Who holds what[\\s\\S]*Merck'],
  ['/explore/entity/product/orforglipron', 'orforglipron', 'To come[\\s\\S]*ATTAIN-1'],
  ['/explore/whitespace?therapeutic_area=oncology', 'White space in oncology', 'EGFR'],
  ['/explore/calendar', 'Calendar of readouts and decisions', 'Jul 2025[\\s\\S]*ATTAIN-1'],
  ['/explore/compare?entity=company/pfizer&entity=company/novartis', 'Compare Pfizer, Novartis', 'Furthest stage'],
  ['/explore/compare', 'Compare entities side by side', 'Choose two to five'],
  ['/explore/landscape?target=PD-1', 'Patents in PD-1', 'Merck[\\s\\S]*2008'],
  ['/explore/landscape', 'Patent landscape and concentration', 'Name a target'],
  ['/explore/comparables?company=company/pfizer', 'Companies like Pfizer', 'Novartis'],
  ['/explore/people', 'People by recent papers and patents', 'Score'],
  ['/explore/people?target=PD-1', 'Experts in PD-1', 'Edward Garon[\\s\\S]*University of California'],
  ['/explore/funding?months=24', 'Funding by month, type and recipient', 'Moderna'],
  ['/explore/changes?since=2025-01-01', 'Changes since 1 Jan 2025', 'new or changed'],
  ['/explore/entity/person/edward-garon', 'Edward Garon', 'Collaborators'],
  ['/explore/no-such-page', 'There is no such page', 'start'],
] as const;

const QUIET = {viewport: {width: 1280, height: 900}, reducedMotion: 'reduce'} as const;

/** What goes wrong in a page, from now on. */
function wrongIn(page: Page): string[] {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) wrong.push(message.text());
  });
  return wrong;
}

/** A page with nothing kept from others. */
async function opened(path: string, routes: Record<string, (route: Route) => unknown> = {}) {
  const context = await browser!.newContext(QUIET);
  const page = await context.newPage();
  const wrong = wrongIn(page);
  for (const [pattern, answer] of Object.entries(routes)) await page.route(pattern, (route) => answer(route));
  await page.goto(path.startsWith('http') ? path : url + path);
  return {
    page,
    wrong,
    [Symbol.asyncDispose]: async () => {
      await page.unrouteAll({behavior: 'ignoreErrors'});
      await context.close();
    },
  };
}

/** Waits until nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  // A page fills in as its answers come, one after another.
  await page.waitForLoadState('networkidle');
  await page.locator('.loading, [aria-busy="true"]').first().waitFor({state: 'detached'});
}

const heading = (page: Page) => page.locator('h1').textContent();

const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Found {
  id: string;
  nodes: {html: string}[];
}

/** What the rules of WCAG 2.2 AA, and those of good practice, find; in another scheme only colours differ. */
async function violations(page: Page, rules = EVERY_RULE): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(
    `axe.run(document, {runOnly: ${JSON.stringify(rules)}}).then((r) => r.violations)`,
  )) as Found[];
  return found.map(
    ({id, nodes}) =>
      `${id}: ${nodes
        .map(({html}) => html.slice(0, 160))
        .slice(0, 3)
        .join(' | ')}`,
  );
}

describe.skipIf(browser === null)('in a browser (skipped where none starts)', () => {
  // One page after another in the same tab, as they are read.
  let shared: Page;
  beforeAll(async () => {
    shared = await (await browser!.newContext(QUIET)).newPage();
  });

  it.each(PAGES)(
    '%s shows what its heading names, to everybody, in light and dark and on a narrow screen',
    async (path, title, text) => {
      const page = shared;
      const wrong = wrongIn(page);
      await page.goto(url + path);
      await settled(page);
      expect(await heading(page)).toBe(title);
      expect(await page.title()).toBe(`${title} – biograph`);
      expect(await page.locator('main').textContent()).toMatch(new RegExp(text));
      expect(await violations(page)).toEqual([]);
      await page.emulateMedia({colorScheme: 'dark'});
      expect(await violations(page, ['color-contrast'])).toEqual([]);
      await page.emulateMedia({colorScheme: 'light'});
      await page.setViewportSize({width: 320, height: 700});
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      await page.setViewportSize(QUIET.viewport);
      expect(wrong).toEqual([]);
    },
  );

  it('is walked by keyboard alone: type, choose, open, skip', async () => {
    await using view = await opened('/');
    const {page} = view;
    await settled(page);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    const box = page.getByRole('combobox', {name: 'Search by name, identifier or words'});
    await box.focus();
    await page.keyboard.type('pfiz');
    await page.getByRole('option', {name: 'Pfizer, Company'}).waitFor();
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    const active = await box.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/explore/entity/company/pfizer');
    await page.locator('h1', {hasText: 'Pfizer'}).waitFor();
    // A page that is opened takes the focus to its heading.
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    const search = page.getByRole('combobox', {name: 'Search the graph'});
    await search.fill('CAR-T lymphoma');
    await search.press('Enter');
    await page.waitForURL('**/explore/list?q=CAR-T+lymphoma');
    await page.locator('h1', {hasText: 'CAR-T lymphoma'}).waitFor();
  });

  it('goes back and forward, and an address alone gives the same view', async () => {
    await using view = await opened('/explore/list?kind=product');
    const {page} = view;
    await settled(page);
    await page.getByRole('link', {name: /^small molecule/}).click();
    await page.waitForURL(/modality=small\+molecule/);
    await page.getByRole('link', {name: 'Take away Modality small molecule'}).waitFor();
    await settled(page);
    const shown = await page.locator('.total').textContent();
    const address = page.url();
    await page.locator('.rows tbody a').first().click();
    await page.waitForURL('**/entity/**');
    await settled(page);
    await page.goBack();
    await page
      .locator('.total')
      .getByText(shown ?? '', {exact: true})
      .or(page.locator('.total', {hasText: shown ?? ''}))
      .first()
      .waitFor();
    expect(page.url()).toBe(address);
    await page.goBack();
    await page.waitForURL(/list\?kind=product$/);
    await page.goForward();
    await page.waitForURL(address);
    await page.reload();
    await page
      .locator('.total')
      .getByText(shown ?? '', {exact: true})
      .or(page.locator('.total', {hasText: shown ?? ''}))
      .first()
      .waitFor();
  });

  it('says and or or as the filters are meant, and gives the request to take along', async () => {
    await using view = await opened('/explore/list?kind=trial&target=PDCD1&target=ERBB2');
    const {page} = view;
    await settled(page);
    expect(await page.locator('.chips').textContent()).toContain('Kind: Trials×and Target: PDCD1× or ERBB2×');
    const counted = Number(((await page.locator('.total strong').textContent()) ?? '').replace(',', ''));
    await page.getByText('The request behind this').click();
    const [curl = ''] = await page.locator('.request pre').allTextContents();
    const [, asked = ''] = /curl '([^']+)'/.exec(curl) ?? [];
    expect(((await (await fetch(asked)).json()) as {total: number}).total).toBe(counted);
    await page.getByText('Export all of this').click();
    const csv = await page.getByRole('link', {name: 'CSV'}).getAttribute('href');
    const lines = (await (await fetch(new URL(csv ?? '', url))).text()).trim().split('\r\n');
    expect(lines.length).toBe(counted + 1);
  });

  it('leads from a cell of white space to as many records as it counts', async () => {
    await using view = await opened('/explore/whitespace?therapeutic_area=oncology');
    const {page} = view;
    await settled(page);
    const cell = page.getByRole('link', {name: 'trusted: ERBB2, antibody-drug conjugate'});
    const n = await cell.textContent();
    await cell.click();
    await page.waitForURL('**/explore/list?**');
    await settled(page);
    expect(await page.locator('.total strong').textContent()).toBe(n);
  });

  it('opens and folds a neighbourhood, by keyboard too', async () => {
    await using view = await opened('/explore/entity/company/pfizer');
    const {page} = view;
    const nodes = page.locator('.net .node');
    await nodes.nth(3).waitFor();
    const before = await nodes.count();
    const product = page
      .locator('.net')
      .getByRole('button', {name: /, Product$/})
      .first();
    const name = (await product.getAttribute('aria-label')) ?? '';
    const one = page.locator('.net').getByRole('button', {name, exact: true});
    await one.focus();
    await page.keyboard.press('Enter');
    await page.locator(`.net [aria-expanded="true"][aria-label="${name}"]`).waitFor();
    expect(await nodes.count()).toBeGreaterThan(before);
    await one.focus();
    await page.keyboard.press('Enter');
    await page.locator(`.net [aria-expanded="false"][aria-label="${name}"]`).waitFor();
    expect(await nodes.count()).toBe(before);
    await page.getByText('Read it as a list').click();
    expect(await page.locator('.tree > li').count()).toBe(before - 1);
  });

  it('says what is wrong when the server is busy, limits or cannot be reached, and tries again', async () => {
    let isBusy = true;
    const busy = (route: Route) =>
      isBusy
        ? route.fulfill({
            status: 503,
            headers: {'retry-after': '0', 'content-type': 'application/json'},
            body: JSON.stringify({error: {code: 'unavailable', message: 'More to do than it can take on.'}}),
          })
        : route.continue();
    await using view = await opened('/explore/calendar', {'**/v1/calendar*': busy});
    const alert = view.page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/busy[\s\S]*More to do than it can take on/);
    expect(await violations(view.page)).toEqual([]);
    isBusy = false;
    await view.page.getByRole('button', {name: 'Try again'}).click();
    await view.page.getByText('ATTAIN-1').waitFor();
    const limited = {
      status: 429,
      headers: {'retry-after': '40'},
      body: '{"error":{"code":"rate_limited","message":"The limit is reached."}}',
    };
    await using other = await opened('/explore/calendar', {'**/v1/calendar*': (route) => route.fulfill(limited)});
    await other.page.getByRole('button', {name: /Try again in \d+ s/}).waitFor();
    await using lost = await opened('/explore/calendar', {'**/v1/**': (route) => route.abort()});
    await lost.page.getByRole('alert').getByText('No connection').waitFor();
  });

  it('writes hostile names as they are', async () => {
    const hostile =
      '<img src=x onerror="document.title=\'owned\'">"\'\u202e</script><b>bold</b>{{7*7}}javascript:alert(1)';
    const bent = async (route: Route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/"name":"[^"]*"/g, () => `"name":${JSON.stringify(hostile)}`);
      await route.fulfill({response: answer, body});
    };
    for (const path of [
      '/explore/list?kind=company',
      '/explore/entity/company/pfizer',
      '/explore/calendar',
      '/explore/compare?entity=company/pfizer',
    ]) {
      await using view = await opened(path, {'**/v1/**': bent});
      const {page, wrong} = view;
      await settled(page);
      await page.getByText('onerror=').first().waitFor();
      expect(await page.title()).toMatch(/ – biograph$/);
      expect(await page.locator('main img, main b:has-text("bold"), main script').count()).toBe(0);
      expect(wrong).toEqual([]);
    }
    await using view = await opened(
      `/explore/list?q=${encodeURIComponent(hostile)}&target=${encodeURIComponent(hostile)}`,
    );
    await view.page.locator('.chips').waitFor();
    expect(await view.page.locator('main img').count()).toBe(0);
  });

  it('stays with one generation, says when there is a newer one, and takes it when asked', async () => {
    const pins = new Set<string>();
    let looks = 0;
    await using view = await opened('/', {
      '**/v1/**': async (route) => {
        const headers = {...route.request().headers()};
        pins.add(headers['x-biograph-generation'] ?? 'none');
        // The sample has one generation only.
        await route.continue({headers: {...headers, 'x-biograph-generation': '1'}});
      },
      '**/health': (route) => route.fulfill({json: {status: 'ok', generation: looks++ === 0 ? 1 : 2, snapshot: 'x'}}),
    });
    const {page} = view;
    await settled(page);
    expect([...pins]).toEqual(['1']);
    await page.getByRole('link', {name: 'Calendar'}).click();
    await page.getByRole('button', {name: 'Show generation 2'}).click();
    await settled(page);
    expect([...pins].sort()).toEqual(['1', '2']);
    expect(await page.getByRole('button', {name: 'Show generation 2'}).count()).toBe(0);
  });

  it('works behind a path prefix that a proxy takes away, and is told nothing of', async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url?.startsWith('/deep/prefix/') !== true) return void response.writeHead(404).end();
      const to = new URL(url);
      const path = request.url.slice('/deep/prefix'.length);
      const {host: _, ...headers} = request.headers;
      const on = ask({port: to.port, host: to.hostname, path, method: request.method, headers}, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      on.on('error', () => response.destroy());
      request.pipe(on);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const {port} = proxy.address() as AddressInfo;
    try {
      await using view = await opened(`http://127.0.0.1:${port}/deep/prefix/explore/list?kind=company`);
      const {page} = view;
      await settled(page);
      await page.locator('.rows tbody a').first().click();
      await page.waitForURL('**/deep/prefix/explore/entity/company/*');
      await settled(page);
      await page.reload();
      await page.locator('.net .node').first().waitFor();
      // A merged entity leads to its survivor, and the address says so.
      const merged = (await readTable(SAMPLE, 'entities')).find(({name}) => name === 'ModernaTX');
      await page.goto(`http://127.0.0.1:${port}/deep/prefix/explore/entity/${String(merged?.id)}`);
      await page.waitForURL('**/deep/prefix/explore/entity/company/moderna');
      await page.locator('h1', {hasText: 'Moderna'}).waitFor();
      await page.getByRole('link', {name: 'biograph, start'}).click();
      await page.waitForURL(`http://127.0.0.1:${port}/deep/prefix/`);
      await page.getByText('This release').waitFor();
      expect(asked.filter((path) => !path.startsWith('/deep/prefix/'))).toEqual([]);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('asks for a key where the server is closed, sends it along, and forgets it when told', async () => {
    const accounts = await openAccounts(mkdtempSync(join(tmpdir(), 'biograph-explorer-')));
    const {key} = await accounts.keys.create({name: 'reader', tier: 'free', admin: false});
    const closed = await listen(graph, {accounts, requireKey: true});
    try {
      await using view = await opened(`${closed.url}/explore/calendar`);
      const {page} = view;
      await page.locator('h1', {hasText: 'Sign in by key'}).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Key', {exact: true}).fill('bg_nobody');
      await page.getByRole('button', {name: 'Sign in'}).click();
      await page.getByLabel('Key', {exact: true}).waitFor();
      await page.getByLabel('Key', {exact: true}).fill(key);
      await page.keyboard.press('Enter');
      await page.getByText('ATTAIN-1').waitFor();
      await page.reload();
      await page.getByText('ATTAIN-1').waitFor();
      await page.getByRole('button', {name: 'Sign out'}).click();
      await page.locator('h1', {hasText: 'Sign in by key'}).waitFor();
    } finally {
      await closed.close();
      await accounts.close();
    }
  });
});
