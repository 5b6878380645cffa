import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {describe, expect, it} from 'vitest';

/** Layers from the top; a file may import from its own layer and from those below. */
const LAYERS: Record<string, number> = {
  cli: 5,
  explorer: 5,
  http: 5,
  import: 5,
  sync: 5,
  'index.ts': 5,
  'graph.ts': 4,
  clickhouse: 4,
  'doctor.ts': 4,
  'explain.ts': 4,
  mcp: 4,
  'reader.ts': 4,
  'reading.ts': 4,
  'source.ts': 4,
  snapshot: 4,
  webhooks: 4,
  operations: 3,
  'endpoint.ts': 2,
  'operation.ts': 2,
  'context.ts': 2,
  'generation.ts': 2,
  'feed-entry.ts': 2,
  'selection.ts': 2,
  'crowding.ts': 2,
  'holders.ts': 2,
  'sharing.ts': 2,
  'tally.ts': 2,
  'turns.ts': 2,
  formats: 2,
  notebook: 2,
  schema: 2,
  state: 2,
  store: 2,
  tables: 2,
  lookups: 2,
  vectors: 2,
  engine: 2,
  disk: 1,
  text: 1,
  sql: 1,
  'cache.ts': 1,
  'doorkeeper.ts': 1,
  'errors.ts': 1,
  'inline.ts': 1,
  'memo.ts': 1,
  'progress.ts': 1,
  'name-match.ts': 1,
  'text-match.ts': 1,
  'sorted.ts': 1,
  'csv.ts': 1,
  'time.ts': 1,
  'version.ts': 1,
};

/** Rooms of the engine from the bottom; a file may import from its own room and from those named before it. */
const ROOMS = ['sql', 'text', 'disk', 'schema', 'engine', 'vectors', 'lookups', 'tables', 'store'];

/** What operations share, from the bottom; a file may import from its own folder and from those named before it. */
const SHARED = ['records', 'names', 'filters', 'scoring', 'typing', 'reading', 'analytics', 'ranking'];

/** Rooms where DuckDB is talked to. */
const DUCKDB = ['engine', 'vectors', 'lookups', 'tables', 'store', 'snapshot', 'sync', 'import', 'clickhouse'];

/** Doors stand side by side; only the command line starts the others. */
const DOORS = ['http', 'import', 'sync'];

const files = readdirSync('src', {recursive: true, encoding: 'utf8'})
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('src', file));

function part(file: string): string {
  return relative('src', file).split(/[/\\]/)[0] ?? '';
}

function imports(file: string, pattern = /(?:from|import)\s*\(?'(\.[^']+)'/g): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path]) => join(dirname(file), path ?? ''));
}

describe('the house', () => {
  it('knows every part', () => {
    for (const file of files) expect(LAYERS, file).toHaveProperty([part(file)]);
  });

  it('lets arrows go down only', () => {
    const upward = files.flatMap((file) =>
      imports(file)
        .filter((target) => (LAYERS[part(target)] ?? 0) > (LAYERS[part(file)] ?? 0))
        .map((target) => `${file} imports ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it('lets each room of the engine know only those below it', () => {
    const upward = files
      .filter((file) => ROOMS.includes(part(file)))
      .flatMap((file) =>
        imports(file)
          .filter((target) => ROOMS.indexOf(part(target)) > ROOMS.indexOf(part(file)))
          .map((target) => `${file} imports ${target}`),
      );
    expect(upward).toEqual([]);
  });

  it('lets each folder that operations share know only those below it, and no operation', () => {
    const folder = (file: string) => relative(join('src', 'operations'), file).split(/[/\\]/)[0] ?? '';
    const upward = files
      .filter((file) => part(file) === 'operations' && SHARED.includes(folder(file)))
      .flatMap((file) =>
        imports(file)
          .filter((target) => part(target) === 'operations')
          .filter((target) => !SHARED.slice(0, SHARED.indexOf(folder(file)) + 1).includes(folder(target)))
          .map((target) => `${file} imports ${target}`),
      );
    expect(upward).toEqual([]);
  });

  it('says of each room what it is', () => {
    for (const room of ROOMS) expect(readFileSync(join('src', room, 'README.md'), 'utf8'), room).toMatch(/^# /);
  });

  it('has no circle', () => {
    const at = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const follow = (file: string, path: readonly string[]) => {
      if (at.get(file) === 'open') circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (at.has(file)) return;
      at.set(file, 'open');
      // What is loaded when it is needed may know who loads it.
      const now = imports(file, /^(?:import|export) [^;]*?from\s*'(\.[^']+)'/gm);
      for (const target of now) if (files.includes(target)) follow(target, [...path, file]);
      at.set(file, 'done');
    };
    for (const file of files) follow(file, []);
    expect(circles).toEqual([]);
  });

  it('keeps doors apart', () => {
    const crossing = files.flatMap((file) =>
      imports(file)
        .filter(
          (target) =>
            DOORS.includes(part(file)) && part(target) !== part(file) && [...DOORS, 'cli'].includes(part(target)),
        )
        .map((target) => `${file} imports ${target}`),
    );
    expect(crossing).toEqual([]);
  });

  it('keeps the explorer a house of its own, of which others know nothing and which knows only their types', () => {
    const isOfExplorer = (file: string) => part(file) === 'explorer';
    const outward = files.filter(isOfExplorer).flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';$|import\('(\.[^']+)'\)/gm,
        ),
      ]
        .map(([, path, later]) => join(dirname(file), path ?? later ?? ''))
        .filter((target) => !isOfExplorer(target))
        .map((target) => `${file} imports ${target}`),
    );
    const inward = files
      .filter((file) => !isOfExplorer(file))
      .flatMap((file) =>
        imports(file)
          .filter(isOfExplorer)
          .map((target) => `${file} imports ${target}`),
      );
    expect([...outward, ...inward]).toEqual([]);
  });

  it('lets operations see a generation through its interface alone', () => {
    const PURE = ['vectors/candidates.ts', 'vectors/nearest.ts'].map((name) => join('src', name));
    const behind = files
      .filter((file) => ['operations', 'context.ts', 'operation.ts'].includes(part(file)))
      .flatMap((file) =>
        imports(file)
          .filter((target) => ['engine', 'vectors', 'lookups', 'tables', 'store'].includes(part(target)))
          .filter((target) => !PURE.includes(target))
          .map((target) => `${file} imports ${target}`),
      );
    expect(behind).toEqual([]);
  });

  it('keeps files to one idea: 300 lines at most', () => {
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301);
    expect(long).toEqual([]);
  });

  it('talks to DuckDB in the rooms of the engine and where snapshots are made', () => {
    const direct = files.filter((file) => /@duckdb\/node-api/.test(readFileSync(file, 'utf8')));
    expect(direct.map(part).filter((name) => !DUCKDB.includes(name))).toEqual([]);
  });

  it('never splices a value into SQL: templates belong to the sql tag', () => {
    const spliced = files
      .filter((file) => part(file) === 'operations')
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/(\w*)`\s*(?:select|with)\b/gi)]
          .filter(([, tag]) => tag !== 'sql')
          .map(([match]) => `${file}: ${match}`),
      );
    expect(spliced).toEqual([]);
  });
});
