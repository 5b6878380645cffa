import {describe, expect, it} from 'vitest';
import {FileError} from '../../src/errors.ts';
import {readRelease} from '../../src/store/release.ts';
import {ROWS_FORMAT, STORE_FORMAT} from '../../src/tables/format.ts';

const row = {
  store_format: STORE_FORMAT,
  rows_format: ROWS_FORMAT,
  files: '000001.abc',
  snapshot_id: '6b1f',
  lineage: 'sample',
  release: 3,
  created_at: '2026-11-01T00:00:00.000Z',
  as_of: '2026-10-31T00:00:00.000Z',
  trusted_confidence: 0.7,
  cursor: null,
  sources: '[{"source":"hgnc","licence":"CC0","attribution":"HGNC"}]',
  suppressed: '["6b1f"]',
};

describe('a release', () => {
  it('is what its row says, without how the files are laid out', () => {
    const {store_format, rows_format, files, ...facts} = row;
    expect(readRelease('a.duckdb', row)).toEqual({
      ...facts,
      sources: [{source: 'hgnc', licence: 'CC0', attribution: 'HGNC'}],
      suppressed: ['6b1f'],
    });
    expect([store_format, rows_format, files]).toHaveLength(3);
  });

  it.each([
    ['no row', undefined, 'has store format'],
    ['another layout', {...row, store_format: '29'}, 'biograph store upgrade'],
    ['a release that is no number', {...row, release: 'three'}, 'release'],
    ['sources without a licence', {...row, sources: '[{"source":"hgnc"}]'}, 'licence'],
    ['sources that are no JSON', {...row, sources: '[{'}, 'sources'],
  ])('with %s is refused by name, with the remedy', (_, damaged, said) => {
    expect(() => readRelease('a.duckdb', damaged)).toThrow(FileError);
    expect(() => readRelease('a.duckdb', damaged)).toThrow(said);
    expect(() => readRelease('a.duckdb', damaged)).toThrow('a.duckdb');
  });
});
