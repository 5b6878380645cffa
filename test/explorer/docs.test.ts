/** @module-tag long */

import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {openStudio, settled, violations} from '../helpers/explorer.ts';

const studio = await openStudio();
const run = promisify(execFile);

/** What runs a call as it is shown, and prints the answer; null where the language is not there. */
const RUNNERS = {
  curl: (code: string) => run('sh', ['-c', code]),
  TypeScript: (code: string) =>
    run(process.execPath, ['--input-type=module', '-e', `${code}\nconsole.log(JSON.stringify(answer));`]),
  Python: (code: string) => run('python3', ['-c', `${code}\nprint(json.dumps(answer))`]),
};

async function isThere(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  );
}

describe('/docs without a script', () => {
  it('names every operation, and where the whole description is', async () => {
    const page = await (await fetch(`${studio.url}/docs`)).text();
    const {paths} = (await (await fetch(`${studio.url}/openapi.json`)).json()) as {paths: Record<string, object>};
    for (const path of Object.keys(paths)) expect(page).toContain(` ${path}</code>`);
    expect(page).toContain('href="openapi.json"');
  });
});

describe.skipIf(studio.browser === null)('/docs in a browser (skipped where none starts)', () => {
  it('finds operations by what is said of them and of their parameters, and keeps the words in the address', async () => {
    await using view = await studio.opened('/docs');
    const {page, wrong} = view;
    await settled(page);
    const all = await page.locator('.operation').count();
    await page.getByLabel('Find an operation').fill('inventors assignee');
    await page.waitForURL('**/docs?q=inventors+assignee');
    await page.getByText(`2 of ${all} operations`).waitFor();
    expect(await page.locator('.operation h3').allTextContents()).toEqual([
      expect.stringMatching(/^concentration /),
      expect.stringMatching(/^patentLandscape /),
    ]);
    await page.reload();
    await page.getByText(`2 of ${all} operations`).waitFor();
    await page.getByLabel('Find an operation').fill('zebra');
    await page.getByText('No operation mentions').waitFor();
    expect(wrong).toEqual([]);
  });

  it('leads to an operation by its name in the address, from the contents too', async () => {
    await using view = await studio.opened('/docs#whitespace');
    const {page} = view;
    await settled(page);
    const top = (id: string) =>
      page.evaluate<number>(`document.getElementById(${JSON.stringify(id)}).getBoundingClientRect().top`);
    expect(await top('whitespace')).toBeLessThan(200);
    await page.getByRole('navigation', {name: 'Operations'}).getByRole('link', {name: 'facets', exact: true}).click();
    await page.waitForURL('**/docs#facets');
    expect(await top('facets')).toBeLessThan(200);
    await page.goBack();
    await page.waitForURL('**/docs#whitespace');
  });

  it('unfolds types within types, however deep, and stays accessible', async () => {
    await using view = await studio.opened('/docs?q=traverse#traverse');
    const {page} = view;
    await settled(page);
    const one = page.locator('#traverse');
    await one.getByText('200 application/json: TraverseResult').click();
    await one.locator('summary', {hasText: 'nodes'}).click();
    await one.locator('summary', {hasText: /^kind/}).first().click();
    expect(await one.locator('.choices').textContent()).toContain('funding_event');
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({colorScheme: 'dark'});
    expect(await violations(page, ['color-contrast'])).toEqual([]);
  });

  it('sends what was filled in, and shows status, headers and answer', async () => {
    await using view = await studio.opened('/docs?q=autocomplete');
    const {page} = view;
    await settled(page);
    const one = page.locator('#autocomplete');
    await one.getByLabel('q', {exact: true}).fill('mod & co');
    await one.getByLabel('limit', {exact: true}).fill('3');
    expect(await one.locator('.calls pre').textContent()).toContain('/v1/autocomplete?q=mod+%26+co&limit=3');
    await page.getByRole('button', {name: 'Send it autocomplete'}).click();
    await one.locator('.run strong', {hasText: '200'}).waitFor();
    expect(JSON.parse((await one.locator('.run pre').textContent()) ?? '')).toMatchObject({query: 'mod & co'});
    await one.getByLabel('limit', {exact: true}).fill('many');
    await page.getByRole('button', {name: 'Send it autocomplete'}).click();
    await one.locator('.run strong', {hasText: '422'}).waitFor();
    expect(await one.locator('.run pre').textContent()).toContain('validation_error');
  });

  it('takes several values of a parameter, of a closed list and of any text', async () => {
    await using view = await studio.opened('/docs#entities');
    const {page} = view;
    await settled(page);
    const one = page.locator('#entities');
    await one.getByLabel('kind', {exact: true}).selectOption('trial');
    await one.getByRole('button', {name: 'Another value of kind'}).click();
    await one.getByLabel('kind, value 2').selectOption('paper');
    await one.getByLabel('target', {exact: true}).fill('EGFR');
    await one.getByRole('button', {name: 'Another value of target'}).click();
    // The new field has the focus.
    await page.keyboard.type('ERBB2, or so');
    expect(await one.locator('.calls pre').textContent()).toMatch(
      /kind=trial&kind=paper&.*target=EGFR&target=ERBB2%2C\+or\+so/,
    );
    expect(await one.getByRole('button', {name: 'Another value of limit'}).count()).toBe(0);
    // What stands half below the head of the page has no size to press.
    await page.evaluate('scrollTo(0, 0)');
    expect(await violations(page)).toEqual([]);
  });

  it('fetches the start of an answer without end only', async () => {
    await using view = await studio.opened('/docs#exportEdges');
    const {page} = view;
    await settled(page);
    await page.locator('#exportEdges').getByLabel('max', {exact: true}).fill('');
    await page.getByRole('button', {name: 'Send it exportEdges'}).click();
    await page.locator('#exportEdges').getByText('the start of a longer answer').waitFor();
  });

  it.each(Object.keys(RUNNERS) as (keyof typeof RUNNERS)[])(
    'gives calls in %s that answer when pasted: a question, and a body with every sort of value',
    async (language) => {
      const command = {curl: 'curl', TypeScript: process.execPath, Python: 'python3'}[language];
      if (!(await isThere(command))) return console.warn(`${language} is not tried: there is no ${command} here.`);
      await using view = await studio.opened('/docs');
      const {page} = view;
      await settled(page);
      const shown = async (id: string) => (await page.locator(`#${id} .calls pre`).textContent()) ?? '';
      await page.locator('#entities').getByLabel('q', {exact: true}).fill(`it's "PD-1" $HOME \``);
      await page.locator('#entities').getByRole('button', {name: language, exact: true}).click();
      const listed = await RUNNERS[language](await shown('entities'));
      expect(JSON.parse(listed.stdout)).toMatchObject({query: `it's "PD-1" $HOME \``});
      const body = {
        predicates: [
          {field: 'name', operator: 'eq', value: `O'Neil "x" \\ é\n`},
          {field: 'confidence', operator: 'gte', value: 0.5},
        ],
        limit: 2,
      };
      await page.locator('#search').getByLabel('Body', {exact: true}).fill(JSON.stringify(body));
      const searched = await RUNNERS[language](await shown('search'));
      const answer = JSON.parse(searched.stdout) as {predicates?: unknown; error?: {message: string}};
      expect(answer.error?.message ?? '').toBe('');
      expect(answer.predicates).toEqual(body.predicates);
    },
  );
});
