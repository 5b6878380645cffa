import {cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, inject, it} from 'vitest';
import {KINDS, RELATIONS} from '../../src/schema/kinds.ts';
import {SNAPSHOT_TABLES} from '../../src/schema/snapshot.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {readManifest} from '../../src/snapshot/manifest.ts';
import {verifySnapshot} from '../../src/snapshot/verify.ts';
import {SAMPLE} from '../../src/source.ts';
import {openShell} from '../helpers/duckdb.ts';
import {readOracle, readTable} from '../helpers/oracle.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-snapshot-'));

function copy(): string {
  const at = join(folder(), 'snapshot');
  cpSync(SAMPLE, at, {recursive: true});
  return at;
}

describe('a snapshot', () => {
  it('is read by a reader that is not DuckDB, as the manifest counts it', async () => {
    for (const at of [SAMPLE, inject('snapshot')]) {
      const manifest = readManifest(at);
      const {live, edges, rows} = await readOracle(at);
      for (const kind of KINDS)
        expect([...live.values()].filter((row) => row.kind === kind).length).toBe(manifest.counts.entities[kind] ?? 0);
      for (const [relation, count] of Object.entries(manifest.counts.relations))
        expect(edges.filter((edge) => edge.relation === relation).length, relation).toBe(count);
      expect([...rows.values()].filter((row) => row.state === 'merged').length).toBe(manifest.counts.merged);
      expect((await verifySnapshot(at)).problems).toEqual([]);
    }
  });

  it('has the columns, types and order that the format document states', async () => {
    const document = readFileSync('docs/snapshot-format.md', 'utf8');
    const shell = await openShell();
    for (const [table, {columns}] of Object.entries(SNAPSHOT_TABLES)) {
      const section = document.split(`\n## ${table}\n`)[1]?.split('\n## ')[0] ?? '';
      const stated = [...section.matchAll(/^\| ([\w, ]+?) +\| (\w[\w()]*)/gm)]
        .filter(([, name]) => name !== 'column')
        .flatMap(([, names, type]) => (names ?? '').split(', ').map((name) => [name, type] as const));
      expect(
        stated.map(([name]) => name),
        table,
      ).toEqual(Object.keys(columns));
      for (const [name, type] of stated) {
        const ours = columns[name as keyof typeof columns] as string;
        expect(ours.replace(/^(\w+)\[\]$/, 'LIST($1)'), `${table}.${name}`).toBe(type);
      }
      const path = join(inject('snapshot'), table, '*.parquet');
      if (!existsSync(join(inject('snapshot'), table))) continue;
      const described = await shell.rows(`describe from read_parquet('${path}')`);
      expect(described.map(({column_name: name}) => name)).toEqual(Object.keys(columns));
    }
    const codecs = await shell.rows(
      `select distinct compression from parquet_metadata('${join(inject('snapshot'), '*', '*.parquet')}')`,
    );
    expect(codecs).toEqual([{compression: 'ZSTD'}]);
    shell.close();
    const edges = await readTable(inject('snapshot'), 'edges');
    const keys = edges.map((edge) => `${edge.source}\u0000${edge.relation}\u0000${edge.target}`);
    expect(keys).toEqual([...keys].sort());
  });

  it('has no Parquet type that other engines cannot read', async () => {
    const shell = await openShell();
    const types = await shell.rows(
      `select distinct type, logical_type::varchar as logical from parquet_schema('${join(inject('snapshot'), '*', '*.parquet')}') where type is not null`,
    );
    shell.close();
    for (const {type, logical} of types) {
      expect(['BYTE_ARRAY', 'DOUBLE', 'FLOAT', 'INT64', 'BOOLEAN', 'INT32']).toContain(type);
      expect(String(logical)).not.toMatch(/UUID|ENUM|INTERVAL|VARIANT|isSigned=0|NANOS=Nano/i);
    }
  });
});

describe('verify names what is wrong, and what to do', () => {
  it.each([
    [
      'a truncated file',
      (at: string) => truncateSync(join(at, 'entities/part-0000.parquet'), 1000),
      /part-0000\.parquet/,
      /truncated/,
    ],
    ['a missing file', (at: string) => rmSync(join(at, 'edges/part-0000.parquet')), /edges/, /missing/],
    [
      'a longer file',
      (at: string) => writeFileSync(join(at, 'edges/part-0000.parquet'), 'x', {flag: 'a'}),
      /edges/,
      /longer/,
    ],
    [
      'an altered byte',
      (at: string) => {
        const path = join(at, 'provenance/part-0000.parquet');
        const bytes = readFileSync(path);
        bytes[100] = (bytes[100] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
      /provenance/,
      /altered/,
    ],
    ['a foreign file', (at: string) => writeFileSync(join(at, 'notes.txt'), 'x'), /notes\.txt/, /not listed/],
    ['no manifest', (at: string) => rmSync(join(at, 'manifest.json')), /manifest\.json|snapshot/, /./],
    [
      'a manifest that is not JSON',
      (at: string) => writeFileSync(join(at, 'manifest.json'), '{'),
      /manifest\.json/,
      /JSON/,
    ],
    [
      'a newer format',
      (at: string) => {
        const manifest = JSON.parse(readFileSync(join(at, 'manifest.json'), 'utf8')) as Record<string, unknown>;
        writeFileSync(join(at, 'manifest.json'), JSON.stringify({...manifest, format_version: 99}));
      },
      /manifest\.json/,
      /version|newer/,
    ],
    [
      'a path that leaves the folder',
      (at: string) => {
        const manifest = JSON.parse(readFileSync(join(at, 'manifest.json'), 'utf8')) as {files: {path: string}[]};
        if (manifest.files[0]) manifest.files[0].path = '../../etc/passwd';
        writeFileSync(join(at, 'manifest.json'), JSON.stringify(manifest));
      },
      /manifest\.json/,
      /path|outside|\.\./,
    ],
  ])('%s', async (_, spoil, path, problem) => {
    const at = copy();
    spoil(at);
    const {ok, problems} = await verifySnapshot(at);
    expect(ok).toBe(false);
    expect(problems[0]?.path).toMatch(path);
    expect(problems[0]?.problem).toMatch(problem);
    expect(problems[0]?.remedy).toMatch(/\w/);
  });

  it('and such a snapshot is not loaded, and leaves no generation behind', async () => {
    for (const spoil of [
      (at: string) => truncateSync(join(at, 'entities/part-0000.parquet'), 1000),
      (at: string) => rmSync(join(at, 'edges/part-0000.parquet')),
    ]) {
      const at = copy();
      spoil(at);
      const store = join(folder(), 'store');
      await expect(loadSnapshot({snapshot: at, store})).rejects.toThrow(/part-0000\.parquet/);
      expect(existsSync(join(store, 'current.json'))).toBe(false);
    }
  });

  it('and a hash that differs from the manifest’s is refused with the same words', async () => {
    const at = copy();
    const manifest = JSON.parse(readFileSync(join(at, 'manifest.json'), 'utf8')) as {files: {sha256: string}[]};
    const [first] = manifest.files;
    if (first) first.sha256 = '0'.repeat(64);
    writeFileSync(join(at, 'manifest.json'), JSON.stringify(manifest));
    const {problems} = await verifySnapshot(at);
    const store = join(folder(), 'store');
    const phases = new Set<string>();
    const load = loadSnapshot({snapshot: at, store, onProgress: ({phase}) => void phases.add(phase)});
    await expect(load).rejects.toThrow(`${problems[0]?.path}: ${problems[0]?.problem}`);
    expect(phases).toContain('verify');
    expect(existsSync(join(store, 'current.json'))).toBe(false);
  });
});

describe('the generator', () => {
  it('gives the same bytes for the same seed, and others for another', async () => {
    const ids = [];
    for (const seed of [5, 5, 2_147_483_647]) {
      const out = join(folder(), 'snapshot');
      const manifest = await generateSnapshot({entities: 800, seed, out});
      ids.push({id: manifest.snapshot_id, files: manifest.files.map(({sha256}) => sha256)});
    }
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]?.id).not.toBe(ids[0]?.id);
  });

  it('refuses fewer entities than it can make', async () => {
    const out = join(folder(), 'snapshot');
    for (const entities of [0, 1, 59])
      await expect(generateSnapshot({entities, seed: 5, out})).rejects.toThrow(/at least 60/);
    expect(existsSync(out)).toBe(false);
    await generateSnapshot({entities: 60, seed: 5, out});
    expect(existsSync(out)).toBe(true);
  });

  it('closes every merge, even where a kind ends with the first link of a chain', async () => {
    await generateSnapshot({entities: 600, seed: 5, out: join(folder(), 'snapshot')});
  });

  it('has the skew of a real graph', async () => {
    const oracle = await readOracle(inject('snapshot'));
    for (const kind of KINDS)
      expect(
        [...oracle.live.values()].some((row) => row.kind === kind),
        kind,
      ).toBe(true);
    for (const relation of Object.keys(RELATIONS))
      expect(
        oracle.edges.some((edge) => edge.relation === relation),
        relation,
      ).toBe(true);
    const degrees = [...oracle.signals.values()].map(({degree}) => degree).sort((a, b) => b - a);
    const median = degrees[Math.floor(degrees.length / 2)] ?? 0;
    expect(degrees[0]).toBeGreaterThan(20 * median);
    expect([...oracle.rows.values()].some((row) => row.state === 'merged')).toBe(true);
    expect((await readTable(inject('snapshot'), 'embeddings')).length).toBeGreaterThan(0);
    expect(oracle.provenance.length).toBeGreaterThan(0);
  });

  it('stops when it is told to, and leaves nothing behind', async () => {
    const out = join(folder(), 'snapshot');
    const controller = new AbortController();
    const making = generateSnapshot({entities: 400_000, seed: 1, out, signal: controller.signal});
    setTimeout(() => controller.abort(), 300);
    await expect(making).rejects.toThrow();
    expect(existsSync(out)).toBe(false);
    expect(existsSync(`${out}.spill`)).toBe(false);
  });
});

it('a graph of an earlier day does not replace another graph, unless it is to', async () => {
  const [later, store] = [join(folder(), 'later'), join(folder(), 'store')];
  await generateSnapshot({entities: 200, seed: 1, out: later});
  await loadSnapshot({snapshot: later, store});
  await expect(loadSnapshot({snapshot: SAMPLE, store})).rejects.toThrow(/another graph of 2026-01-01.*--older/);
  expect((await loadSnapshot({snapshot: SAMPLE, store, older: true})).generation).toBe(2);
});

it('a load that is interrupted says nothing of its files', async () => {
  const controller = new AbortController();
  const loading = loadSnapshot({
    snapshot: inject('snapshot'),
    store: join(folder(), 'store'),
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('Enough.')),
  });
  await expect(loading).rejects.toThrow('Enough.');
});
