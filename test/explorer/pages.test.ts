import type {Page} from 'playwright-core';
import {beforeAll, describe, expect, it} from 'vitest';
import {openStudio, QUIET, settled, violations, wrongIn} from '../helpers/explorer.ts';

const studio = await openStudio();

const PAGES = [
  ['/', 'What this graph contains', 'Oncology|oncology'],
  ['/explore/list?kind=trial&target=PDCD1&target=ERBB2', 'Trials: PDCD1 or ERBB2', 'KEYNOTE-024'],
  ['/explore/list?q=PD-1%20antibody', 'All entities matching “PD-1 antibody”', 'pembrolizumab'],
  ['/explore/list?target=nothing-has-this', 'All entities: nothing-has-this', 'Nothing matches'],
  ['/explore/entity/company/pfizer', 'Pfizer', 'Pipeline[\\s\\S]*CDK4'],
  ['/explore/entity/target/programmed-cell-death-1', 'programmed cell death 1', 'Who holds what[\\s\\S]*Merck'],
  ['/explore/entity/product/orforglipron', 'orforglipron', 'To come[\\s\\S]*ATTAIN-1'],
  ['/explore/whitespace?therapeutic_area=oncology', 'White space in oncology', 'EGFR'],
  ['/explore/calendar', 'Calendar of readouts and decisions', 'Q3 2025[\\s\\S]*ATTAIN-1'],
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
  ['/docs', 'The HTTP interface', 'Search, filter and browse entities'],
  ['/explore/no-such-page', 'There is no such page', 'start'],
] as const;

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
  // One page after another in the same tab, as they are read.
  let shared: Page;
  let wrong: string[];
  beforeAll(async () => {
    shared = await (await studio.browser!.newContext(QUIET)).newPage();
    wrong = wrongIn(shared);
  });

  it.each(PAGES)(
    '%s shows what its heading names, to everybody, in light and dark and on a narrow screen',
    async (path, title, text) => {
      const page = shared;
      wrong.length = 0;
      await page.goto(studio.url + path);
      await settled(page);
      expect(await page.locator('h1').textContent()).toBe(title);
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
});
