import {describe, expect, it} from 'vitest';
import {caveatLines, pages} from '../../src/cli/pages/index.ts';
import {bar, dollars, heat, type Page, padded, wrap} from '../../src/cli/pages/style.ts';
import {openGraph} from '../../src/index.ts';
import {biograph} from '../helpers/command.ts';

const plain: Page = {color: false, width: 100};
const colored: Page = {color: true, width: 100};
const table = async (...words: string[]) => (await biograph([...words, '--format', 'table'])).stdout;

describe('pages on a terminal', () => {
  it('draws the crowding map: a number for each cell, a dot where nobody is', async () => {
    await using graph = await openGraph();
    const result = await graph.whitespace({therapeutic_area: 'oncology', limit_targets: 5, limit_modalities: 4});
    const text = await table(
      'whitespace',
      '--therapeutic_area',
      'oncology',
      '--limit_targets',
      '5',
      '--limit_modalities',
      '4',
    );
    for (const target of result.targets) {
      const line = text.split('\n').find((row) => row.startsWith(target)) ?? '';
      const drawn = line.slice(target.length).trim().split(/\s+/);
      const cells = result.cells.filter((cell) => cell.target === target);
      expect(drawn).toEqual(cells.map((cell) => (cell.total === 0 ? '·' : String(cell.total))));
    }
    const empty = result.cells.filter((cell) => cell.total === 0).length;
    expect(text).toContain(`${empty} of 20 cells empty`);
    for (const caveat of result.caveats) expect(text.replace(/\s+/g, ' ')).toContain(caveat);
    expect(pages.whitespace?.(result as never, colored)).toContain('\u001b[48;5;196m');
    expect(pages.whitespace?.({...result, targets: [], cells: []} as never, plain)).toContain('No trusted rows');
  });

  it('lists catalysts month by month', async () => {
    const text = await table('calendar', '--limit', '5');
    expect(text).toMatch(/^Catalysts from \d{4}-\d\d-\d\d\n\n\w+ \d{4}\n {2}\d\d {2}\w+ +\S/);
    expect(await table('calendar', '--from', '1900-01-01', '--to', '1900-01-02')).toContain('No catalysts have a date');
  });

  it('writes the dossier as a page', async () => {
    const text = await table('dossier', 'company/pfizer');
    expect(text).toMatch(/^Pfizer\nUnited States · 1849 · PFE/);
    for (const title of ['Maturity', 'Trials by phase', 'Assets', 'Programs', 'People', 'Recent funding', 'Investors'])
      expect(text).toContain(`\n${title}\n`);
    expect(text).toMatch(/approvals +17 {2}█+/);
    expect(text).toMatch(/phase 3 +5 {2}█+/);
    expect(text).toMatch(/crizotinib +approved +ALK · small molecule/);
  });

  it('shows funding with bars', async () => {
    const text = await table('funding', '--months', '6');
    expect(text).toMatch(/2025-03 +2 +– +█+/);
    expect(text).toMatch(/\nTop recipients\n {2}Moderna/);
  });

  it('says under every analytic table what it leaves out', async () => {
    expect(await table('comparables', 'company/amgen', '--limit', '2')).toMatch(/\n\n· Sharing a target/);
  });
});

describe('drawing', () => {
  it('is exact to an eighth of a place, and keeps within its places', () => {
    expect(bar(0, 10)).toBe('');
    expect(bar(1, 10)).toBe('█'.repeat(10));
    expect(bar(2, 10)).toBe('█'.repeat(10));
    expect(bar(0.05, 10)).toBe('▌');
    expect(padded('abcdef', 4)).toBe('abc…');
    expect(padded('ab', 4)).toBe('ab  ');
    expect(padded('a\nb', 3)).toBe('a b');
    expect(heat('7', 0.5, plain)).toBe('7');
    expect(heat('7', 1, colored)).toMatch(/196m.*7/);
    expect(dollars(590_000_000)).toBe('$590M');
    expect(dollars(0)).toBe('–');
    expect(wrap('one two three', {color: false, width: 8})).toBe('one two\n  three');
    expect(caveatLines(['a', 'b'], plain)).toBe('· a\n· b');
  });
});
