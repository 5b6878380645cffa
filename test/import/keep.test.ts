import {describe, expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

describe('a recipe that keeps what others know', () => {
  it('leaves out what only a look-up registry knows, unless it is built alone', {tags: ['long']}, async () => {
    const registry = recipe(
      folder,
      {entities: `select 'cik:' || i as key, 'company' as kind, 'Company ' || i as name from range(5) t(i)`},
      '-- name: registry\n-- keep: matched\n',
    );
    const other = recipe(folder, {entities: `select 'x:1' as key, 'company' as kind, 'COMPANY 3, Inc.' as name`});
    const built = await build(folder, [registry, other]);
    expect(built.report.left_out).toEqual({registry: 4});
    expect(await built.rows(`select cik from entities where state = 'live'`)).toEqual([{cik: '0000000003'}]);
    expect((await build(folder, [registry])).report.entities).toEqual({company: 5});
  });

  it('keeps of a registry also whose name the recipe wants, as what others may match', {tags: ['long']}, async () => {
    const registry = recipe(
      folder,
      {
        entities: `select * from (values ('cik:1', 'company', 'RELMADA THERAPEUTICS, INC.'), ('cik:2', 'company', 'Verde Bio Holdings, Inc.'), ('cik:3', 'company', 'Zura Bio Ltd'), ('cik:4', 'company', 'Oncology Acquisition Corp')) v(key, kind, name)`,
      },
      '-- name: registry\n-- keep: matched or is_drug_company(name)\n',
    );
    const other = recipe(folder, {entities: `select 'x:1' as key, 'company' as kind, 'Zura Bio' as name`});
    const built = await build(folder, [registry, other]);
    expect(built.report.left_out).toEqual({registry: 2});
    expect(await built.rows(`select cik from entities where state = 'live' order by 1`)).toEqual([
      {cik: '0000000001'},
      {cik: '0000000003'},
    ]);
  });

  it('keeps a filer on the list of head offices whose name tells nothing', {tags: ['long']}, async () => {
    const registry = recipe(
      folder,
      {
        entities: `select *, substr(key, 5) as cik from (values ('cik:0000000011', 'company', 'QIAGEN N.V.'), ('cik:0000000012', 'company', 'Quaxgen N.V.')) v(key, kind, name)`,
      },
      '-- name: registry\n-- keep: matched\n',
    );
    const other = recipe(folder, {entities: `select 'x:1' as key, 'company' as kind, 'Fooco' as name`});
    const built = await build(folder, [registry, other]);
    expect(await built.rows(`select cik from entities where state = 'live' and cik is not null`)).toEqual([
      {cik: '0000000011'},
    ]);
  });

  it('refuses another way to keep', async () => {
    const odd = recipe(folder, {entities: 'select 1'}, '-- name: odd\n-- keep: matched or drop table(name)\n');
    await expect(build(folder, [odd])).rejects.toThrow('keep is "matched or drop table(name)"');
  });

  it('knows no filer by a name that the list of companies says is another’s', {tags: ['long']}, async () => {
    const registry = recipe(
      folder,
      {
        entities: `select * from (values ('cik:7', 'company', 'Vertex, Inc.'), ('cik:875320', 'company', 'VERTEX PHARMACEUTICALS INC / MA')) v(key, kind, name)`,
      },
      '-- name: registry\n-- keep: matched\n',
    );
    const other = recipe(folder, {
      entities: `select * from (values ('x:1', 'company', 'Vertex'), ('x:2', 'company', 'Vertex Pharmaceuticals Inc')) v(key, kind, name)`,
    });
    const built = await build(folder, [registry, other]);
    expect(await built.rows(`select distinct cik from entities where state = 'live'`)).toEqual([{cik: '0000875320'}]);
  });

  it('has a maker on the list of developers from the registry of the higher priority', {tags: ['long']}, async () => {
    const filer = (name: string, said: string, priority: number) =>
      recipe(
        folder,
        {entities: `select 'cik:1509745' as key, 'company' as kind, '${said}' as name`},
        `-- name: ${name}\n-- keep: matched\n-- priority: ${priority}\n`,
      );
    const other = recipe(folder, {entities: `select 'x:1' as key, 'product' as kind, 'sirexatamab' as name`});
    const filings = filer('filings', 'leap therapeutics inc', 35);
    const registry = filer('registry', 'Leap Therapeutics, Inc.', 80);
    for (const order of [
      [filings, registry, other],
      [registry, filings, other],
    ])
      expect((await build(folder, order)).report.left_out).toEqual({registry: 0, filings: 1});
  });
});
