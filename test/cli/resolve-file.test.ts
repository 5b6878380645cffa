import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {describe, expect, it} from 'vitest';
import {biograph} from '../helpers/command.ts';

function file(content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'biograph-resolve-')), 'names.csv');
  writeFileSync(path, content);
  return path;
}

const resolve = (path: string, ...more: string[]) => biograph(['resolve', path, '--column', 'company', ...more]);
const rows = (text: string) => parse(text, {columns: true}) as Record<string, string>[];

describe('a file of names', () => {
  it('comes back with whom they mean, its own cells as they were', async () => {
    const path = file(
      '\ufeffnr,company,note\r\n1,"Pfizer, Inc.","said ""so"",\r\nand more"\r\n2,,-5\r\n3,Nobody At All Ltd,=1+1\r\n4,MERK,\r\n\r\n5,Amgen\r\n',
    );
    const {code, stdout} = await resolve(path, '--kind', 'company');
    expect(code).toBe(0);
    expect(stdout.split('\r\n')[0]).toBe('nr,company,note,id,name,kind,slug,how,confidence');
    expect(rows(stdout)).toMatchObject([
      {nr: '1', company: 'Pfizer, Inc.', note: 'said "so",\r\nand more', name: 'Pfizer', slug: 'pfizer', how: 'name'},
      {nr: '2', company: '', note: '-5', id: '', how: '', confidence: ''},
      {nr: '3', note: '=1+1', id: ''},
      {nr: '4'},
      {nr: '5', note: '', slug: 'amgen', confidence: '0.95'},
    ]);
  });

  it('keeps line breaks within its cells, whichever they are', async () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const {stdout} = await resolve(file(`company,"a${end}b"\nPfizer,"x${end}=1+2"\n`));
      const [head, line] = parse(stdout, {record_delimiter: '\r\n'}) as string[][];
      expect([head?.[1], line?.[1]]).toEqual([`a${end}b`, `x${end}=1+2`]);
      expect(stdout).toContain(`"x${end}=1+2"`);
    }
  });

  it('may have semicolons or tabs, columns of the same name, and columns called as ours', async () => {
    const semicolons = await resolve(file('id;company;id\n7;Pfizer;8\n'));
    expect(semicolons.stdout).toMatch(
      /^id,company,id,biograph_id,name,kind,slug,how,confidence\r\n7,Pfizer,8,[0-9a-f-]{36},Pfizer,company,/,
    );
    expect(rows((await resolve(file('company\tx\nAmgen\t1\n'))).stdout)).toMatchObject([{x: '1', slug: 'amgen'}]);
  });

  it('is answered in parts, in its order, however long', async () => {
    const names = Array.from({length: 2345}, (_, n) =>
      n % 3 === 0 ? 'Pfizer' : n % 3 === 1 ? 'Amgen' : `Nobody ${n}`,
    );
    const {stdout} = await resolve(file(`company\n${names.join('\n')}\n`), '--min_confidence', '0.9');
    const slugs = ['pfizer', 'amgen', ''];
    expect(rows(stdout).map(({slug}) => slug)).toEqual(names.map((_, n) => slugs[n % 3]));
  });

  it.each([
    ['a quote that does not end', 'company\nPfizer\n"Amgen\n', /is not CSV .*line 3/],
    ['more cells than columns', 'nr,company\n1,Pfizer\n2,Amgen,3\n', /is not CSV .*line 3/],
    ['another encoding', Buffer.from('company\nPfizer\nM\u00fcller\n', 'latin1'), /line 3: is not UTF-8/],
    ['UTF-16', Buffer.from('\ufeffcompany\nPfizer\n', 'utf16le'), /is UTF-16.*CSV UTF-8/s],
    ['UTF-16 without its mark', Buffer.from('company\nPfizer\n', 'utf16le'), /is UTF-16/],
    ['a name that is none', `company\nPfizer\n${'x'.repeat(1001)}\n`, /line 3: a name of more than 1,000/],
  ])('with %s is refused by the line', async (_, content, reason) => {
    const {code, stderr} = await resolve(file(content));
    expect([code, stderr]).toEqual([1, expect.stringMatching(reason)]);
  });

  it('is no name itself: without a column it is asked for', async () => {
    const path = file('company\nPfizer\n');
    const {code, stderr} = await biograph(['resolve', path]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is a file: .*--column/)]);
    expect((await biograph(['resolve', 'no-such.csv'])).code).toBe(0);
  });

  it('needs the column, and is written as CSV', async () => {
    expect(await resolve(file('firm,x\nPfizer,1\n'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Columns: firm, x'),
    });
    expect(await resolve(file(''))).toMatchObject({code: 2});
    expect(await resolve('/no/such.csv')).toMatchObject({code: 1, stderr: expect.stringContaining('cannot be read')});
    expect(await resolve(file('company\nPfizer\n'), '--format', 'json')).toMatchObject({code: 2});
  });
});
