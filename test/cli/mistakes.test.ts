import {spawn} from 'node:child_process';
import {chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {lock} from '../../src/disk/lock.ts';
import {biograph, ended} from '../helpers/command.ts';

/** What a command says of a mistake besides where its data is from: one line. */
async function said(
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<{code: number | null; line: string}> {
  const {code, stderr} = await biograph(words, {env});
  const lines = stderr.split('\n').filter((line) => line !== '' && !/^(?:Answering from|build )/.test(line));
  expect(lines, stderr).toHaveLength(1);
  return {code, line: lines[0] ?? ''};
}

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-mistakes-'));

describe('a home that cannot be written', () => {
  const nowhere = join(folder(), 'file');
  writeFileSync(nowhere, '');
  const env = {HOME: nowhere, XDG_CACHE_HOME: '', LOCALAPPDATA: '', BIOGRAPH_CACHE: ''};

  it.skipIf(process.platform === 'win32')(
    'is no hindrance to the sample, which has room in a temporary folder',
    async () => {
      const own = {...env, TMPDIR: folder()};
      for (const _ of [1, 2]) expect((await biograph(['stats'], {env: own})).code).toBe(0);
      expect(readdirSync(own.TMPDIR)).toEqual([`biograph-${process.getuid?.()}-stores`]);
      expect(statSync(join(own.TMPDIR, readdirSync(own.TMPDIR)[0] ?? '')).mode & 0o777).toBe(0o700);
      // Others could have put anything in a folder that they can write.
      chmodSync(join(own.TMPDIR, readdirSync(own.TMPDIR)[0] ?? ''), 0o777);
      expect(await said(['stats'], own)).toEqual({
        code: 1,
        line: expect.stringContaining('-stores: is a folder that other users can access.'),
      });
    },
  );

  it('is named where another snapshot has to be kept, and where a folder was given', async () => {
    const line = expect.stringMatching(/: cannot be written, .* Name another folder with BIOGRAPH_CACHE\.$/);
    expect(await said(['stats', '--data', 'snapshots/sample/snapshot'], env)).toEqual({code: 1, line});
    expect(await said(['stats'], {...env, BIOGRAPH_CACHE: join(nowhere, 'x')})).toEqual({code: 1, line});
  });
});

describe.skipIf(process.platform === 'win32')('a disk that takes no more', () => {
  it('is left without empty files', async () => {
    const state = folder();
    const words = `keys create --name someone --state ${state}`;
    const script = `trap '' XFSZ; ulimit -f 0; exec "$0" bin/biograph.js ${words}`;
    const {code, stderr} = await ended(spawn('sh', ['-c', script, process.execPath]));
    expect(code, stderr).toBe(1);
    expect(readdirSync(state).filter((name) => name.startsWith('owner.json'))).toEqual([]);
  });
});

describe('an ordinary mistake is one line that names the thing and the remedy:', () => {
  it('a store of which no generation would be kept', async () => {
    expect(await said(['store', 'prune', '--keep', '0', '--data', folder()])).toEqual({
      code: 2,
      line: expect.stringContaining('--keep counts the current generation'),
    });
  });

  it('a byte order mark for a file that has none', async () => {
    expect((await biograph(['export', '--bom', '--max', '1'])).stderr).toContain(
      'Ignored in a file of type ndjson: --bom.',
    );
    expect((await biograph(['export', '--bom', '--max', '1', '--format', 'csv'])).stderr).not.toContain('Ignored');
  });

  it('a port in use, and a host that is none', async () => {
    const state = folder();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const {port} = other.address() as AddressInfo;
    const words = ['serve', '--sample', '--state', state, '--port'];
    expect(await said([...words, String(port)])).toEqual({
      code: 1,
      line: `biograph: 127.0.0.1:${port}: is in use by another program. Stop it, or give another --port; 0 picks a free one.`,
    });
    other.close();
    for (const host of ['999.1.1.1', '192.0.2.1'])
      expect(await said([...words, '0', '--host', host])).toMatchObject({
        code: 1,
        line: expect.stringMatching(`^biograph: ${host}.*: is no address of this machine. Give one with --host`),
      });
  });

  it('an option that has a value, negated, and one with a dot', async () => {
    for (const word of ['--no-q', '--no-target', '--no-data'])
      expect(await said(['search', word, '--limit', '1'])).toMatchObject({
        code: 2,
        line: expect.stringContaining(`There is no option ${word}.`),
      });
    for (const word of ['--target.a', '--q.x', '--data.x'])
      expect(await said(['search', word, 'y'])).toMatchObject({
        code: 2,
        line: expect.stringContaining(`There is no option ${word}.`),
      });
  });

  it('an option of one letter, and data without a value', async () => {
    expect(await said(['search', '-x', 'y'])).toMatchObject({
      code: 2,
      line: expect.stringContaining('There is no option -x.'),
    });
    // What does not answer from a graph has no older one to answer from.
    for (const words of ['snapshot create --out x', 'store info', 'store verify', 'store embed', 'keys list', 'diff'])
      expect(await said([...words.split(' '), '--as-of', '1']), words).toEqual({
        code: 2,
        line: expect.stringContaining('There is no option --as-of.'),
      });
    expect(await said(['search', 'y', '--data', ''])).toEqual({code: 2, line: 'biograph: --data needs a value.'});
  });

  it('a value that its option cannot have, with the option as it was typed', async () => {
    for (const [words, line] of [
      [['search', '--date-from=x'], /^biograph: --date-from: "x" is not a day/],
      [['search', '--limit', '0'], /^biograph: --limit must be at least 1/],
      [['whitespace', '--min_confidence', '7'], /^biograph: --min_confidence must be at most 1/],
      [['stats', '--as-of', '2020-02-30'], /^biograph: --as-of: "2020-02-30" is not an existing day\.$/],
      [
        ['import', '--recipe', 'hgnc', '--in', '/tmp', '--out', join(folder(), 'x'), '--as-of', '2020-02-30'],
        /^biograph: --as-of: "2020-02-30" is not an existing day\.$/,
      ],
    ] as const)
      expect(await said([...words])).toEqual({code: 2, line: expect.stringMatching(line)});
  });

  it('an option alone', async () => {
    expect(await said(['-v'])).toEqual({code: 2, line: expect.stringContaining('There is no option -v.')});
    expect(await said(['--nope'])).toEqual({code: 2, line: expect.stringContaining('There is no option --nope.')});
  });

  it('a webhook without a server to send it', async () => {
    const words = ['webhooks', 'subscribe', '--url', 'http://8.8.8.8/', '--state', folder()];
    expect(await said(words)).toEqual({code: 1, line: expect.stringContaining('No server is running')});
  });

  it('the address of a server in the place of a store', async () => {
    expect(await said(['stats', '--data', 'http://127.0.0.1:9/v1'])).toEqual({
      code: 1,
      line: expect.stringContaining('`biograph sync --from ADDRESS --data STORE`'),
    });
  });

  it('a state folder that cannot be written', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    const state = join(file, 'state');
    const line = `biograph: ${state}: the state folder cannot be used (part of its path is a file). Give a folder that this user may write with --state.`;
    expect(await said(['serve', '--sample', '--port', '0', '--state', state])).toEqual({code: 1, line});
    expect(await said(['keys', 'create', '--state', state])).toEqual({code: 1, line});
  });

  it('a snapshot that is none', async () => {
    const {code, stderr} = await biograph(['snapshot', 'verify', '/nonexistent']);
    expect([code, stderr]).toEqual([
      1,
      '/nonexistent/manifest.json: cannot be read, so this is not a biograph snapshot. Give the folder that contains manifest.json.\n',
    ]);
  });

  it('a folder in the place of a file of names', async () => {
    const path = folder();
    expect(await said(['resolve', path, '--column', 'x'])).toEqual({
      code: 1,
      line: `biograph: ${path}: is a folder. Name a CSV file.`,
    });
  });

  // Not even root writes there.
  it.runIf(process.platform === 'linux')('a store that may only be read', async () => {
    await expect(lock('/sys', false)).rejects.toThrow(
      '/sys: cannot be written (permission denied). Let this user write there, or name another store.',
    );
    expect(await said(['sync', '--from', 'http://127.0.0.1:9', '--data', '/sys'])).toEqual({
      code: 1,
      line: 'biograph: /sys/sync: permission denied. Change its permissions, or name another one.',
    });
  });

  it.runIf(process.platform === 'linux')('a disk without room', async () => {
    for (const words of ['stats', 'export']) {
      const child = spawn('sh', ['-c', `exec "$0" bin/biograph.js ${words} > /dev/full`, process.execPath]);
      const {code, stderr} = await ended(child);
      expect([code, stderr.trim().split('\n').slice(1)]).toEqual([
        1,
        ['biograph: The result cannot be written: no space left on the disk.'],
      ]);
    }
  });
});

describe('an option of several words', () => {
  it('may be written with hyphens', async () => {
    const found = async (...words: string[]) =>
      (JSON.parse((await biograph(['search', ...words, '--limit', '1'])).stdout) as {total: number}).total;
    const total = await found('--therapeutic_area', 'oncology');
    expect(total).toBeGreaterThan(0);
    expect(await found('--therapeutic-area', 'oncology')).toBe(total);
    expect(await found('--therapeutic-area=oncology')).toBe(total);
    expect((await biograph(['search', '--therapeutic-areas', 'x'])).stderr).toContain(
      'Did you mean --therapeutic_area?',
    );
  });
});

describe('words after --', () => {
  const answer = async (...words: string[]) => JSON.parse((await biograph(words)).stdout) as Record<string, unknown>;

  it('are the command’s own, also if they begin with a hyphen', async () => {
    expect(await answer('search', '--limit', '1', '--', 'KRAS', 'G12C')).toMatchObject({query: 'KRAS G12C'});
    expect(await answer('search', '--limit', '1', '--', '-5')).toMatchObject({query: '-5'});
    expect(await answer('search', 'IL', '--limit', '1', '--', '-5')).toMatchObject({query: 'IL -5'});
    expect(await answer('--format', 'json', 'search', '--', '--limit')).toMatchObject({query: '--limit'});
    expect(await answer('get', '--', 'company/pfizer')).toMatchObject({slug: 'pfizer'});
    expect((await biograph(['sql', '--format', 'csv', '--', '-- a comment\nselect 1 as n'])).stdout).toMatch(
      /^n\r?\n1/,
    );
    const {predicates} = await answer('find', '--limit', '1', '--', 'kind eq company');
    expect(predicates).toMatchObject([{field: 'kind'}]);
  });
});
