import {execFile} from 'node:child_process';
import {mkdtempSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {PYTHON, pythonWith} from '../helpers/python.ts';
import {listen} from '../helpers/server.ts';

const run = promisify(execFile);
const document = readFileSync('docs/other-languages.md', 'utf8');

/** The snippets of a language, in their order. */
const snippets = (language: string) =>
  [...document.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);

/** Packages that a snippet needs beyond what Python brings. */
const needs = (code: string) =>
  ['duckdb', 'pandas', 'polars', 'pyarrow', 'pyspark'].filter((name) =>
    new RegExp(`^(?:import|from) ${name}\\b`, 'm').test(code),
  );

let graph: Graph;
let url: string;
let close: () => Promise<void>;
/** Where the snippets run: the names that they take are there. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'biograph-languages-'));
  symlinkSync(resolve('snapshots'), join(folder, 'snapshots'));
  await loadSnapshot({snapshot: 'snapshots/sample/snapshot', store: join(folder, 'my-store')});
  graph = await openGraph();
  ({url, close} = await listen(graph));
});
afterAll(async () => {
  await close();
  await graph.close();
});

const here = (code: string) => code.replaceAll('http://127.0.0.1:8080', url);
const python = (code: string) =>
  run(PYTHON, ['-c', here(code)], {cwd: folder, env: {...process.env, PYTHONPATH: folder}});

describe('docs/other-languages.md', () => {
  const codes = snippets('python');
  const [client = ''] = codes.filter((code) => code.includes('biograph_client'));

  it.each(codes.filter((code) => code !== client).map((code) => [code.trim().split('\n').at(-1) ?? '', code]))(
    'in Python: … %s',
    async (_, code) => {
      const packages = needs(code);
      if (!(await pythonWith(...packages)))
        return console.warn(
          `Not tried: no Python with ${packages.join(', ') || 'itself'} (BIOGRAPH_PYTHON names one).`,
        );
      const {stdout} = await python(code);
      expect(stdout.trim().length).toBeGreaterThan(20);
    },
  );

  it('says what is so: pages give every trial once, and the store has as many entities as the server says', async () => {
    if (!(await pythonWith())) return console.warn('Not tried: no Python.');
    const [paging = ''] = codes;
    const {stdout} = await python(paging);
    const {total} = await graph.entities({kind: 'trial', therapeutic_area: 'oncology', limit: 1});
    expect(total).toBeGreaterThan(20);
    expect(stdout).toMatch(new RegExp(`^${total} trials`));
    const [opened] = codes.filter((code) => code.includes('duckdb.connect(str('));
    if (!(await pythonWith('duckdb'))) return console.warn('Not tried: no Python with duckdb.');
    const {counts} = await graph.stats();
    const said = (await python(opened ?? '')).stdout;
    for (const kind of ['product', 'approval', 'program'] as const)
      expect(said).toMatch(new RegExp(`${kind}.*\\b${counts[kind]}\\b`));
  });

  it('in Python, with a client that a generator makes', async () => {
    const generator = join(PYTHON, '..', 'openapi-python-client');
    const [command = ''] = snippets('sh');
    const isThere = PYTHON.includes('/') && (await pythonWith('openapi_python_client'));
    if (!isThere) return console.warn('Not tried: no Python with openapi-python-client (BIOGRAPH_PYTHON names one).');
    const args = here(command).trim().split(' ').slice(1);
    const {stdout, stderr} = await run(generator, args, {cwd: folder});
    // Whatever it could not make sense of, it says.
    expect(stdout + stderr).not.toMatch(/Unable to|Attempted|Cannot parse/);
    const {results} = await graph.entities({kind: 'trial', target: ['EGFR', 'ERBB2'], limit: 3});
    const said = (await python(client)).stdout;
    for (const {name} of results) expect(said).toContain(name);
    expect(said.trim().split('\n').length).toBe(6);
  });

  it.each(snippets('r').map((code) => [code.trim().split('\n').at(-1) ?? '', code]))('in R: … %s', async (_, code) => {
    const packages = [...code.matchAll(/library\((\w+)\)|(\w+)::/g)].map(([, one, other]) => one ?? other);
    const isThere = await run('Rscript', ['-e', packages.map((name) => `library(${name})`).join(';')]).then(
      () => true,
      () => false,
    );
    if (!isThere) return console.warn(`Not tried: no R with ${packages.join(', ')}.`);
    writeFileSync(join(folder, 'snippet.R'), here(code));
    const {stdout} = await run('Rscript', ['snippet.R'], {cwd: folder});
    expect(stdout.trim().length).toBeGreaterThan(20);
  });
});
