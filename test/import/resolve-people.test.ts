/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, folded, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

describe('people', () => {
  const person = (key: string, name: string) => `('${key}', 'person', '${name}')`;
  const paper = (n: number) => `('pmid:${n}', 'paper', 'Paper ${n}')`;
  const authored = (...pairs: [string, number][]) =>
    pairs.map(([key, n]) => `('${key}', 'authored', 'pmid:${n}')`).join(', ');
  const made = (rows: string[], edges: string, more = '') =>
    recipe(folder, {
      entities: values(rows.join(', '), 'key, kind, name'),
      edges: `select * from (values ${edges}${more}) v(source_key, relation, target_key)`,
    });

  it('of one name are one with a shared affiliation or co-author, never by name alone', async () => {
    const built = await build(folder, [
      made(
        [
          person('p:1', 'Jane Doe'),
          person('p:2', 'Jane Doe'),
          person('p:3', 'Jane Doe'),
          person('p:4', 'Max Roe'),
          person('p:5', 'Max Roe'),
          person('p:6', 'Ann Smith'),
          person('p:7', 'Ann Smith'),
          person('p:8', 'J Doe'),
          person('p:9', 'KX Sampler'),
          person('p:10', 'K Sampler'),
          paper(1),
          paper(2),
          paper(3),
          paper(4),
          `('ror:a', 'institution', 'Alpha University')`,
        ],
        authored(['p:1', 1], ['p:4', 1], ['p:2', 2], ['p:5', 2], ['p:3', 3], ['p:8', 4], ['p:9', 1], ['p:10', 2]),
        `, ('p:6', 'affiliated_with', 'ror:a'), ('p:7', 'affiliated_with', 'ror:a')`,
      ),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'p:2 > p:1',
      'p:5 > p:4',
      'p:7 > p:6',
    ]);
    expect(built.report.merges).toEqual({'name and co-author': 2, 'name and affiliation': 1});
  });

  it('by initials are one with two co-authors of rare names, or one where their own is rare, and with the only full name that has them', async () => {
    const often = Array.from({length: 24}, (_, n) => person(`o:${n}`, `${'ABCDEFGHIJKLMNOPQRSTUVWX'[n]}Y Wang`));
    const built = await build(folder, [
      made(
        [
          ...often,
          person('p:1', 'F J Neumark'),
          person('p:2', 'FJ Neumark'),
          person('p:3', 'Franz-Josef Neumark'),
          person('p:4', 'FJ Neumark'),
          person('p:5', 'A Kast'),
          person('p:6', 'A Kást'),
          person('p:7', 'A Kast'),
          person('b:1', 'SE Al-Batran'),
          person('b:2', 'SE Al-Batran'),
          person('p:8', 'Anna Kast'),
          person('p:9', 'Adam Kast'),
          person('w:1', 'AY Wang'),
          person('w:2', 'AY Wang'),
          person('w:3', 'AY Wang'),
          ...[1, 2, 3, 4, 5, 6, 7].map(paper),
        ],
        authored(
          ...([1, 2, 3].map((n) => [`p:${n}`, n]) as [string, number][]),
          ...([5, 6, 8, 9].map((n, place) => [`p:${n}`, place + 1]) as [string, number][]),
          ...([1, 2, 3].map((n) => [`w:${n}`, n + 1]) as [string, number][]),
          ['p:4', 5],
          ['p:7', 6],
          ['b:1', 1],
          ['b:2', 2],
        ),
      ),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'b:2 > b:1',
      'p:2 > p:1',
      'p:3 > p:1',
      'p:6 > p:5',
      'w:2 > w:1',
    ]);
    expect(await built.rows(`select name from entities where natural_key in ('p:1', 'p:5') order by 1`)).toEqual([
      {name: 'A Kást'},
      {name: 'Franz-Josef Neumark'},
    ]);
  });

  it('of a rare name are one where they write in one journal', async () => {
    const works = (['Heart', 'heart', 'Lung', 'Heart', 'Heart', 'Heart', 'Heart'] as const).map(
      (journal, n) => `('pmid:${n + 1}', 'paper', 'Letter ${n}', {journal: '${journal}'})`,
    );
    const people = [
      'Mia F Quirkley',
      'Mia F Quirkley',
      'Mia F Quirkley',
      'D J Zubler',
      'D J Zubler',
      'A Solo',
      'A Solo',
    ].map((name, n) => `('p:${n + 1}', 'person', '${name}', null)`);
    const built = await build(folder, [
      recipe(folder, {
        entities: values([...works, ...people].join(', '), 'key, kind, name, attributes'),
        edges: `select * from (values ${authored(...([1, 2, 3, 4, 5, 6, 7].map((n) => [`p:${n}`, n]) as [string, number][]))}) v(source_key, relation, target_key)`,
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual(['p:2 > p:1', 'p:5 > p:4']);
    expect(built.report.merges).toEqual({'name and journal': 2});
  });

  it('who invented for one owner are one in whatever order the name is, and so are those of patents of one title', async () => {
    const patent = (n: number, name: string) => `('patent:US${n}A', 'patent', '${name}')`;
    const built = await build(folder, [
      made(
        [
          ...['SZWARC JAVIER', 'JAVIER SZWARC', 'SZWARC JAVIER', 'ROE MAX', 'MAX ROE', 'ROE MAX'].map((name, n) =>
            person(`p:${n + 1}`, name),
          ),
          patent(1, 'Way of one'),
          patent(2, 'Way of another'),
          patent(3, 'Way of a third'),
          patent(4, 'Soluble fragments of a protein'),
          patent(5, 'Soluble fragments of a protein'),
          patent(6, 'Insoluble fragments of a protein'),
          `('cik:0000000031', 'company', 'Interfoo Inc')`,
        ],
        [1, 2, 3, 4, 5, 6].map((n) => `('p:${n}', 'invented', 'patent:US${n}A')`).join(', '),
        `, ('patent:US1A', 'assigned_to', 'cik:0000000031'), ('patent:US2A', 'assigned_to', 'cik:0000000031')`,
      ),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual(['p:2 > p:1', 'p:5 > p:4']);
    expect(built.report.merges).toEqual({'name and affiliation': 1, 'name and work': 1});
  });

  it('of a frequent name are one where most of its bearers are at one place', async () => {
    const many = (name: string, count: number, at: (n: number) => string) => ({
      people: Array.from({length: count}, (_, n) => person(`${name[0]}:${n + 10}`, name)),
      edges: Array.from({length: count}, (_, n) => `('${name[0]}:${n + 10}', 'affiliated_with', '${at(n)}')`),
    });
    const [rare, common] = [
      many('Zeno Quirk', 15, (n) => (n < 8 ? 'ror:a' : 'ror:b')),
      many('Wei Wang', 15, (n) => `ror:${'abcde'[n % 5]}`),
    ];
    const built = await build(folder, [
      made(
        [
          ...rare.people,
          ...common.people,
          ...[...'abcde'].map((letter) => `('ror:${letter}', 'institution', 'University ${letter}')`),
        ],
        [...rare.edges, ...common.edges].join(', '),
      ),
    ]);
    expect(
      await built.rows(
        `select name, count(*)::integer as n from entities where kind = 'person' and state = 'live' group by 1 order by 1`,
      ),
    ).toEqual([
      {name: 'Wei Wang', n: 15},
      {name: 'Zeno Quirk', n: 2},
    ]);
  });

  it('with two ORCIDs stay apart whatever else agrees', async () => {
    const built = await build(folder, [
      made(
        [
          person('orcid:0000-0002-1825-0097', 'Jane Doe'),
          person('orcid:0000-0001-5109-3700', 'Jane Doe'),
          `('ror:a', 'institution', 'Alpha University')`,
        ],
        `('orcid:0000-0002-1825-0097', 'affiliated_with', 'ror:a'), ('orcid:0000-0001-5109-3700', 'affiliated_with', 'ror:a')`,
      ),
    ]);
    expect(built.report.merges).toEqual({});
    expect(built.report.ambiguous.count).toBe(1);
  });

  it('of one work told by two sources are one, initials and all; two of one name in one list are two', async () => {
    const built = await build(folder, [
      made(
        [person('a:1', 'Nadia Exampla'), person('a:2', 'Wei Wang'), person('a:3', 'Wei Wang'), paper(1)],
        authored(['a:1', 1], ['a:2', 1], ['a:3', 1]),
      ),
      made([person('b:1', 'N Exampla'), person('b:2', 'W Wang'), paper(1)], authored(['b:1', 1], ['b:2', 1])),
    ]);
    expect((await built.rows(folded)).map(({k, into, c}) => `${k} > ${into} ${c}`)).toEqual(['b:1 > a:1 0.95']);
  });

  it('who invented one family are one for each name, once in each publication', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select * from (values ('patent:US1000001A1', 'patent', 'T', ['family:x']), ('patent:EP1000002A1', 'patent', 'T', ['family:x']), ('p:1', 'person', 'DOE JANE', null), ('p:2', 'person', 'DOE JANE', null),
          ('p:3', 'person', 'LEE KIM', null), ('p:4', 'person', 'LEE KIM', null)) v(key, kind, name, same_as)`,
        edges: `select * from (values ('p:1', 'invented', 'patent:US1000001A1'), ('p:2', 'invented', 'patent:EP1000002A1'), ('p:3', 'invented', 'patent:US1000001A1'), ('p:4', 'invented', 'patent:US1000001A1')) v(source_key, relation, target_key)`,
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'p:2 > p:1',
      'patent:US1000001A1 > patent:EP1000002A1',
    ]);
  });
});
