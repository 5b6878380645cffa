import {execFile} from 'node:child_process';
import {mkdirSync, mkdtempSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {executed, readNotebook} from '../helpers/notebook.ts';
import {PYTHON, pythonWith} from '../helpers/python.ts';
import {serveSample} from '../helpers/server.ts';

const run = promisify(execFile);
const FIRST = 'docs/notebooks/first-steps.ipynb';
const SPACE = 'docs/notebooks/white-space-and-rivals.ipynb';

const sample = serveSample();

/** Runs a notebook in its own kernel, prints what each code cell gave, and fails where a cell fails. */
const RUN = `
import json, sys, nbformat, nbclient
file, kernel, folder = sys.argv[1:]
book = nbformat.read(file, 4)
nbclient.NotebookClient(book, kernel_name=kernel, timeout=120, resources={'metadata': {'path': folder}}).execute()
print(json.dumps([[o.get('data', {}) for o in c.outputs if o.output_type == 'execute_result'] for c in book.cells if c.cell_type == 'code']))
`;

async function inKernel(file: string, kernel: string, folder: string, env: NodeJS.ProcessEnv) {
  const {stdout} = await run(PYTHON, ['-c', RUN, resolve(file), kernel, folder], {
    env: {...process.env, ...env},
    maxBuffer: 1e8,
  });
  return (JSON.parse(stdout) as Record<string, string>[][]).map(([data]) => data);
}

describe('the notebook of first steps', () => {
  it('shows what it is written to show, and every answer as a table or a picture', async () => {
    const written = readNotebook(FIRST);
    const now = await executed(written);
    expect(now.cells).toEqual(written.cells);
    const htmls = now.cells.flatMap(({outputs = []}) => outputs.flatMap(({data}) => data?.['text/html'] ?? []));
    expect(htmls.length).toBeGreaterThan(7);
    for (const html of htmls) expect(html).toMatch(/<table|<svg/);
  });

  it('runs in Deno’s kernel', async ({skip}) => {
    const deno = process.env.BIOGRAPH_DENO ?? 'deno';
    const isThere = await run(deno, ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) return skip('No Deno here (BIOGRAPH_DENO names one).');
    if (!(await pythonWith('nbclient', 'nbformat'))) return skip('No Python with nbclient here.');
    // A folder as a reader of the notebook makes one.
    const folder = mkdtempSync(join(tmpdir(), 'biograph-deno-'));
    writeFileSync(join(folder, 'deno.json'), '{"nodeModulesDir": "manual"}');
    const packages = {biograph: '.', arquero: '', '@observablehq/plot': '', linkedom: ''};
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({dependencies: Object.fromEntries(Object.keys(packages).map((name) => [name, '*']))}),
    );
    for (const [name, path] of Object.entries(packages)) {
      const at = join(folder, 'node_modules', name);
      mkdirSync(dirname(at), {recursive: true});
      symlinkSync(resolve(path === '' ? join('node_modules', name) : path), at);
    }
    const kernels = join(folder, 'share', 'kernels', 'deno');
    mkdirSync(kernels, {recursive: true});
    const argv = [deno, 'jupyter', '--kernel', '--conn', '{connection_file}'];
    writeFileSync(join(kernels, 'kernel.json'), JSON.stringify({argv, display_name: 'Deno', language: 'typescript'}));
    const outputs = await inKernel(FIRST, 'deno', folder, {JUPYTER_PATH: join(folder, 'share')});
    const codes = readNotebook(FIRST).cells.filter(({cell_type}) => cell_type === 'code');
    // No cell failed. Deno 2.9 now and then calls a cell done before it has sent its result, even that of 1 + 1; what came is compared.
    const same = codes.filter(({outputs: [written] = []}, n) => {
      const html = outputs[n]?.['text/html'];
      if (html !== undefined) expect(html, `cell ${n}`).toBe(written?.data?.['text/html']);
      return html !== undefined;
    });
    expect(same.length).toBeGreaterThan(3);
  });
});

describe('the notebook of white space and rivals', () => {
  it('runs in Python’s kernel', async ({skip}) => {
    if (!(await pythonWith('nbclient', 'nbformat', 'ipykernel', 'pandas')))
      return skip('No Python with nbclient, ipykernel and pandas here (BIOGRAPH_PYTHON names one).');
    const outputs = await inKernel(SPACE, 'python3', tmpdir(), {BIOGRAPH_URL: sample.url});
    expect(outputs.filter((data) => data?.['text/html']?.includes('<table')).length).toBe(5);
    const {targets} = await sample.graph.whitespace({
      therapeutic_area: 'oncology',
      limit_targets: 12,
      limit_modalities: 6,
    });
    for (const target of targets) expect(outputs[1]?.['text/html']).toContain(target);
    const {results} = await sample.graph.comparables({entity_id: 'company/pfizer', limit: 8});
    for (const {name} of results) expect(outputs[4]?.['text/plain']).toContain(name);
  });
});
