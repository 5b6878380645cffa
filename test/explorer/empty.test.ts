import {describe, expect, it} from 'vitest';
import {openStudio, settled} from '../helpers/explorer.ts';

const studio = await openStudio();

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
  it.each([
    ['q=zzzzqqq', 'Nothing has these words. Try others.'],
    ['target=NOSUCHTARGET', 'Nothing matches this filter.'],
    ['target=PDCD1&target=NOSUCHTARGET&kind=funder', 'Nothing matches all filters. Remove one.'],
    ['target=NOSUCHTARGET&q=antibody', 'Nothing matches both the words and the filters.'],
    ['kind=company&offset=9000', 'The list has no such page.'],
  ])('offers only what can help where a list is empty: %s', async (query, words) => {
    await using view = await studio.opened(`/explore/list?${query}`);
    const {page} = view;
    await settled(page);
    expect(await page.locator('.empty').textContent()).toContain(words);
    expect(await page.getByRole('link', {name: 'Count untrusted labels too'}).count()).toBe(0);
  });

  it('offers to count untrusted labels where some were left out', async () => {
    await using view = await studio.opened('/explore/list?target=EGFR', {
      '**/v1/entities?*': async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as object;
        const headers = {...answer.headers(), 'x-biograph-gate': 'min_confidence=0.7; counted=0; dropped=2'};
        await route.fulfill({response: answer, headers, json: {...body, count: 0, total: 0, results: []}});
      },
    });
    await view.page.getByRole('link', {name: 'Count untrusted labels too'}).click();
    await view.page.waitForURL(/target=EGFR&min_confidence=0$/);
  });
});
