/** @module-tag long */
import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {FIELDS, fieldsIn, IDENTIFIERS} from '../../src/schema/fields.ts';
import {SNAPSHOT_TABLES} from '../../src/schema/snapshot.ts';

describe('the fields of an entity', () => {
  it('are columns of a snapshot, each once', () => {
    const columns = FIELDS.map(({column}) => column);
    expect(new Set(columns).size).toBe(columns.length);
    expect(Object.keys(SNAPSHOT_TABLES.entities.columns)).toEqual(expect.arrayContaining(columns));
    expect(IDENTIFIERS.map(({column}) => column)).toEqual(['domain', 'cik', 'ticker', 'uei', 'orcid', 'doi']);
    expect(fieldsIn('moa')).toHaveLength(10);
  });
});

/** What a user would ask in a copy that knows one identifier more. */
const ASK = `
import {openGraph, importSnapshot, loadSnapshot, createServer, syncStore, createSnapshot} from './src/index.ts';
import {main} from './src/cli/main.ts';
import {openapi} from './src/http/openapi.ts';
import {writeFileSync} from 'node:fs';
const LEI = '5493001KJTIIGC8Y1R12';
const out = {};
writeFileSync('one.sql', \`-- name: one
-- title: One
-- source: One
-- licence: CC0-1.0
-- files: none=none.csv?
create temp view entities as select 'one:1' as key, 'company' as kind, 'Acme' as name, '\${LEI}' as lei, '2025-01-01'::timestamptz as updated_at
union all by name select 'lei:' || '529900T8BM49AURSDO55' as key, 'company' as kind, 'Umbrella' as name;\`);
await importSnapshot({recipes: [{recipe: './one.sql', in: []}], out: 'snapshot', asOf: '2025-06-30'});
await loadSnapshot({snapshot: 'snapshot', store: 'store'});
const graph = await openGraph('store');
const {results: [found]} = await graph.entities({q: LEI});
out.q = found.identifiers.lei;
out.key = (await graph.entities({q: 'Umbrella'})).results[0].identifiers.lei;
out.entity = (await graph.entity(found.id)).identifiers.lei;
out.predicate = (await graph.search({predicates: [{field: 'lei', operator: 'eq', value: LEI.toLowerCase()}]})).total;
out.schema = (await graph.schema()).search_fields.some(({field}) => field === 'lei');
out.sql = (await graph.sql("select lei from live_entities where name = 'Acme'")).rows[0].lei;
out.arrow = (await graph.entities.arrow({kind: 'company'})).schema.fields.some(({name}) => name === 'identifiers.lei');
out.openapi = JSON.stringify(openapi(graph.operations)).includes('"lei"');
const server = await createServer(graph);
const from = await server.listen({port: 0, host: '127.0.0.1'});
out.http = (await (await fetch(from + '/v1/entities/' + found.id)).json()).identifiers.lei;
await syncStore({from, store: 'follower'});
await server.close();
await using follower = await openGraph('follower');
out.sync = (await follower.entities({q: LEI})).results[0]?.identifiers.lei;
await createSnapshot({store: 'follower', out: 'again'});
await loadSnapshot({snapshot: 'again', store: 'third'});
await using third = await openGraph('third');
out.snapshot = (await third.entities({q: LEI})).results[0]?.identifiers.lei;
// A snapshot from before has no such column, and is read all the same.
await using sample = await openGraph();
out.earlier = (await sample.entities({kind: 'company', limit: 1})).results[0].identifiers.lei;
await graph.close();
const written = [];
const write = process.stdout.write;
process.stdout.write = (chunk) => written.push(String(chunk)) > 0;
await main(['get', 'company/acme', '--data', 'store', '--format', 'json']);
process.stdout.write = write;
out.command = JSON.parse(written.join('')).identifiers.lei;
console.log(JSON.stringify(out));
`;

describe('an identifier more', () => {
  let copy: string;

  beforeAll(() => {
    mkdirSync('.cache', {recursive: true});
    copy = mkdtempSync(resolve('.cache/identifier-'));
    for (const path of ['src', 'package.json', 'tsconfig.json', 'snapshots'])
      cpSync(path, join(copy, path), {recursive: true});
    const fields = join(copy, 'src/schema/fields.ts');
    const text = readFileSync(fields, 'utf8');
    writeFileSync(
      fields,
      text.replace("  identifier('doi'", "  identifier('lei', {unique: ['company']}),\n  identifier('doi'"),
    );
    writeFileSync(join(copy, 'ask.ts'), ASK);
  });
  afterAll(() => rmSync(copy, {recursive: true, force: true}));

  it('is described in one file, and is there at every door and through a feed', {timeout: 300_000}, () => {
    const lei = '5493001KJTIIGC8Y1R12';
    const env = {...process.env, BIOGRAPH_CACHE: join(copy, 'cache'), BIOGRAPH_STATE: join(copy, 'state')};
    const printed = execFileSync(process.execPath, ['--import', 'tsx', 'ask.ts'], {cwd: copy, env, encoding: 'utf8'});
    expect(JSON.parse(printed.trim().split('\n').at(-1) ?? '')).toEqual({
      q: lei,
      key: '529900T8BM49AURSDO55',
      entity: lei,
      predicate: 1,
      schema: true,
      sql: lei,
      arrow: true,
      openapi: true,
      http: lei,
      sync: lei,
      snapshot: lei,
      earlier: null,
      command: lei,
    });
  });
});
