import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {FileError} from '../../src/errors.ts';
import {formatReport, importSnapshot, readBuildFile} from '../../src/import/index.ts';
import {verifySnapshot} from '../../src/snapshot/verify.ts';
import {build, file, recipe, workspace} from './helpers.ts';

const folder = workspace();

const CSV_RECIPE = `-- name: csv
-- title: Companies in a CSV file
-- source: my list
-- licence: mine
-- files: companies=companies*.csv, extra=extra.csv?

create temp table raw as
select * from read_csv(getvariable('companies'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', store_rejects = true);
create temp table extra as
select * from read_csv(getvariable('extra'), header = true, auto_detect = false, columns = {'id': 'VARCHAR'});
create table left_behind as select 1 as x;
create macro helper(x) as x || '!';
create temp view entities as select 'mine:' || id as key, 'company' as kind, name, seen as observed_at from raw;
`;
const csvRecipe = join(folder, 'csv.sql');
writeFileSync(csvRecipe, CSV_RECIPE);

describe('rows that cannot be read', () => {
  it('are written with file, line and reason, counted, and stop nothing', async () => {
    const companies = file(folder, 'companies-bad.csv', [
      'id,name,seen',
      '1,Acme,2024-01-01',
      '2,Beta',
      '3,Gamma,2024-01-01,4',
      '4,,2024-01-01',
      '5,Delta,yesterday',
      '6,Epsilon,',
    ]);
    const built = await build(folder, [{recipe: csvRecipe, in: [companies]}]);
    expect(built.report.entities).toEqual({company: 2});
    expect(built.rejects().map(({recipe: by, file: at, line, reason, row}) => ({by, at, line, reason, row}))).toEqual([
      {
        by: 'csv',
        at: null,
        line: null,
        reason: 'no name',
        row: {key: 'mine:4', kind: 'company', name: null, observed_at: '2024-01-01'},
      },
      {
        by: 'csv',
        at: null,
        line: null,
        reason: 'observed_at is not a date',
        row: {key: 'mine:5', kind: 'company', name: 'Delta', observed_at: 'yesterday'},
      },
      {by: 'csv', at: companies, line: 3, reason: 'missing columns', row: '2,Beta'},
      {by: 'csv', at: companies, line: 4, reason: 'too many columns', row: '3,Gamma,2024-01-01,4'},
    ]);
    expect(built.report.rejects).toEqual([
      {recipe: 'csv', reason: 'missing columns', count: 1},
      {recipe: 'csv', reason: 'no name', count: 1},
      {recipe: 'csv', reason: 'observed_at is not a date', count: 1},
      {recipe: 'csv', reason: 'too many columns', count: 1},
    ]);
    expect((await verifySnapshot(built.out)).problems).toEqual([]);
  });

  it('names each way an entity or edge can be wrong', {tags: ['long']}, async () => {
    const wrong = [
      [`select null as key, 'company' as kind, 'X' as name`, 'no key'],
      [`select 'nokey' as key, 'company' as kind, 'X' as name`, 'the key is not written as prefix:value'],
      [`select 'a:1' as key, 'firm' as kind, 'X' as name`, 'unknown kind'],
      [`select 'a:1' as key, 'company' as kind, '  ' as name`, 'no name'],
      [
        `select 'a:1' as key, 'company' as kind, 'X' as name, 7 as moa_confidence`,
        'moa_confidence is not a number from 0 to 1',
      ],
      [`select 'a:1' as key, 'company' as kind, 'X' as name, 'x{' as attributes`, 'attributes is not a JSON object'],
      [`select 'a:1' as key, 'product' as kind, 'X' as name, 'pill' as product_family`, 'unknown product family'],
      [`select 'a:1' as key, 'product' as kind, 'X' as name, 'not-a-uuid' as product_uid`, 'product_uid is not a UUID'],
      [`select 'a:1' as key, 'company' as kind, 'X' as name, 'maybe' as removed`, 'removed is not true or false'],
    ] as const;
    const good = recipe(folder, {
      entities: `select 'nct:1' as key, 'trial' as kind, 'T' as name union all select 'cik:1', 'company', 'C'`,
    });
    const edges = recipe(folder, {
      edges: `select * from (values ('cik:1', 'Sponsors!', 'nct:1'), ('cik:9', 'sponsors', 'nct:1'), ('cik:1', 'sponsors', 'nct:9'), ('nct:1', 'sponsors', 'cik:1'), ('cik:1', 'sponsors', 'nct:1'))
        v(source_key, relation, target_key)`,
    });
    const built = await build(folder, [good, edges, ...wrong.map(([entities]) => recipe(folder, {entities}))]);
    const reasons = built.rejects().map((row) => row.reason);
    expect(reasons.sort()).toEqual(
      [
        ...wrong.map(([, reason]) => reason),
        'the relation is not written as lower_case_words',
        'the edge starts at an unknown entity',
        'the edge ends at an unknown entity',
        'the relation does not join these kinds',
      ].sort(),
    );
    expect(built.report.edges).toEqual({sponsors: 1});
  });

  it('leave no rejects file where there are none, and take an older one away', {tags: ['long']}, async () => {
    const one = recipe(folder, {entities: `select 'a:1' as key, 'company' as kind, 'X' as name`});
    const out = join(folder, 'twice');
    writeFileSync(`${out}.rejects.ndjson`, '{}\n');
    const report = await importSnapshot({recipes: [{recipe: one, in: []}], out, asOf: '2025-01-01'});
    expect(report.rejects_file).toBeNull();
    expect(existsSync(`${out}.rejects.ndjson`)).toBe(false);
    expect(formatReport(report)).toContain('company');
  });
});

describe('a recipe', () => {
  const companies = file(folder, 'companies-good.csv', ['id,name,seen', '1,Acme,2024-01-01']);

  it('leaves nothing to the next one', async () => {
    const nosy = recipe(
      folder,
      {entities: `select 'a:1' as key, 'company' as kind, helper('X') as name`},
      '-- name: nosy\n',
    );
    await expect(build(folder, [{recipe: csvRecipe, in: [companies]}, nosy])).rejects.toThrow(/helper/);
    const reader = recipe(
      folder,
      {entities: `select 'a:1' as key, 'company' as kind, 'X' as name from left_behind`},
      '-- name: reader\n',
    );
    await expect(build(folder, [{recipe: csvRecipe, in: [companies]}, reader])).rejects.toThrow(/left_behind/);
  });

  it('that yields a column nobody knows is told which, and which there are', async () => {
    const odd = recipe(folder, {entities: `select 'a:1' as key, 'company' as kind, 'X' as name, 1 as revenue`});
    await expect(build(folder, [odd])).rejects.toThrow(/revenue.*attributes/s);
    const text = recipe(folder, {entities: `select 'a:1' as key, 'company' as kind, 'X' as name, 'a|b' as aliases`});
    await expect(build(folder, [text])).rejects.toThrow(/aliases is VARCHAR.*string_split/);
  });

  it('that defines nothing, declares nothing or does not exist is told so', async () => {
    await expect(build(folder, [recipe(folder, {})])).rejects.toThrow(/defines neither entities nor edges/);
    const bare = file(folder, 'bare.sql', ['select 1;']);
    await expect(build(folder, [bare])).rejects.toThrow(/does not declare name, title, source, licence, files/);
    await expect(build(folder, ['./no-such.sql'])).rejects.toThrow(FileError);
    await expect(build(folder, ['ctgow'])).rejects.toThrow(/There is no recipe "ctgow".*ctgov/);
  });

  it('finds its files by name, in lists and folders, and says what is missing or has no use', {
    tags: ['long'],
  }, async () => {
    await expect(build(folder, [{recipe: csvRecipe, in: [join(folder, 'nowhere.csv')]}])).rejects.toThrow(
      /no such file/,
    );
    const odd = file(folder, 'odd.txt', ['id,name,seen', '7,Odd,']);
    await expect(build(folder, [{recipe: csvRecipe, in: [odd]}])).rejects.toThrow(
      /odd\.txt.*does not read it.*companies\*\.csv, extra\.csv \(optional\)/,
    );
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await expect(build(folder, [{recipe: csvRecipe, in: [empty]}])).rejects.toThrow(/does not find companies/);
    const named = await build(folder, [{recipe: csvRecipe, in: [`companies=${odd}`]}]);
    expect(await named.rows('select name from entities')).toEqual([{name: 'Odd'}]);
    const record = await build(folder, [{recipe: csvRecipe, in: {companies: [odd, companies]}}]);
    expect(record.report.entities).toEqual({company: 2});
  });

  it('with a quote in its path is read all the same', {tags: ['long']}, async () => {
    const quoted = join(folder, "o'brien");
    mkdirSync(quoted);
    file(quoted, 'companies.csv', ['id,name,seen', `1,O'Brien,`]);
    const built = await build(folder, [{recipe: csvRecipe, in: [quoted]}]);
    expect(built.report.entities).toEqual({company: 1});
  });
});

describe('an import', () => {
  const one = recipe(folder, {entities: `select 'a:1' as key, 'company' as kind, 'X' as name`});

  it('refuses a folder in use before it reads anything, and leaves nothing behind when it fails', async () => {
    const used = join(folder, 'used');
    mkdirSync(used);
    writeFileSync(join(used, 'mine.txt'), 'x');
    await expect(importSnapshot({recipes: [{recipe: one, in: []}], out: used, asOf: '2025-01-01'})).rejects.toThrow(
      /not empty/,
    );
    await expect(
      importSnapshot({recipes: [{recipe: one, in: []}], out: used, asOf: '2025-01-01', replace: true}),
    ).rejects.toThrow(/holds mine.txt, which is no part of a snapshot/);
    expect(readdirSync(used)).toEqual(['mine.txt']);
    await expect(
      importSnapshot({recipes: [{recipe: one, in: []}], out: join(used, 'mine.txt', 'x'), asOf: '2025-01-01'}),
    ).rejects.toThrow(/mine.txt is a file/);
    const before = readdirSync(folder);
    const failing = recipe(folder, {entities: 'select no_such_column'}, '-- name: failing\n');
    await expect(
      importSnapshot({recipes: [{recipe: failing, in: []}], out: join(folder, 'fails'), asOf: '2025-01-01'}),
    ).rejects.toThrow(/no_such_column/);
    expect(readdirSync(folder).filter((name) => !before.includes(name) && !name.endsWith('.sql'))).toEqual([]);
  });

  it('stops when it is told to', async () => {
    const control = new AbortController();
    control.abort();
    await expect(build(folder, [one], {signal: control.signal})).rejects.toThrow(/abort/i);
    const slow = recipe(folder, {
      // Longer than any test may take.
      entities: `select 'a:' || i as key, 'company' as kind, 'X' as name from range(1000000000000) t(i) where md5(i::varchar) < '00000'`,
    });
    // Told at any moment: between two statements too, when there is nothing to interrupt.
    for (const after of [5, 20, 60, 300]) {
      const late = new AbortController();
      setTimeout(() => late.abort(), after);
      await expect(build(folder, [slow], {signal: late.signal})).rejects.toThrow(/abort/i);
    }
  });

  it('takes its date from the option, the recipe, or the rows', {tags: ['long']}, async () => {
    const dated = recipe(folder, {
      entities: `select 'a:1' as key, 'company' as kind, 'X' as name, '2023-05-06' as observed_at`,
    });
    expect((await build(folder, [dated], {asOf: undefined})).report.as_of).toBe('2023-05-06T00:00:00.000Z');
    const declared = recipe(
      folder,
      {entities: `select 'a:1' as key, 'company' as kind, 'X' as name`},
      '-- as_of: 2024-07-08\n',
    );
    expect((await build(folder, [declared, dated], {asOf: undefined})).report.as_of).toBe('2024-07-08T00:00:00.000Z');
    await expect(build(folder, [one], {asOf: undefined})).rejects.toThrow(/as_of/);
  });

  it('reports how far it is', {tags: ['long']}, async () => {
    const phases = new Set<string>();
    await build(folder, [one], {onProgress: ({phase}) => phases.add(phase)});
    expect([...phases]).toEqual(['read', 'resolve', 'enrich', 'write']);
  });
});

describe('a build file', () => {
  it('is read with its paths from its own folder', () => {
    const path = file(folder, 'build.json', [
      JSON.stringify({
        recipes: [
          {recipe: './mine.sql', in: ['data', 'extra=x.csv']},
          {recipe: 'hgnc', in: {genes: ['/abs/hgnc.txt']}},
        ],
        as_of: '2025-06-30',
        trusted_confidence: 0.8,
      }),
    ]);
    expect(readBuildFile(path)).toEqual({
      recipes: [
        {recipe: join(folder, 'mine.sql'), in: [join(folder, 'data'), `extra=${join(folder, 'x.csv')}`]},
        {recipe: 'hgnc', in: {genes: ['/abs/hgnc.txt']}},
      ],
      as_of: '2025-06-30',
      trusted_confidence: 0.8,
    });
  });

  it('that is wrong is told where', () => {
    expect(() => readBuildFile(join(folder, 'none.json'))).toThrow(/no such build file/);
    expect(() => readBuildFile(file(folder, 'broken.json', ['{']))).toThrow(/is not JSON/);
    expect(() => readBuildFile(file(folder, 'wrong.json', ['{"recipes": [{"recipe": "hgnc"}], "asof": 1}']))).toThrow(
      /recipes\.0\.in.*asof/s,
    );
  });
});
