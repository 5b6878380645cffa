import {describe, expect, it} from 'vitest';
import {csvText} from '../src/csv.ts';
import {biograph} from './helpers/command.ts';

describe('a cell of CSV with a line break', () => {
  it.each(['\n', '\r', '\r\n'])('is quoted whichever it is: %j', (end) => {
    const cell = `x${end}=1+2`;
    for (const isOwn of [false, true]) expect(csvText([[cell, 5]], isOwn)).toBe(`"${cell}",5\r\n`);
    expect(csvText([[`=1${end}2`]])).toBe(`"'=1${end}2"\r\n`);
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
