import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {mendRows} from '../../src/import/check/mend.ts';
import {importSnapshot} from '../../src/import/index.ts';
import {AS_OF, build, workspace} from './helpers.ts';

const folder = workspace();
let number = 0;

const SNIFFED = 'all_varchar = true';
const DECLARED = `auto_detect = false, columns = {'id': 'VARCHAR', 'name': 'VARCHAR', 'note': 'VARCHAR'}`;

/** A recipe of genes in a CSV file. */
function genes({
  how = `${SNIFFED}, store_rejects = true`,
  kind = 'target',
  from = 'genes',
  select = 'select',
} = {}): string {
  const path = join(folder, `genes-${++number}.sql`);
  writeFileSync(
    path,
    `-- name: genes
-- title: Genes
-- source: genes
-- licence: none
-- files: genes=*.csv*

create temp table genes as
select * from read_csv(getvariable('genes'), header = true, delim = ',', quote = '"', escape = '"', ${how});
create temp view entities as ${select} 'x:' || id as key, '${kind}' as kind, name from ${from};
`,
  );
  return path;
}

/** A file of rows `1,Name 1,t`, some of them written otherwise. */
function csv(lines: Record<number, string>, rows = 50, name = `genes-${++number}.csv`): string {
  const path = join(folder, name);
  const text = ['id,name,note', ...Array.from({length: rows}, (_, n) => lines[n + 1] ?? `${n + 1},Name ${n + 1},t`)];
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(`${text.join('\n')}\n`) : `${text.join('\n')}\n`);
  return path;
}

const failure = (recipe: string, input: string) =>
  importSnapshot({recipes: [{recipe, in: [input]}], out: join(folder, 'none'), asOf: AS_OF}).then(
    () => 'it succeeded',
    (error: Error) => {
      expect(readdirSync(folder).filter((name) => name === 'none' || name.startsWith('.'))).toEqual([]);
      return error.message;
    },
  );

/** The lines that are left of a file of these, and those left out. */
async function mended(lines: string[], longest = 1000): Promise<[left: string[], refused: string[]]> {
  const path = join(folder, `lines-${++number}.csv`);
  writeFileSync(path, lines.join('\n'));
  const refused = await mendRows(path, `${path}.copy`, {delimiter: ',', quote: '"', longest});
  const copy = readFileSync(`${path}.copy`, 'utf8').split('\n');
  expect(copy.length).toBe(lines.length + 1);
  for (const {line, text} of refused) expect([copy[line - 1], text]).toEqual(['', lines[line - 1]]);
  return [copy.filter((line) => line !== ''), refused.map(({line, reason}) => `${line} ${reason}`)];
}

describe('A copy without what keeps a CSV file from being read', () => {
  it('has all of a file that can be', async () => {
    const lines = ['a,b', '1,"x, ""y"" and', ' z"', '2,5" tube', '"3" ,"",', '4,"q"\r', '5,', '6,""""'];
    expect(await mended(lines)).toEqual([lines, []]);
  });

  it('lacks the line of a quote that nothing closes, wherever it is', async () => {
    const rows = ['a,b', '1,x', '2,y', '3,z', '4,"w"'];
    for (const [at, wrong] of [
      [1, '1,"x'],
      [2, '2,"y ""'],
      [4, '"4,w'],
    ] as const) {
      const [left, refused] = await mended(rows.with(at, wrong));
      expect(left).toEqual(rows.filter((_, index) => index !== at));
      expect(refused).toHaveLength(1);
      expect(refused[0]).toMatch(new RegExp(`^${at + 1} a quote is opened that nothing closes`));
    }
  });

  it('lacks what follows an open quote and is no row, since it may be the rest of the cell', async () => {
    expect(await mended(['a,b', '1,x', '2,"an abstract', 'of lines,with,commas', 'and none', '3,y'])).toEqual([
      ['a,b', '1,x', '3,y'],
      [
        '3 a quote is opened that nothing closes',
        '4 it follows an open quote, and does not have the cells of a row',
        '5 it follows an open quote, and does not have the cells of a row',
      ],
    ]);
    // Any text is a row of one column.
    expect((await mended(['a', 'x', '"an abstract', 'of lines']))[0]).toEqual(['a', 'x']);
  });

  it('lacks a stray quote, and a row that is too long', async () => {
    expect(await mended(['a,b', '1,"x "y" z"', '2,y', `3,${'z'.repeat(1000)}`, '4,w'])).toEqual([
      ['a,b', '2,y', '4,w'],
      ['2 a quote inside a quoted cell is not doubled', '4 the row is longer than 1000 bytes'],
    ]);
  });

  it('is none where the line is the header', async () => {
    await expect(mended(['"a,b', '1,x'])).rejects.toThrow(/line 1: a quote is opened that nothing closes\. Correct/);
  });
});

describe('A malformed row', () => {
  it('goes to the rejects file with its line, and the rows after it are read', {tags: ['long']}, async () => {
    for (const how of [SNIFFED, DECLARED])
      for (const [name, wrong] of [
        ['plain.csv', '31,"Name 31,t'],
        ['zipped.csv.gz', '31,"Name 31,t'],
        ['long.csv', `31,${'x'.repeat(3_000_000)},t`],
      ] as const) {
        const path = csv({31: wrong}, 50, `${++number}-${name}`);
        const built = await build(folder, [{recipe: genes({how: `${how}, store_rejects = true`}), in: [path]}]);
        expect(built.report.entities).toEqual({target: 49});
        const [reject, ...others] = built.rejects();
        expect(others).toEqual([]);
        expect(reject).toMatchObject({recipe: 'genes', relation: 'file', file: path, line: 32});
        expect(reject?.reason).toMatch(/quote is opened|longer than|line size over maximum/);
        expect(String(reject?.row).length).toBeLessThanOrEqual(10_000);
      }
  });

  it('stops a recipe that does not want that, with its file, line and what to do', async () => {
    for (const how of [SNIFFED, DECLARED]) {
      const path = csv({31: '31,"Name 31,t'});
      const message = await failure(genes({how}), path);
      expect(message).toBe(
        `${path}: line 32: a quote is opened that nothing closes. Correct the line; or read the file with store_rejects = true in the recipe, and malformed rows go to the rejects file.`,
      );
    }
    expect(await failure(genes({how: DECLARED}), csv({31: '31,Name 31,t,more'}))).toMatch(
      /\.csv: line 32 cannot be read as CSV: Expected Number of Columns.*\. Correct the line/,
    );
  });
});

describe('A mistake in a recipe', () => {
  it('is named with its line, and nothing is said of rows', async () => {
    for (const [mistake, problem] of [
      [{from: 'gnes'}, 'Catalog Error: Table with name gnes does not exist (did you mean "genes"?)'],
      [{select: 'selec'}, 'Parser Error: syntax error at or near "selec"'],
      [{from: 'genes where nme is null'}, 'Binder Error: Referenced column "nme" not found'],
    ] as const) {
      const recipe = genes(mistake);
      const message = await failure(recipe, csv({}));
      expect(message.startsWith(`${recipe}: line 9 is wrong: ${problem}`), message).toBe(true);
      expect(message).toContain('Correct the statement: create temp view entities as');
      expect(message).not.toContain('store_rejects');
    }
  });

  it('in a value of a closed list is told with the value, the list and the recipe', async () => {
    const recipe = genes({kind: 'targt'});
    expect(await failure(recipe, csv({}))).toMatch(
      /50 rows were rejected \(unknown kind: "targt" is none of company, .*target\)\. Correct the rows that the recipe makes: .*genes-\d+\.sql$/,
    );
  });
});
