import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {tableFromIPC} from 'apache-arrow';
import {describe, expect, inject, it, vi} from 'vitest';
import {main} from '../../src/cli/main.ts';
import {operations} from '../../src/operations/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {biograph, ended, firstLine, start} from '../helpers/command.ts';

/** What `--help` prints, without a process for each of more than forty commands. */
async function helpOf(command: string): Promise<string> {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await main([...command.split(' '), '--help']);
    return print.mock.calls.flat().join('\n');
  } finally {
    print.mockRestore();
  }
}

describe('help', () => {
  it('lists every operation, and each command has an example', async () => {
    const {code, stdout} = await biograph(['--help']);
    expect(code).toBe(0);
    const commands = (operations as readonly {command: string | null}[]).flatMap(({command}) =>
      command === null ? [] : [command],
    );
    for (const command of [
      ...commands,
      'serve',
      'import',
      'snapshot',
      'store',
      'keys',
      'webhooks',
      'sql',
      'completion',
    ])
      expect(stdout).toContain(`biograph ${command}`);
    for (const command of [
      ...commands,
      'serve',
      'import',
      'sql',
      'store load',
      'snapshot generate',
      'keys create',
      'webhooks subscribe',
    ]) {
      expect(await helpOf(command), command).toMatch(/Examples:\n\s+biograph /);
    }
    expect((await biograph(['search', '--help'])).stdout).toBe(`${await helpOf('search')}\n`);
  });

  it('comes by --help, -h, help and with no word at all', async () => {
    const {stdout} = await biograph(['--help']);
    for (const words of [['-h'], ['help'], []]) expect(await biograph(words)).toMatchObject({code: 0, stdout});
    const one = await biograph(['search', '--help']);
    for (const words of [
      ['search', '-h'],
      ['help', 'search'],
    ])
      expect(await biograph(words)).toMatchObject({code: 0, stdout: one.stdout});
    expect((await biograph(['help', 'store', 'load'])).stdout).toMatch(/biograph store load/);
  });

  it('knows an operation by its name in the library too', async () => {
    const [short, long] = await Promise.all(['get', 'entity'].map((command) => biograph([command, 'company/pfizer'])));
    // The first of them may have had to make the sample's store, and said so.
    expect(long?.stdout).toEqual(short?.stdout);
    expect([short?.code, long?.code]).toEqual([0, 0]);
    expect((await biograph(['--help'])).stdout).toMatch(/aliases: entities/);
  });

  it('completes commands in the shell', async () => {
    expect((await biograph(['completion'])).stdout).toMatch(/complet/);
    const {stdout} = await biograph(['--get-yargs-completions', 'biograph', 'au']);
    expect(stdout.split('\n')).toContain('autocomplete');
  });
});

describe('wrong usage ends with 2 and a word of what to do', () => {
  it.each([
    [['serch'], /no command serch\. Did you mean search\?/],
    [['type-ahead'], /no command type-ahead\. biograph --help/],
    [['store', 'laod'], /no command store laod\. Did you mean load\? biograph store --help/],
    [['search', '--limt', '3'], /no option --limt\. Did you mean --limit\?/],
    [['search', '--knd', 'trial'], /no option --knd\. Did you mean --kind\?/],
    [['snapshot', 'pack', '--ot', 'x', 'y'], /no option --ot\. biograph snapshot pack --help/],
    [['snapshot', 'pack', 'x'], /Required: --out/],
    [['search', '--limit'], /--limit needs a value/],
    [['search', '--limit', 'many'], /limit must be a whole number, not "many"/],
    [['search', '--limit', '5000'], /limit must be at most 1000, not 5000/],
    [['search', '--kind', 'trail'], /kind must be one of: company, .*; not "trail"\. Did you mean trial\?/],
    [['stats', 'of', 'what'], /"of" is an unexpected argument\. See biograph stats --help/],
    [['aggregate'], /field/],
    [['search', '--limit', '1', '--limit', '2'], /more than once/],
    [['find', 'kind'], /operator/],
    [['serve'], /--sample/],
    [['serve', '--sample', '--port', '99999'], /port/],
    [['serve', '--sample', '--data', 'my-store'], /--data and --sample contradict each other/],
    [['store', 'load', 'x'], /--data/],
    [['import', '--recipe', 'hgnc'], /--out|--in/],
    [['sql', '--timeout', '-1', 'select 1'], /timeout/],
    [['--format', 'xml', 'stats'], /format/],
  ] as const)('%j', async (words, remedy) => {
    const {code, stdout, stderr} = await biograph(words, {env: {BIOGRAPH_DATA: undefined}});
    expect(code, stderr).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(remedy);
    expect(stderr).not.toMatch(/ at .*\.js:\d+/);
  });
});

describe('what fails ends with 1', () => {
  it.each([
    [['get', 'company/no-such'], /no-such/],
    [['stats', '--data', '/no/such/place'], /does not exist/],
    [['stats', '--data', 'src'], /neither a store nor a snapshot/],
    [['snapshot', 'info', 'src'], /manifest/],
    [['import', '--recipe', './no-such.sql', '--in', 'src', '--out', join(tmpdir(), 'never')], /no-such\.sql/],
  ] as const)('%j', async (words, reason) => {
    const {code, stderr} = await biograph(words);
    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(reason);
  });
});

describe('results', () => {
  it('go to stdout as JSON in a pipe, and all else to stderr', async () => {
    const {stdout, stderr, code} = await biograph(['stats'], {env: {BIOGRAPH_DATA: undefined}});
    expect(code).toBe(0);
    expect(JSON.parse(stdout).total).toBeGreaterThan(1000);
    expect(stderr).toMatch(/bundled sample/);
    const own = await biograph(['stats', '--data', inject('store')]);
    expect(own.stderr).toBe('');
  });

  it('that have more lists than a file has room for say which are left out', async () => {
    const words = ['concentration', '--target', 'PD-1'];
    const env = {BIOGRAPH_DATA: undefined};
    const {inventors} = JSON.parse((await biograph(words, {env})).stdout) as {inventors: unknown[]};
    expect(inventors.length).toBeGreaterThan(0);
    for (const format of ['csv', 'ndjson'])
      expect((await biograph([...words, '--format', format], {env})).stderr).toMatch(
        `A file of type ${format} has assignees only. Left out: inventors (${inventors.length}); --format json`,
      );
    const plain = await biograph([
      'search',
      '--kind',
      'trial',
      '--limit',
      '2',
      '--format',
      'csv',
      '--data',
      inject('store'),
    ]);
    expect(plain.stderr).toBe('');
  });

  it('come in six formats', async () => {
    const words = ['search', '--kind', 'trial', '--limit', '4', '--data', inject('store')];
    const json = JSON.parse((await biograph(words)).stdout) as {results: {id: string; name: string}[]};
    const ndjson = (await biograph([...words, '--format', 'ndjson'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as {id: string});
    expect(ndjson.map(({id}) => id)).toEqual(json.results.map(({id}) => id));
    const csv = (await biograph([...words, '--format', 'csv'])).stdout.trim().split(/\r?\n/);
    expect(csv).toHaveLength(5);
    expect(csv[0]).toMatch(/^id,kind,name,/);
    const table = (await biograph([...words, '--format', 'table'])).stdout;
    expect(table).toMatch(/kind\s+name/);
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(4000);
    const arrow = start([...words, '--format', 'arrow']);
    const parts: Buffer[] = [];
    arrow.stdout?.on('data', (part: Buffer) => parts.push(part));
    await ended(arrow);
    expect(tableFromIPC(Buffer.concat(parts)).numRows).toBe(4);
    const parquet = start([...words, '--format', 'parquet']);
    const bytes: Buffer[] = [];
    parquet.stdout?.on('data', (part: Buffer) => bytes.push(part));
    await ended(parquet);
    expect(Buffer.concat(bytes).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('take the words of a text and predicates as they come', async () => {
    const one = JSON.parse((await biograph(['search', 'KRAS G12C lung'])).stdout) as {query: string};
    const three = JSON.parse((await biograph(['search', 'KRAS', 'G12C', 'lung'])).stdout) as {query: string};
    expect(three).toEqual(one);
    expect(one.query).toBe('KRAS G12C lung');
    const found = JSON.parse(
      (await biograph(['find', 'kind in trial,paper', 'therapeutic_area eq oncology', 'degree gte 2'])).stdout,
    ) as {predicates: unknown[]};
    expect(found.predicates).toHaveLength(3);
  });

  it('take values of predicates as JSON, too, since names have commas', async () => {
    const {stdout} = await biograph(['find', 'name in ["Pfizer", "Merck & Co., Inc."]', 'slug ne "a, b"']);
    expect((JSON.parse(stdout) as {predicates: unknown[]}).predicates).toEqual([
      {field: 'name', operator: 'in', value: ['Pfizer', 'Merck & Co., Inc.']},
      {field: 'slug', operator: 'ne', value: 'a, b'},
    ]);
  });

  it('come as CSV with the columns that were asked for', async () => {
    for (const words of [
      ['search', '--kind', 'company'],
      ['find', 'kind eq company'],
    ]) {
      const {stdout} = await biograph([...words, '--fields', 'slug,name', '--limit', '1', '--format', 'csv']);
      expect(stdout.split(/\r?\n/)[0]).toBe('id,name,slug');
    }
  });

  it('say below a table why a column of it is empty', async () => {
    const words = ['similar', 'company/pfizer', '--limit', '2', '--data', SAMPLE];
    expect((await biograph([...words, '--format', 'table'])).stdout).toMatch(/\nby names and labels only/);
    expect((await biograph([...words, '--format', 'csv'])).stdout).not.toContain('labels alone');
  });

  it('say how to ask with filters what a text says in words', async () => {
    const words = ['search', 'phase', '3', 'trials', 'of', 'Eli', 'Lilly', 'since', '2020', '--data', SAMPLE];
    const {stdout} = await biograph([...words, '--format', 'table']);
    const [, line = ''] = /\nas filters: biograph (.+)/.exec(stdout) ?? [];
    expect(line).toContain('--organization "Eli Lilly"');
    // What it says is a command that is understood.
    const asked = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const answer = JSON.parse((await biograph([...asked, '--data', SAMPLE, '--format', 'json'])).stdout) as object;
    expect(answer).toMatchObject({kind: 'trial', filters: {date_from: '2020-01-01'}});
    expect((await biograph([...words, '--phase', '2', '--format', 'table'])).stdout).not.toContain('as filters');
  });

  it('say what may be meant by a value that no entity has', async () => {
    const {stdout} = await biograph(['search', '--target', 'KRSA', '--format', 'table']);
    expect(stdout).toMatch(/^Nothing found/);
    expect(stdout).toMatch(/No entity has this target\. Did you mean KRAS/);
  });

  it('lead from a kind that has no match to the neighbours of what matches', async () => {
    const table = await biograph(['search', 'semaglutide', '--kind', 'institution', '--format', 'table']);
    expect(table.stdout).toMatch(/^Nothing found/);
    expect(table.stderr).toContain('biograph edges product/semaglutide');
    for (const words of [
      ['search', 'semaglutide', '--kind', 'institution'],
      ['search', 'xyzzyplugh', '--kind', 'company', '--format', 'table'],
      ['search', '--kind', 'company', '--therapeutic_area', 'nowhere', '--format', 'table'],
    ])
      expect((await biograph(words)).stderr).not.toContain('biograph edges');
  });

  it('may be cut short by their reader', async () => {
    const child = start(['export', '--data', inject('store')]);
    await firstLine(child);
    child.stdout?.destroy();
    expect((await ended(child)).code).toBe(0);
  });
});
