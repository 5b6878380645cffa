import {describe, expect, it} from 'vitest';
import {openStudio, settled} from '../helpers/explorer.ts';

const studio = await openStudio();

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
  it('keeps the current page of the menu in sight on a narrow screen', async () => {
    await using view = await studio.opened('/');
    const {page} = view;
    await page.setViewportSize({width: 390, height: 800});
    for (const [path, name] of [
      ['compare', 'Compare'],
      ['list', 'Browse'],
      ['calendar', 'Calendar'],
    ] as const) {
      await page.goto(`${studio.url}/explore/${path}`);
      await settled(page);
      const menu = page.getByRole('navigation', {name: 'Pages'});
      const item = await menu.getByRole('link', {name, exact: true}).boundingBox();
      expect(item?.x, name).toBeGreaterThanOrEqual(0);
      expect((item?.x ?? 0) + (item?.width ?? 0), name).toBeLessThanOrEqual(390);
      expect(await page.evaluate('scrollY')).toBe(0);
    }
    await page.getByRole('navigation', {name: 'Pages'}).getByRole('link', {name: 'Compare', exact: true}).click();
    await page.locator('h1', {hasText: 'Compare entities'}).waitFor();
    await settled(page);
    const last = await page.locator('nav [aria-current="page"]').boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(390);
  });

  it('marks names in a picture that were cut', async () => {
    await using view = await studio.opened('/explore/comparables?company=company/pfizer', {
      '**/comparables*': async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as {results: {name: string}[]};
        const [first] = body.results;
        const results = [{...first, name: 'Takeda Pharmaceutical Company Limited'}];
        await route.fulfill({response: answer, json: {...body, count: 1, results}});
      },
    });
    await settled(view.page);
    expect(await view.page.locator('.point-name').allTextContents()).toEqual(['Takeda Pharmaceutical Com…']);
  });
});
