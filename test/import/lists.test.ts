import {readdirSync, readFileSync} from 'node:fs';
import {parse} from 'csv-parse/sync';
import {expect, it} from 'vitest';

const FOLDER = new URL('../../src/import/vocabulary/', import.meta.url);
const read = (file: string): string[][] => parse(readFileSync(new URL(file, FOLDER), 'utf8'));
const lists = readdirSync(FOLDER).filter((file) => file.endsWith('.csv'));

it('each of the project’s lists has names of columns, a source last, and whole lines', () => {
  for (const file of lists) {
    // The parser refuses lines of another length than the first.
    const [header = [], ...rows] = read(file);
    expect(header.at(-1), file).toBe('source');
    expect(header.join(), file).toMatch(/^[a-z_,]+$/);
    expect(rows.length, file).toBeGreaterThan(0);
    expect(
      rows.filter((row) => row.at(-1) === ''),
      file,
    ).toEqual([]);
  }
});

it('a name of a target leads to one target, or to one of its genes', () => {
  const symbolsOf = new Map<string, Set<string>>();
  for (const [label = '', symbols = '', words = ''] of read('targets.csv').slice(1))
    for (const word of [label, ...words.split('|')].filter(Boolean))
      symbolsOf.set(word.toLowerCase(), (symbolsOf.get(word.toLowerCase()) ?? new Set()).add(symbols));
  const several = [...symbolsOf].flatMap(([word, symbols]) => (symbols.size > 1 ? word : []));
  // Of these a source says the family, and another the gene that stands for it.
  expect(several.sort()).toEqual(['cholinesterase', 'enac']);
});
