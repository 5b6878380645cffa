import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {commandOnPath} from '../helpers/on-path.ts';
import {hasRealData, publicGraph} from '../helpers/real-graph.ts';

const run = promisify(execFile);
const FOLDER = 'docs/guide';
const pages = readdirSync(FOLDER).map((page) => ({page, text: readFileSync(join(FOLDER, page), 'utf8')}));
const blocks = pages.flatMap(({page, text}) =>
  [...text.matchAll(/<!-- run -->\n+```(\w+)\n([\s\S]*?)```/g)].map(([, language, code = '']) => ({
    page,
    language,
    code,
  })),
);

describe('the guide', () => {
  it('links to what is there, and every question has both ways', () => {
    for (const {page, text} of pages) {
      for (const [, path = ''] of text.matchAll(/\]\(([^)#:]+)\)/g))
        expect(existsSync(join(FOLDER, path)), `${page}: ${path}`).toBe(true);
      if (page !== 'README.md') {
        expect(text).toMatch(/<!-- run -->\n```sh/);
        expect(text).toMatch(/<!-- run -->\n```ts/);
      }
    }
    expect(pages.length).toBe(5);
  });
});

describe.skipIf(!hasRealData)(
  'its questions over the public files (skipped where BIOGRAPH_TEST_DATA is absent)',
  {tags: ['real']},
  () => {
    const inside = resolve('.cache/guide');
    const {folder, env} = commandOnPath();
    beforeAll(async () => {
      mkdirSync(inside, {recursive: true});
      env.BIOGRAPH_DATA = (await publicGraph()).store;
    });
    afterAll(() => {
      for (const one of [inside, folder]) rmSync(one, {recursive: true, force: true});
    });

    it.each(blocks.filter(({language}) => language === 'sh'))(
      'are answered on the command line: $page',
      async ({code}) => {
        for (const line of code.trim().split('\n')) {
          const {stdout} = await run('sh', ['-c', line], {env, maxBuffer: 1e8});
          const answer = JSON.parse(stdout) as Record<string, unknown>;
          expect(answer, line).not.toHaveProperty('error');
          const list = ['results', 'cells', 'buckets', 'assignees']
            .map((key) => answer[key])
            .find(Array.isArray) as unknown[];
          // No patent in a cell is an answer: the patent file is of another subject.
          if (/concentration|landscape/.test(line)) expect(answer.patents, line).toBeGreaterThanOrEqual(0);
          else expect(list.length, line).toBeGreaterThan(0);
          const table = await run('sh', ['-c', `${line} --format table`], {env, maxBuffer: 1e8});
          expect(table.stdout.length, line).toBeGreaterThan(40);
        }
      },
    );

    it.each(blocks.filter(({language}) => language === 'ts'))(
      'are answered by a script: $page',
      async ({page, code}) => {
        const file = join(inside, page.replace('.md', '.ts'));
        writeFileSync(file, code);
        const {stdout} = await run(process.execPath, ['--import', 'tsx', file], {env, maxBuffer: 1e8});
        const lines = stdout.trim().split('\n');
        expect(lines.length, stdout).toBeGreaterThan(2);
        if (page === 'empty-cells.md') expect(lines[0]).toMatch(/^[1-9]\d* of \d+ cells empty/);
        if (page === 'who-owns-a-cell.md') expect(lines[0]).toMatch(/ [1-9]\d*$/);
        if (page === 'reviewers.md') expect(lines[0]).toMatch(/^100 experts, [1-9]\d* of them too close/);
        if (page === 'next-readouts.md') expect(lines[0]).toMatch(/^[1-9]\d* catalysts from 2026-10-01 to 2026-12-31/);
      },
    );
  },
);
