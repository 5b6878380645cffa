import type {z} from 'zod';
import type {calendar} from '../../operations/calendar.ts';
import type {dossier} from '../../operations/dossier.ts';
import type {fundingAnalytics} from '../../operations/fundingAnalytics.ts';
import type {whitespace} from '../../operations/whitespace.ts';
import {holdersOf, section} from './holders.ts';
import {bar, bold, dim, dollars, heat, type Page, padded, wrap} from './style.ts';

type Result<O extends {result: z.ZodType}> = z.output<O['result']>;

/** Answers that a terminal shows better than as a table, by operation. The other formats are not affected. */
export const pages: Readonly<Record<string, (result: never, page: Page) => string>> = {
  whitespace: heatMap,
  calendar: months,
  dossier: company,
  fundingAnalytics: funding,
  concentration: holdersOf,
  patentLandscape: holdersOf,
};

/** The caveats of an answer. */
export function caveatLines(caveats: readonly string[], page: Page): string {
  return caveats.map((caveat) => dim(wrap(`· ${caveat}`, page), page)).join('\n');
}

const integer = (value: number) => value.toLocaleString('en');

/** Places of the narrowest column of the map. */
const LEAST_WIDE = 8;

/** Targets in rows, modalities in columns; a cell's shade is its share of the maximum, an empty cell is a dot. */
function heatMap(found: Result<typeof whitespace>, page: Page): string {
  const {targets, cells, therapeutic_area, gate} = found;
  if (targets.length === 0) return 'No trusted rows to show.';
  const most = Math.max(1, ...cells.map((cell) => cell.total));
  const totals = new Map(cells.map((cell) => [`${cell.target}\u0000${cell.modality}`, cell.total]));
  const first = Math.min(16, Math.max(...targets.map((target) => target.length)));
  // Narrower heads cannot be told apart.
  const modalities = found.modalities.slice(0, Math.max(1, Math.floor((page.width - first) / (LEAST_WIDE + 1))));
  const left = found.modalities.slice(modalities.length);
  const each = Math.max(LEAST_WIDE, Math.min(14, Math.floor((page.width - first - 1) / modalities.length) - 1));
  const lines = modalityHeads(modalities, each).map((line) => `${' '.repeat(first)} ${line}`);
  for (const target of targets) {
    const row = modalities.map((modality) => {
      const total = totals.get(`${target}\u0000${modality}`) ?? 0;
      const text = (total === 0 ? '·' : integer(total)).padStart(each - 1).padEnd(each);
      // A logarithmic scale: the difference between 1 and 10 matters more than that between 1000 and 1010.
      return total === 0 ? dim(text, page) : heat(text, Math.log1p(total) / Math.log1p(most), page);
    });
    lines.push(`${bold(padded(target, first), page)} ${row.join(' ')}`);
  }
  const empty = cells.filter((cell) => cell.total === 0).length;
  const where = therapeutic_area === null ? 'all areas' : therapeutic_area;
  return [
    bold(`Targets × modalities, ${where}`, page),
    ...lines,
    ...(left.length === 0 ? [] : [dim(wrap(`Too narrow to show ${left.join(', ')}.`, page), page)]),
    wrap(
      `${integer(empty)} of ${integer(cells.length)} cells empty · papers, patents, trials, companies and approvals trusted from ${gate.min_confidence}; ${integer(gate.dropped)} ${gate.dropped === 1 ? 'row' : 'rows'} below that left out`,
      page,
    ),
  ].join('\n');
}

/** Long names on several lines, with as many words on each as fit. */
function modalityHeads(names: readonly string[], each: number): string[] {
  const stacks = names.map((name) => {
    const lines: string[] = [];
    for (const word of name.split(/ |(?<=-)/)) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < each)
        lines[lines.length - 1] = last.endsWith('-') ? last + word : `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
  const depth = Math.max(...stacks.map((lines) => lines.length));
  return Array.from({length: depth}, (_, at) =>
    stacks
      .map((lines) =>
        padded(lines[at - depth + lines.length] ?? '', each - 1)
          .trimEnd()
          .padStart(each - 1)
          .padEnd(each),
      )
      .join(' '),
  );
}

function months({results, from, to}: Result<typeof calendar>, page: Page): string {
  const lines = [bold(`Catalysts from ${from}${to === null ? '' : ` to ${to}`}`, page)];
  let month = '';
  for (const {date, type, name, products, companies} of results) {
    const own = (date ?? '').slice(0, 7);
    if (own !== month) {
      month = own;
      const title = new Date(`${own}-01T00:00:00Z`).toLocaleDateString('en', {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      });
      lines.push('', bold(title, page));
    }
    const who = [...companies, ...products].map((ref) => ref.name).join(', ');
    lines.push(`  ${(date ?? '').slice(8)}  ${padded(type ?? '–', 14)} ${padded(name, Math.max(20, page.width - 22))}`);
    if (who !== '')
      lines.push(dim(`      ${' '.repeat(14)} ${padded(who, Math.max(20, page.width - 22)).trimEnd()}`, page));
  }
  if (results.length === 0) lines.push('No catalysts have a date in that window.');
  return lines.map((line) => line.trimEnd()).join('\n');
}

function company(
  {
    company: it,
    maturity,
    trials_by_phase,
    assets,
    programs,
    people,
    funding: rounds,
    investors,
  }: Result<typeof dossier>,
  page: Page,
): string {
  const {ticker, domain, cik} = it.identifiers;
  const facts = [it.attributes.country, it.attributes.founded_year, ticker, domain, cik && `CIK ${cik}`];
  const lines = [
    bold(it.name, page),
    dim(facts.filter((fact) => fact !== null && fact !== undefined).join(' · '), page),
    '',
    bold('Maturity', page),
  ];
  const ladder = [
    ['papers', maturity.papers],
    ['patents', maturity.patents],
    ['trials', maturity.trials],
    ['approvals', maturity.approvals],
  ] as const;
  const most = Math.max(1, ...ladder.map(([, count]) => count));
  for (const [name, count] of ladder)
    lines.push(`  ${padded(name, 10)} ${integer(count).padStart(6)}  ${bar(count / most, 30)}`);
  lines.push(`  furthest   ${maturity.stage ?? '–'}`);
  const room = Math.max(16, page.width - 60);
  const busiest = Math.max(1, ...trials_by_phase.map(({trials}) => trials));
  section(
    lines,
    'Trials by phase',
    trials_by_phase,
    page,
    ({phase, trials}) => `${padded(phase, 16)} ${integer(trials).padStart(6)}  ${bar(trials / busiest, 30)}`,
  );
  section(
    lines,
    'Assets',
    assets,
    page,
    ({name, target, modality, furthest_stage, next_catalyst}) =>
      `${padded(name, room)} ${padded(furthest_stage ?? '–', 12)} ${padded([target, modality].filter((one) => one !== null).join(' · ') || '–', 30)} ${next_catalyst === null ? '' : `${next_catalyst.date} ${next_catalyst.name}`}`,
  );
  section(
    lines,
    'Programs',
    programs,
    page,
    (row) =>
      `${padded(`${row.target} · ${row.modality}`, room)} ${padded(row.furthest_stage ?? '–', 12)} ${counts(row)}`,
  );
  section(
    lines,
    'People',
    people,
    page,
    (row) =>
      `${padded(row.name, room)} ${padded(row.role, 12)} ${integer(row.works)} ${row.works === 1 ? 'work' : 'works'}`,
  );
  section(
    lines,
    'Recent funding',
    rounds,
    page,
    (row) =>
      `${padded(row.name, room)} ${padded(row.date ?? '–', 12)} ${padded(row.type ?? '–', 18)} ${row.amount_usd === null ? '' : dollars(row.amount_usd)}`,
  );
  section(lines, 'Investors', investors, page, ({name}) => name);
  return lines.map((line) => line.trimEnd()).join('\n');
}

function counts({
  papers,
  patents,
  trials,
  approvals,
}: {
  papers: number;
  patents: number;
  trials: number;
  approvals: number;
}): string {
  const named = {papers, patents, trials, approvals};
  return Object.entries(named)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${integer(count)} ${count === 1 ? name.slice(0, -1) : name}`)
    .join(', ');
}

function funding(
  {from, to, totals, by_month, by_type, top_recipients}: Result<typeof fundingAnalytics>,
  page: Page,
): string {
  const most = Math.max(1, ...by_month.map((row) => row.deals));
  const room = Math.max(10, Math.min(50, page.width - 40));
  const lines = [
    bold(`Funding from ${from} to ${to}`, page),
    `${integer(totals.deals)} deals; ${dollars(totals.amount_usd)} in grant awards, of which ${integer(totals.with_amount)} state an amount`,
    '',
    ...by_month.map(
      (row) =>
        `  ${row.month}  ${integer(row.deals).padStart(6)}  ${padded(dollars(row.amount_usd), 8)} ${bar(row.deals / most, room)}`,
    ),
  ];
  section(
    lines,
    'By type',
    by_type,
    page,
    (row) => `${padded(row.type, 24)} ${integer(row.deals).padStart(6)}  ${dollars(row.amount_usd)}`,
  );
  section(
    lines,
    'Top recipients',
    top_recipients,
    page,
    (row) => `${padded(row.name, 40)} ${integer(row.deals).padStart(6)}  ${dollars(row.amount_usd)}`,
  );
  return lines.map((line) => line.trimEnd()).join('\n');
}
