/** @module-tag long */

import {mkdtempSync} from 'node:fs';
import {request as ask, createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Route} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {openAccounts} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {openStudio, settled, violations} from '../helpers/explorer.ts';
import {readTable} from '../helpers/oracle.ts';
import {listen} from '../helpers/server.ts';

const studio = await openStudio();

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
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
    await using view = await studio.opened('/explore/calendar', {'**/v1/calendar*': busy});
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
    await using other = await studio.opened('/explore/calendar', {
      '**/v1/calendar*': (route) => route.fulfill(limited),
    });
    await other.page.getByRole('button', {name: /Try again in \d+ s/}).waitFor();
    await using lost = await studio.opened('/explore/calendar', {'**/v1/**': (route) => route.abort()});
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
      await using view = await studio.opened(path, {'**/v1/**': bent});
      const {page, wrong} = view;
      await settled(page);
      await page.getByText('onerror=').first().waitFor();
      expect(await page.title()).toMatch(/ – biograph$/);
      expect(await page.locator('main img, main b:has-text("bold"), main script').count()).toBe(0);
      expect(wrong).toEqual([]);
    }
    await using view = await studio.opened(
      `/explore/list?q=${encodeURIComponent(hostile)}&target=${encodeURIComponent(hostile)}`,
    );
    await view.page.locator('.chips').waitFor();
    expect(await view.page.locator('main img').count()).toBe(0);
  });

  it('stays with one generation, says when there is a newer one, and takes it when asked', async () => {
    const pins = new Set<string>();
    let looks = 0;
    await using view = await studio.opened('/', {
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
    // The page asks again once it has drawn itself; until then it looks as settled as before.
    await expect.poll(() => [...pins].sort()).toEqual(['1', '2']);
    await settled(page);
    expect(await page.getByRole('button', {name: 'Show generation 2'}).count()).toBe(0);
  });

  it('works behind a path prefix that a proxy takes away, and is told nothing of', async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url?.startsWith('/deep/prefix/') !== true) return void response.writeHead(404).end();
      const to = new URL(studio.url);
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
      await using view = await studio.opened(`http://127.0.0.1:${port}/deep/prefix/explore/list?kind=company`);
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
      await page.getByRole('link', {name: 'Interface for programs'}).click();
      await page.waitForURL(`http://127.0.0.1:${port}/deep/prefix/docs`);
      await settled(page);
      await page.getByRole('button', {name: 'Send it stats'}).click();
      await page.locator('#stats .run strong', {hasText: '200'}).waitFor();
      await page.reload();
      await page.locator('#stats').waitFor();
      expect(asked.filter((path) => !path.startsWith('/deep/prefix/'))).toEqual([]);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('asks for a key where the server is closed, sends it along, and forgets it when told', async () => {
    const accounts = await openAccounts(mkdtempSync(join(tmpdir(), 'biograph-explorer-')));
    const {key} = await accounts.keys.create({name: 'reader', tier: 'free', admin: false});
    const closed = await listen(studio.graph, {accounts, requireKey: true});
    try {
      await using view = await studio.opened(`${closed.url}/explore/calendar`);
      const {page} = view;
      await page.locator('h1', {hasText: 'Sign in with a key'}).waitFor();
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
      await page.locator('h1', {hasText: 'Sign in with a key'}).waitFor();
    } finally {
      await closed.close();
      await accounts.close();
    }
  });
});
