import {describe, expect, it} from 'vitest';
import {csvText} from '../src/csv.ts';
import {biograph} from './helpers/command.ts';

describe('a cell of CSV with a line break', () => {
  it.each(['\n', '\r', '\r\n'])('is quoted whichever it is: %j', (end) => {
    const cell = `x${end}=1+2`;
    for (const isOwn of [false, true]) expect(csvText([[cell, 5]], isOwn)).toBe(`"${cell}",5\r\n`);
    expect(csvText([[`=1${end}2`]])).toBe(`"'=1${end}2"\r\n`);
  });

  it('a formula is escaped behind blanks and marks that no spreadsheet shows', () => {
    for (const cell of ['=1', ' =1', '\ufeff=1', '\u200b+1', ';=1', '\t1', '@x'])
      expect(csvText([[cell, -1]])).toBe(cell.includes(';') ? `"'${cell}",-1\r\n` : `'${cell},-1\r\n`);
    expect(csvText([['IL-2', 'a = b']])).toBe('IL-2,a = b\r\n');
  });

  it('stays one cell of one row when a statement is answered as CSV', async () => {
    for (const code of [10, 13]) {
      const {stdout} = await biograph([
        'sql',
        `select 'x' || chr(${code}) || '=1+2' as name, 5 as n`,
        '--format',
        'csv',
      ]);
      expect(stdout).toBe(`name,n\r\n"x${String.fromCharCode(code)}=1+2",5\r\n`);
    }
  });
});
