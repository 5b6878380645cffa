import type {z} from 'zod';
import type {concentration} from '../../operations/concentration.ts';
import type {patentLandscape} from '../../operations/patentLandscape.ts';
import {bar, bold, dim, type Page, padded} from './style.ts';

type Concentration = z.output<(typeof concentration)['result']>;
type Landscape = z.output<(typeof patentLandscape)['result']>;

const integer = (value: number) => value.toLocaleString('en');

/** Who holds the patents of a cell, with how concentrated they are; of a landscape also its years and key inventors. */
export function holdersOf(found: Concentration | Landscape, page: Page): string {
  const {patents, assignees, institution_assignees, hhi, top4_share} = found;
  const lines = [
    bold(`${integer(patents)} ${patents === 1 ? 'patent' : 'patents'}`, page),
    ...(hhi === null || top4_share === null
      ? []
      : [`HHI ${integer(Math.round(hhi))} of 10,000 · the four largest have ${percent(top4_share)}`]),
  ];
  const room = Math.max(16, Math.min(48, page.width - 38));
  const holder = (row: Concentration['assignees'][number]) =>
    `${padded(row.name, room)} ${integer(row.patents).padStart(6)} ${percent(row.share).padStart(7)}  ${bar(row.share, 20)}`;
  section(lines, 'Assignees', assignees, page, holder);
  section(lines, 'Institutions', institution_assignees, page, holder);
  if ('kols' in found) {
    const most = Math.max(1, ...found.by_year.map((row) => row.patents));
    section(
      lines,
      'By year',
      found.by_year,
      page,
      (row) => `${row.year}  ${integer(row.patents).padStart(6)}  ${bar(row.patents / most, 30)}`,
    );
    section(
      lines,
      'Key inventors',
      found.kols,
      page,
      (row) =>
        `${padded(row.name, room)} ${integer(row.patents).padStart(6)} ${row.patents === 1 ? 'patent ' : 'patents'} ${row.latest === null ? '' : `  latest ${row.latest}`}`,
    );
  } else section(lines, 'Inventors', found.inventors, page, holder);
  return lines.map((line) => line.trimEnd()).join('\n');
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** A list with its title; one without rows says so. */
export function section<T>(
  lines: string[],
  title: string,
  rows: readonly T[],
  page: Page,
  line: (row: T) => string,
): void {
  lines.push('', bold(title, page));
  if (rows.length === 0) lines.push(dim('  none known here', page));
  for (const row of rows) lines.push(`  ${line(row)}`);
}
