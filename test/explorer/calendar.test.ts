import type {Route} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {openStudio, settled} from '../helpers/explorer.ts';

const studio = await openStudio();

/** Answers with as many events as fit, the last of them on another day if one is given. */
const full =
  (day: string, last = day) =>
  async (route: Route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as {from: string; to: string | null; results: object[]};
    const results = Array.from({length: 200}, (_, n) => ({
      ...body.results[0],
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      date: n === 199 ? last : day,
      date_precision: 'half',
    }));
    await route.fulfill({response: answer, json: {...body, count: 200, results}});
  };

const answering = (handler: (route: Route) => Promise<void>) => ({'**/v1/calendar*': handler});

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
  it('says that a full page holds the first events only, and goes on from its last day', async () => {
    await using view = await studio.opened('/explore/calendar', answering(full('2025-07-01', '2025-09-30')));
    const {page} = view;
    await settled(page);
    expect(await page.locator('.total').textContent()).toMatch(
      /^The first 200 events from .*; see below for later ones$/,
    );
    expect(await page.locator('.month h2').textContent()).toBe('second half of 2025 the first 200');
    await page.getByRole('link', {name: 'Continue from 30 Sep 2025'}).click();
    await page.waitForURL(/from=2025-09-30/);
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  it('goes on from the next day where a single one fills a page', async () => {
    await using view = await studio.opened('/explore/calendar', answering(full('2025-07-01')));
    const {page} = view;
    await settled(page);
    await page.getByText('No more than 200 events of 1 Jul 2025 can be shown at once').waitFor();
    await page.getByRole('link', {name: 'Continue from 2 Jul 2025'}).click();
    await page.waitForURL(/from=2025-07-02/);
    await page.goto(`${studio.url}/explore/calendar?from=2025-07-01&to=2025-07-01`);
    await settled(page);
    expect(await page.getByRole('link', {name: /^Continue/}).count()).toBe(0);
  });

  it.each([1300, 390])('keeps the longest date within its column at %i pixels', async (width) => {
    await using view = await studio.opened('/explore/calendar', answering(full('2025-07-01')));
    const {page} = view;
    await page.setViewportSize({width, height: 900});
    await settled(page);
    const cell = page.locator('td.date').first();
    expect(await cell.textContent()).toContain('second half of 2025');
    const [date, room] = [await cell.locator('time').boundingBox(), await cell.boundingBox()];
    expect((date?.x ?? 0) + (date?.width ?? 0)).toBeLessThan((room?.x ?? 0) + (room?.width ?? 0));
  });
});
