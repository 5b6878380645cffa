import {describe, expect, it} from 'vitest';
import {openStudio, settled} from '../helpers/explorer.ts';

const studio = await openStudio();

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
  it('shows the survivor where an address names a merged entity, and names it from then on', async () => {
    await using view = await studio.opened('/explore/comparables?company=company/moderna-therapeutics');
    const {page} = view;
    await page.waitForURL('**/explore/comparables?company=company%2Fmoderna');
    await page.locator('h1', {hasText: /^Companies like Moderna$/}).waitFor();
    await page.goto(`${studio.url}/explore/compare?entity=company/moderna-therapeutics&entity=company/pfizer`);
    await page.waitForURL('**/explore/compare?entity=company%2Fmoderna&entity=company%2Fpfizer');
    await page.locator('h1', {hasText: /^Compare Moderna, Pfizer$/}).waitFor();
    // Pfizer has a subsidiary, whose links are not its own.
    await page.locator('tr.group', {hasText: 'Links, without those of subsidiaries'}).waitFor();
    // Both names of one company are one column.
    await page.goto(`${studio.url}/explore/compare?entity=company/moderna-therapeutics&entity=company/moderna`);
    await page.waitForURL('**/explore/compare?entity=company%2Fmoderna');
    await page.locator('h1', {hasText: /^Compare Moderna$/}).waitFor();
    await settled(page);
    expect(await page.locator('.compare caption').textContent()).toMatch(/^1 entity side by side/);
  });

  it('finds an entity by a plain name, and says where there is none', async () => {
    await using view = await studio.opened('/explore/comparables?company=pfizer');
    const {page} = view;
    await page.waitForURL('**/explore/comparables?company=company%2Fpfizer');
    await page.locator('h1', {hasText: /^Companies like Pfizer$/}).waitFor();
    await page.goto(`${studio.url}/explore/comparables?company=zzzzqqq`);
    await page.getByRole('alert').getByText('Nothing is named “zzzzqqq”.').waitFor();
    await page.goto(`${studio.url}/explore/entity`);
    await page.locator('h1', {hasText: 'No entity is named'}).waitFor();
    expect(await page.title()).toBe('No entity is named – biograph');
  });

  it('starts the next page of a list at its top', async () => {
    await using view = await studio.opened('/explore/list?kind=trial');
    const {page} = view;
    await settled(page);
    const next = page.getByRole('link', {name: 'Next'});
    await next.scrollIntoViewIfNeeded();
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
    await next.click();
    await page.waitForURL(/offset=50/);
    await settled(page);
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    // A filter leaves the reader where it was chosen.
    await page.locator('.facets a').last().focus();
    const before = await page.evaluate('scrollY');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('offset'));
    expect(before).toBeGreaterThan(0);
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('H1');
  });

  it('says that a parameter is unknown, as the server does', async () => {
    await using view = await studio.opened('/explore/list?taget=EGFR');
    const alert = view.page.getByRole('alert');
    await alert.getByText('Unknown parameter "taget": did you mean target?').waitFor();
    expect(await alert.getByRole('button').count()).toBe(0);
    expect(await view.page.locator('.rows').count()).toBe(0);
    expect(await view.page.getByText('Export all of this').count()).toBe(0);
    await view.page.getByRole('link', {name: 'Show the list without taget'}).click();
    await view.page.locator('.rows').waitFor();
  });

  it.each([
    ['whitespace?area=oncology', 'did you mean therapeutic_area?'],
    ['landscape?targt=EGFR', 'did you mean target?'],
    ['people?targt=EGFR', 'did you mean target?'],
    ['calendar?tpye=pdufa', 'did you mean type?'],
    ['funding?month=3', 'did you mean months?'],
  ])('says so on pages of analytics too: %s', async (address, words) => {
    await using view = await studio.opened(`/explore/${address}`);
    await view.page.getByRole('alert').getByText(words).waitFor();
  });

  it.each([
    ['phase=3', 'All entities: phase 3'],
    ['kind=trial&phase=phase%203', 'Trials: phase 3'],
    ['year=2020&target=EGFR', 'All entities: EGFR, year 2020'],
    ['kind=paper&q=CAR-T&date_from=2020-01-01', 'Papers matching “CAR-T”: from 1 Jan 2020'],
  ])('names the filters in the heading: %s', async (query, title) => {
    await using view = await studio.opened(`/explore/list?${query}`);
    await settled(view.page);
    expect(await view.page.locator('h1').textContent()).toBe(title);
  });
});
