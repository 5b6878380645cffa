import axe from 'axe-core';
import type {Page, Route} from 'playwright-core';
import {afterAll, beforeAll} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {openBrowser} from './browser.ts';
import {listen} from './server.ts';

export const QUIET = {viewport: {width: 1280, height: 900}, reducedMotion: 'reduce'} as const;

/** A browser, or null where none starts, and a server on the sample, for the tests of one file. */
export async function openStudio() {
  const browser = await openBrowser();
  let graph: Graph;
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    graph = await openGraph();
    ({url, close} = await listen(graph));
  });
  afterAll(async () => {
    await browser?.close();
    await close();
    await graph.close();
  });
  return {
    browser,
    get url() {
      return url;
    },
    get graph() {
      return graph;
    },
    /** A page with nothing kept from others. */
    async opened(path: string, routes: Record<string, (route: Route) => unknown> = {}) {
      const context = await browser!.newContext(QUIET);
      const page = await context.newPage();
      const wrong = wrongIn(page);
      for (const [pattern, answer] of Object.entries(routes)) await page.route(pattern, (route) => answer(route));
      await page.goto(path.startsWith('http') ? path : url + path);
      return {
        page,
        wrong,
        [Symbol.asyncDispose]: async () => {
          await page.unrouteAll({behavior: 'ignoreErrors'});
          await context.close();
        },
      };
    },
  };
}

/** What goes wrong in a page, from now on. */
export function wrongIn(page: Page): string[] {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) wrong.push(message.text());
  });
  return wrong;
}

/** Waits until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  // What was clicked a moment ago is drawn, and its requests begin, after the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  // A page fills in as its answers come, one after another.
  await page.waitForLoadState('networkidle');
  await page.locator('.loading, [aria-busy="true"]').first().waitFor({state: 'detached'});
}

const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Found {
  id: string;
  nodes: {html: string}[];
}

/** What the rules of WCAG 2.2 AA, and those of good practice, find; in another scheme only colours differ. */
export async function violations(page: Page, rules = EVERY_RULE): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(
    `axe.run(document, {runOnly: ${JSON.stringify(rules)}}).then((r) => r.violations)`,
  )) as Found[];
  return found.map(
    ({id, nodes}) =>
      `${id}: ${nodes
        .map(({html}) => html.slice(0, 160))
        .slice(0, 3)
        .join(' | ')}`,
  );
}
