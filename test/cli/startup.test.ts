import {execFile} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {describe, expect, it} from 'vitest';
import yargs from 'yargs';
import {commands} from '../../src/cli/list.ts';
import {nameOf, record, replay} from '../../src/cli/record.ts';
import {biograph} from '../helpers/command.ts';

const run = promisify(execFile);
const HEAVY = /node_modules\/(fastify|@fastify|@modelcontextprotocol|apache-arrow|prom-client|helmet)\//;

/** The modules a program loads, by their URLs. */
async function loads(...words: string[]): Promise<string[]> {
  const hook = pathToFileURL(resolve('test/helpers/loads.mjs')).href;
  const {stderr} = await run(process.execPath, ['--import', hook, ...words], {maxBuffer: 1e8});
  return [...stderr.matchAll(/^loads (file:.*)$/gm)].map(([, url]) => url ?? '');
}

describe('a start', () => {
  it('loads nothing but a few small files to say the version', async () => {
    const files = await loads('bin/biograph.js', '--version');
    expect(files.filter((url) => url.includes('/dist/')).length).toBeGreaterThan(0);
    expect(files.filter((url) => url.includes('node_modules/'))).toEqual([]);
    expect(files.length).toBeLessThan(12);
  });

  it.each([['--help'], ['autocomplete', '--help'], ['serve', '--help'], ['completion', 'bash']])(
    'loads no package and no engine for %s %s',
    async (...words) => {
      const files = await loads('bin/biograph.js', ...words);
      expect(files.filter((url) => url.includes('node_modules/'))).toEqual([]);
    },
  );

  it('loads one operation, and neither server nor Arrow, to answer', async () => {
    const files = await loads('bin/biograph.js', 'autocomplete', 'pfi');
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((url) => HEAVY.test(url))).toEqual([]);
  });

  it('of the library loads neither server nor agent tools nor Arrow', async () => {
    const files = await loads('--input-type=module', '--eval', "await import('biograph')");
    expect(files.some((url) => url.endsWith('/dist/index.js'))).toBe(true);
    expect(files.filter((url) => HEAVY.test(url))).toEqual([]);
  });
});

it('in a clone that is not installed says what is to be done', async () => {
  const clone = mkdtempSync(join(tmpdir(), 'clone-'));
  mkdirSync(join(clone, 'bin'));
  cpSync('bin/biograph.js', join(clone, 'bin', 'biograph.js'));
  const failed: unknown = await run(process.execPath, [join(clone, 'bin', 'biograph.js'), 'stats']).catch((e) => e);
  expect(failed).toMatchObject({code: 1, stderr: expect.stringContaining(`run "npm install" in ${clone}`)});
});

describe('commands as data', () => {
  const help = (command: (typeof commands)[number], words: readonly string[]) =>
    yargs([...words])
      .scriptName('biograph')
      .detectLocale(false)
      .command(command)
      .exitProcess(false)
      .getHelp();

  it.each(commands.map((command) => [nameOf(command), command] as const))(
    'give the same help as the command itself: %s',
    async (name, command) => {
      const recorded = record(command);
      const again = replay(JSON.parse(JSON.stringify(recorded)), async () => command);
      const actions = recorded.calls.flatMap((call) => ('action' in call ? [nameOf(call.action)] : []));
      for (const words of [[name], ...actions.map((action) => [name, action])])
        expect(await help(again, words)).toBe(await help(command, words));
    },
  );

  it('name the same commands when built', async () => {
    const {stdout} = await biograph(['--help']);
    const named = [...stdout.matchAll(/^ {2}biograph ([\w-]+)/gm)].map(([, name]) => name);
    expect(named).toEqual([...commands.map(nameOf), 'search', 'get', 'serve']);
  });
});

for (const format of ['esm', 'cjs'] as const)
  it(`a program that bundles the library needs no file of ours beside it: ${format}`, {
    tags: format === 'esm' ? [] : ['long'],
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'biograph-bundle-'));
    const entry = join(folder, 'entry.mjs');
    writeFileSync(
      entry,
      `import {copyFileSync} from 'node:fs';
    import {dirname, join} from 'node:path';
    import {generateSnapshot, listRecipes, loadSnapshot, openGraph} from ${JSON.stringify(resolve('dist/index.js'))};
    async function run(out, store) {
    await generateSnapshot({entities: 60, seed: 1, out});
    await loadSnapshot({snapshot: out, store});
    const graph = await openGraph(store);
    const {total} = await graph.entities({limit: 1});
    const refusal = await graph.sql('select 1').then(() => null, (error) => error.message);
    copyFileSync(${JSON.stringify(resolve('dist/engine-sql-child.js'))}, join(dirname(process.argv[1]), 'engine-sql-child.js'));
    const {rows} = await graph.sql('select count(*) as n from live_entities');
    await graph.close();
    const other = await openGraph(out, {cache: store + '-cache'});
    await other.close();
    console.log(JSON.stringify({total, recipes: listRecipes().length, refusal, n: rows[0].n}));
  }
  void run(...process.argv.slice(2));`,
    );
    const outfile = join(folder, 'alone', format === 'esm' ? 'bundle.mjs' : 'bundle.cjs');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format,
      target: 'node20',
      // The engine is native, and installed beside the program.
      external: ['@duckdb/*'],
      ...(format === 'esm' && {
        banner: {js: "import {createRequire as r} from 'node:module'; const require = r(import.meta.url);"},
      }),
      logLevel: 'error',
    });
    mkdirSync(join(folder, 'alone', 'node_modules'));
    symlinkSync(resolve('node_modules/@duckdb'), join(folder, 'alone', 'node_modules', '@duckdb'), 'junction');
    const {stdout} = await run(process.execPath, [outfile, join(folder, 'snapshot'), join(folder, 'store')]);
    const {total, recipes, refusal, n} = JSON.parse(stdout) as {
      total: number;
      recipes: number;
      refusal: string;
      n: number;
    };
    expect(refusal).toMatch(/engine-sql-child\.js is missing: a program that bundles/);
    expect(n).toBe(total);
    expect(total).toBeGreaterThan(10);
    expect(recipes).toBeGreaterThan(20);
  });
