import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {DELIMITERS} from '../../src/import/check/format.ts';
import {describeRecipe, importSnapshot, listRecipes} from '../../src/import/index.ts';
import {AS_OF, build, workspace} from './helpers.ts';

const folder = workspace();
let number = 0;

/** A folder with one file in it. */
function given(name: string, bytes: string | Buffer): string {
  const at = join(folder, `given-${++number}`);
  mkdirSync(at);
  writeFileSync(join(at, name), bytes);
  return at;
}

const failure = (recipe: string, input: string, out = join(folder, `out-${++number}`)) =>
  importSnapshot({recipes: [{recipe, in: [input]}], out, asOf: AS_OF}).then(
    () => 'it succeeded',
    (error: Error) => {
      expect(readdirSync(folder).filter((name) => `${out}/`.endsWith(`/${name}/`))).toEqual([]);
      return error.message;
    },
  );

const papers = Array.from({length: 400}, (_, index) =>
  JSON.stringify({pmid: String(index + 1), title: `Paper ${index + 1}`}),
);
const lines = `${papers.join('\n')}\n`;
const genes = describeRecipe('hgnc').files[0]?.format?.columns.join('	');

describe('A file that is not what a recipe reads fails with its name, what was expected and what to do', () => {
  it('a gzip file that is cut short, at any place', async () => {
    const zipped = gzipSync(lines);
    for (const length of [zipped.length - 1, zipped.length - 8, zipped.length / 2, 30, 12]) {
      const message = await failure('medline', given('papers.jsonl.gz', zipped.subarray(0, Math.floor(length))));
      expect(message).toMatch(/papers\.jsonl\.gz: the gzip file is truncated.*Download it again/);
    }
  });

  it('a gzip file with a wrong checksum, or with damage inside', async () => {
    const zipped = gzipSync(lines);
    for (const at of [zipped.length - 6, Math.floor(zipped.length / 2)]) {
      const damaged = Buffer.from(zipped);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(await failure('medline', given('papers.jsonl.gz', damaged))).toMatch(
        /papers\.jsonl\.gz: the gzip file is damaged/,
      );
    }
  });

  it('a gzipped XML file that is cut short', async () => {
    const articles = Array.from(
      {length: 400},
      (_, index) => `<PubmedArticle><MedlineCitation><PMID>${index + 1}</PMID></MedlineCitation></PubmedArticle>`,
    );
    const zipped = gzipSync(`<PubmedArticleSet>${articles.join('\n')}</PubmedArticleSet>`);
    expect(await failure('pubmed', given('pubmed1.xml.gz', zipped.subarray(0, zipped.length - 20)))).toMatch(
      /pubmed1\.xml\.gz: the gzip file is truncated/,
    );
  });

  it('a file that only calls itself gzip', async () => {
    expect(await failure('medline', given('papers.jsonl.gz', lines))).toMatch(/it is not a gzip file/);
  });

  it('UTF-16, with and without a mark', async () => {
    const text = `${genes}\nHGNC:1\tA1BG\n`;
    for (const bytes of [
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    ]) {
      expect(await failure('hgnc', given('hgnc_complete_set.txt', bytes))).toMatch(
        /hgnc_complete_set\.txt: is written in UTF-16 instead of UTF-8.*iconv/,
      );
    }
  });

  it('an empty file, and a gzip file with nothing in it', async () => {
    expect(await failure('hgnc', given('hgnc_complete_set.txt', ''))).toMatch(/hgnc_complete_set\.txt: is empty/);
    expect(await failure('hgnc', given('hgnc_complete_set.txt.gz', gzipSync('')))).toMatch(/is empty when unpacked/);
  });

  it('another separator', async () => {
    const input = given('studies.csv', 'study_id;title;status;phase;enrollment\nNCT00000001;T;COMPLETED;PHASE1;3\n');
    expect(await failure('ctgov', input)).toMatch(/studies\.csv: its columns are separated by ";" instead of ","/);
  });

  it('a missing column, which it names, with the header that is there', async () => {
    const input = given('studies.csv', 'study_id,name,status,phase,enrollment\nNCT00000001,T,COMPLETED,PHASE1,3\n');
    expect(await failure('ctgov', input)).toMatch(/has no column "title".*its first line reads: study_id,name/);
  });

  it('JSON that is cut short, with its line, and JSON lines that are none', async () => {
    const json = '{\n"fields": [],\n"data": [[1, "A", "B"';
    expect(await failure('sec', given('company_tickers_exchange.json', json))).toMatch(/is not JSON from line 3 on/);
    expect(await failure('sec', given('company_tickers_exchange.json', '{"rows": []}'))).toMatch(
      /have no "fields", "data" .*found: rows/,
    );
    expect(await failure('medline', given('papers.jsonl', 'pmid,title\n1,A\n'))).toMatch(/is not JSON lines/);
  });

  it('a Parquet file that is none', async () => {
    expect(await failure('pharma_portfolio', given('pharma_portfolio.parquet', 'PAR1 nothing'))).toMatch(
      /pharma_portfolio\.parquet: is not a Parquet file that can be read/,
    );
  });

  it('a file without a row, and a recipe that brings no entity by itself', async () => {
    expect(await failure('hgnc', given('hgnc_complete_set.txt', `${genes}\n`))).toMatch(
      /hgnc_complete_set\.txt: recipe hgnc created no entities and no edges from it: they have no rows/,
    );
    expect(await failure('mondo', given('mondo_terms.csv', 'mondo_id,label\nMONDO:0000001,disease\n'))).toMatch(
      /recipe mondo creates no entity from it alone/,
    );
  });
});

it('Lines that are not UTF-8 or not JSON are refused with file and line, and the others are read', {
  tags: ['long'],
}, async () => {
  const bad = [...papers];
  bad[6] = '{"pmid": "7", "title": ';
  const latin = Buffer.concat([
    Buffer.from('\uFEFF'),
    Buffer.from(`${bad.slice(0, 10).join('\n')}\n`),
    Buffer.from('{"pmid": "x", "title": "caf\xe9"}\n', 'latin1'),
    Buffer.from(bad.slice(10).join('\r\n')),
  ]);
  for (const [name, bytes] of [
    ['papers.jsonl', latin],
    ['papers.jsonl.gz', gzipSync(latin)],
  ] as const) {
    const input = given(name, bytes);
    const built = await build(folder, [{recipe: 'medline', in: [input]}]);
    expect(await built.rows("select count(*)::integer as n from entities where kind = 'paper'")).toEqual([{n: 399}]);
    expect(built.rejects()).toMatchObject(
      [
        {recipe: 'medline', file: join(input, name), line: 11, reason: 'the line is not UTF-8'},
        {recipe: 'medline', file: join(input, name), line: 7, reason: 'the line is not JSON'},
      ].sort((a, b) => a.line - b.line),
    );
    expect(readFileSync(join(input, name)).equals(bytes)).toBe(true);
  }
});

describe('The columns a recipe declares are all that it reads', () => {
  const delimiters: Record<string, string> = DELIMITERS;
  for (const name of listRecipes()) {
    const recipe = describeRecipe(name);
    const tables = recipe.files.filter(
      (file) => (file.format?.columns.length ?? 0) > 0 && file.format?.format !== 'parquet',
    );
    if (tables.length === 0 || ['sample', 'sbir'].includes(name)) continue;
    it(name, async () => {
      const at = join(folder, `declared-${name}`);
      mkdirSync(at);
      for (const {glob, format} of tables) {
        if (format === null) continue;
        const delimiter = delimiters[format.format];
        const file = join(at, glob.replaceAll('*', ''));
        const record = Object.fromEntries(format.columns.map((column) => [column, null]));
        if (delimiter === undefined) writeFileSync(file, `${JSON.stringify(record)}\n`);
        else
          writeFileSync(file, `${format.columns.join(delimiter)}\n${format.columns.map(() => '').join(delimiter)}\n`);
      }
      // Nothing is in the files; what matters is that no column is asked for that was not declared.
      expect(await failure(name, at)).toMatch(/created no entities and no edges|creates no entity/);
    });
  }
});
