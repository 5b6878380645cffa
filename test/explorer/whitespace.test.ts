import type {Route} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {openStudio, settled, violations} from '../helpers/explorer.ts';

const studio = await openStudio();

const NONE = {paper: 0, patent: 0, trial: 0, company: 0, approval: 0};

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
  it('tells companies alone from untrusted labels, and both from white space', async () => {
    const cells = [
      {modality: 'a', counts: NONE, total: 0, tagged: 0, coverage: null},
      {modality: 'b', counts: {...NONE, company: 2}, total: 0, tagged: 0, coverage: null},
      {modality: 'c', counts: NONE, total: 0, tagged: 3, coverage: 0},
      {modality: 'd', counts: {...NONE, company: 1}, total: 0, tagged: 4, coverage: 0},
      {modality: 'e', counts: {...NONE, paper: 5, company: 1}, total: 5, tagged: 6, coverage: 0.8},
    ];
    await using view = await studio.opened('/explore/whitespace', {
      '**/v1/whitespace*': async (route: Route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as object;
        const shown = {targets: ['T'], modalities: ['a', 'b', 'c', 'd', 'e']};
        await route.fulfill({
          response: answer,
          json: {...body, ...shown, cells: cells.map((cell) => ({target: 'T', ...cell}))},
        });
      },
    });
    const {page} = view;
    await settled(page);
    const found = page.locator('.heat td');
    expect(await found.allTextContents()).toEqual(['none', '2 co.', '+3', '1 co.+4', '5+1']);
    expect(await page.evaluate(`[...document.querySelectorAll('.heat td')].map((cell) => cell.className)`)).toEqual([
      'is-empty',
      'is-company',
      'is-unsure',
      'is-company',
      '',
    ]);
    const alone = page.getByRole('link', {name: '2 co. alone: T, b'});
    expect(await alone.getAttribute('title')).toBe('2 companies');
    expect(await alone.getAttribute('href')).toMatch(/list\?target=T&modality=b$/);
    const legend = await page.getByRole('list', {name: 'Legend'}).textContent();
    for (const sign of ['2 co.', '+2', 'untrusted labels only', 'nothing known']) expect(legend).toContain(sign);
    expect(await violations(page)).toEqual([]);
  });
});
