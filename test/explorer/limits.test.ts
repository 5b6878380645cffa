import type {Route} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {openStudio, settled} from '../helpers/explorer.ts';

const studio = await openStudio();

const CAVEAT =
  /At most (?<programs>\d+) programs, (?<assets>\d+) assets, (?<people>\d+) people, (?<investors>\d+) investors and the (?<deals>\d+) latest/;

interface Dossier {
  caveats: string[];
  [list: string]: object[] | string[];
}

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
  it.each([
    ['The first', 0],
    ['All', 1],
  ])('says “%s” of lists of a company that are %i short of the most that is listed', async (word, short) => {
    let most: Record<string, string> = {};
    await using view = await studio.opened('/explore/entity/company/pfizer', {
      '**/dossier*': async (route: Route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as Dossier;
        most = body.caveats.map((caveat) => CAVEAT.exec(caveat)?.groups).find((groups) => groups !== undefined) ?? {};
        const ref = {kind: 'funder', slug: 'x', name: 'X', date: '2025-01-01', amount_usd: null, type: 'grant'};
        const many = (name: string, like: object | string | undefined) =>
          Array.from({length: Number(most[name]) - short}, (_, n) => ({
            ...(like as object),
            id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
            ...(name === 'programs' && {target: `T${n}`}),
          }));
        const cut = {
          ...{programs: many('programs', body.programs?.[0]), assets: many('assets', body.assets?.[0])},
          ...{people: many('people', {...ref, role: 'inventor', works: 1}), investors: many('investors', ref)},
          funding: many('deals', ref),
        };
        await route.fulfill({response: answer, json: {...body, ...cut}});
      },
    });
    const {page} = view;
    await settled(page);
    expect(Object.keys(most)).toHaveLength(5);
    for (const [name, words] of Object.entries({
      programs: 'targets and modalities',
      assets: 'products and programs',
      people: 'people',
      investors: 'investors',
      deals: 'deals',
    }))
      await page.getByRole('button', {name: `${word} ${Number(most[name]) - short} ${words}`, exact: true}).waitFor();
  });
});
