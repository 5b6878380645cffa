import {describe, expect, it} from 'vitest';
import {openStudio, settled} from '../helpers/explorer.ts';

const studio = await openStudio();

describe.skipIf(studio.browser === null)('in a browser (skipped where none starts)', () => {
  it('is walked by keyboard alone: type, choose, open, skip', async () => {
    await using view = await studio.opened('/');
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
    await page.waitForFunction('document.activeElement.tagName === "H1"');
    const search = page.getByRole('combobox', {name: 'Search the graph'});
    await search.fill('CAR-T lymphoma');
    await search.press('Enter');
    await page.waitForURL('**/explore/list?q=CAR-T+lymphoma');
    await page.locator('h1', {hasText: 'CAR-T lymphoma'}).waitFor();
  });

  it('goes back and forward, and an address alone gives the same view', async () => {
    await using view = await studio.opened('/explore/list?kind=product');
    const {page} = view;
    await settled(page);
    await page.getByRole('link', {name: /^small molecule/}).click();
    await page.waitForURL(/modality=small\+molecule/);
    await page.getByRole('link', {name: 'Remove Modality small molecule'}).waitFor();
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
    await using view = await studio.opened('/explore/list?kind=trial&target=PDCD1&target=ERBB2');
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
    const lines = (await (await fetch(new URL(csv ?? '', studio.url))).text()).trim().split('\r\n');
    expect(lines.length).toBe(counted + 1);
  });

  it('leads from a cell of white space to as many records as it counts', async () => {
    await using view = await studio.opened('/explore/whitespace?therapeutic_area=oncology');
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
    await using view = await studio.opened('/explore/entity/company/pfizer');
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

  it('shows a company with its group, or alone, and what it develops', async () => {
    await using view = await studio.opened('/explore/entity/company/pfizer');
    const {page} = view;
    await settled(page);
    const {results} = (await (await fetch(`${studio.url}/v1/resolve?input=company/pfizer`)).json()) as {
      results: {match: {id: string}}[];
    };
    const about = (query: string) =>
      fetch(`${studio.url}/v1/entities/${results[0]?.match.id}/dossier${query}`).then(
        async (answer) =>
          (await answer.json()) as {
            assets: {name: string}[];
            rolled_up: {subsidiaries: unknown[]}[];
            investors: unknown[];
          },
      );
    const [whole, alone] = await Promise.all([about(''), about('?rollup=false')]);
    const assets = page.getByRole('region', {name: 'Products and programs'});
    const names = () => assets.locator('tbody th').allTextContents();
    await assets.getByRole('button', {name: `All ${whole.assets.length} products and programs`}).click();
    expect(await names()).toEqual(whole.assets.map(({name}) => name));
    const n = whole.rolled_up[0]?.subsidiaries.length ?? 0;
    expect(n).toBeGreaterThan(0);
    await page.getByText(`Counted with ${n} subsidiar`).click();
    await page.getByRole('link', {name: 'Count this company alone'}).click();
    await page.waitForURL('**/company/pfizer?rollup=false');
    await page.getByText('Counted without its subsidiaries.').waitFor();
    await settled(page);
    expect(alone.assets.length).toBeLessThan(whole.assets.length);
    const more = assets.getByRole('button', {name: /^All/});
    if ((await more.count()) > 0) await more.click();
    expect(await names()).toEqual(alone.assets.map(({name}) => name));
    await page.getByRole('link', {name: 'Count them with it'}).click();
    await page.waitForURL('**/company/pfizer');
  });

  it('names the deals and investors of a company', async () => {
    const dossier = {
      investors: [{id: '00000000-0000-4000-8000-000000000001', kind: 'funder', name: 'A <b>fund</b>', slug: 'a-fund'}],
    };
    await using view = await studio.opened('/explore/entity/company/moderna', {
      '**/dossier*': async (route) => {
        const answer = await route.fetch();
        await route.fulfill({json: {...((await answer.json()) as object), ...dossier}});
      },
    });
    const {page} = view;
    await settled(page);
    const money = page.getByRole('region', {name: 'Funding'});
    expect(await money.getByRole('link', {name: 'A <b>fund</b>'}).getAttribute('href')).toMatch(
      /entity\/funder\/a-fund$/,
    );
    expect(await money.locator('tbody tr').count()).toBeGreaterThan(2);
    expect(await money.textContent()).toMatch(/HHS award to Moderna[\s\S]*Jan 2025[\s\S]*\$/);
  });

  it('reads relations from the side of the entities compared, and leaves out columns that say nothing', async () => {
    await using view = await studio.opened('/explore/compare?entity=company/pfizer&entity=company/novartis');
    const {page} = view;
    await settled(page);
    const row = page.getByRole('row', {name: /^Subsidiaries/});
    const {results} = (await (await fetch(`${studio.url}/v1/resolve?input=company/pfizer`)).json()) as {
      results: {match: {id: string}}[];
    };
    const answer = await fetch(`${studio.url}/v1/entities/${results[0]?.match.id}/edges?relation=subsidiary_of`);
    const {relation_counts: counts} = (await answer.json()) as {relation_counts: Record<string, number>};
    expect(await row.getByRole('cell').first().textContent()).toBe(String(counts.subsidiary_of));
    expect(await page.getByRole('row', {name: /^Subsidiary of/}).count()).toBe(0);
    await page.goto(`${studio.url}/explore/list?kind=company&q=pfizer`);
    await settled(page);
    const heads = await page.locator('.rows thead th').allTextContents();
    for (const [n, head] of heads.entries()) {
      const cells = await page.locator(`.rows tbody tr > :nth-child(${n + 1})`).allTextContents();
      expect(cells.join(''), head).not.toBe('');
    }
  });
});
