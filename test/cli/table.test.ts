import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {type TableColumn, tableLines} from '../../src/cli/table.ts';
import {biograph} from '../helpers/command.ts';

const text = fc.oneof(
  fc.string({maxLength: 60}).map((word) => word.replace(/[^ -~]/g, '')),
  fc.constantFrom('日本語の治験薬', 'naïve T-cell 🧬 study of αβ', '', 'Müller'),
);

const COLUMNS: TableColumn[] = [
  {path: 'kind', head: 'kind', isNumber: false},
  {path: 'name', head: 'name', isNumber: false},
  {path: 'moa.target', head: 'target', isNumber: false},
  {path: 'degree', head: 'degree', isNumber: true},
  {path: 'updated_at', head: 'updated_at', isNumber: false},
  {path: 'slug', head: 'slug', isNumber: false},
];

describe('a table', () => {
  it('fits its terminal, keeps slugs whole and drops the least useful columns first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('trial'), text, text, fc.constant('1,234'), fc.constant('2024-01-01'), text), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({min: 40, max: 200}),
        async (rows, width) => {
          const slugs = rows.map((_, index) => `a-slug-that-is-rather-long-${index}`);
          const cells = rows.map((row, index) => [...row.slice(0, 5), slugs[index] ?? '']);
          const {lines, dropped} = await tableLines(COLUMNS, cells, {color: false, width});
          expect(lines.length).toBe(rows.length + 1);
          // kind, 20 letters of the name and the slug, with what is between.
          const longest = Math.max(...slugs.map((slug) => slug.length));
          // All of a table that fits is shown, and its ids and slugs if they take no more than half of a line.
          const least = [5, 20, 10, 6, 10, longest].reduce((sum, one) => sum + one, 5 * 2);
          const isKept = longest <= width / 2 || dropped.length === 0;
          if (dropped.includes('slug')) expect(width).toBeLessThan(least);
          lines.forEach((line, index) => {
            expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(width, isKept ? 5 + 2 + 20 + 2 + longest : 0));
            if (index > 0) expect(line.endsWith(slugs[index - 1] ?? '')).toBe(isKept);
          });
          const others = dropped.filter((head) => head !== 'slug');
          expect(dropped.includes('slug')).toBe(!isKept);
          expect(['updated_at', 'degree', 'target'].slice(0, others.length).reverse()).toEqual(others);
          if (width === 200) expect(dropped).toEqual([]);
        },
      ),
    );
  });

  it('says what it had no room for', async () => {
    const long = await biograph(['search', '--kind', 'trial', '--limit', '3', '--format', 'table']);
    expect(long.stdout).toMatch(/^kind +name +(?!.*slug)/);
    expect(long.stdout + long.stderr).toMatch(/too narrow to show .*slug/i);
    const {stdout} = await biograph(['search', '--kind', 'company', '--limit', '3', '--format', 'table']);
    expect(stdout).toMatch(/^kind +name +.*slug\n/);
    for (const line of stdout.split('\n').slice(1, 4)) expect(line).toMatch(/ [a-z0-9-]+$/);
    expect(stdout).not.toContain('\u001b');
  });
});

describe('one thing on a terminal', () => {
  it('leaves out what says nothing', async () => {
    const {stdout} = await biograph(['get', 'company/pfizer', '--format', 'table']);
    expect(stdout).toMatch(/^name +Pfizer$/m);
    expect(stdout).not.toMatch(/–|orcid|^funding/m);
    expect(stdout).toMatch(/founded_year +1849/);
    const {identifiers} = JSON.parse((await biograph(['get', 'company/pfizer'])).stdout) as {identifiers: object};
    expect(identifiers).toHaveProperty('orcid');
  });
});
