import {bars, escaped, note, TINT, table} from './html.ts';
import {drawn, walkPicture} from './walk.ts';

interface Whitespace {
  therapeutic_area: string | null;
  targets: string[];
  modalities: string[];
  cells: {target: string; modality: string; total: number; tagged: number}[];
}

interface Calendar {
  results: {
    date: string;
    date_precision: string;
    type: string | null;
    name: string;
    products: {name: string}[];
    companies: {name: string}[];
  }[];
}

interface Funding {
  from: string;
  data_until: string | null;
  by_month: {month: string; deals: number; amount_usd: number}[];
  by_type: {type: string; deals: number; amount_usd: number}[];
}

interface Facets {
  kind: string;
  facets: Record<string, {value: string; count: number}[]>;
  total_values: Record<string, number>;
}

/** Answers that a picture shows better than a table, by operation. */
export const PICTURES: Readonly<Record<string, (answer: never) => string>> = {
  whitespace: heatMap,
  calendar: byMonth,
  fundingAnalytics: funding,
  facets: facetBars,
  aggregate: ({field, buckets}: {field: string; buckets: {value: string; count: number}[]}) =>
    counts(field, buckets, buckets.length),
  stats: ({counts: kinds}: {counts: Record<string, number>}) =>
    bars(
      'Live entities by kind',
      Object.entries(kinds).map(([name, value]) => ({name, value})),
    ),
  traverse: (walk: Parameters<typeof walkPicture>[0]) =>
    walkPicture(walk) +
    (drawn(walk) < walk.nodes.length ? note([`The first ${drawn(walk)} of ${walk.nodes.length} entities.`]) : ''),
};

/** Targets in rows, modalities in columns; a cell with untrusted labels only is hatched, not empty. */
function heatMap({therapeutic_area, targets, modalities, cells}: Whitespace): string {
  const most = Math.max(1, ...cells.map(({total}) => total));
  const at = new Map(cells.map((cell) => [JSON.stringify([cell.target, cell.modality]), cell]));
  const square = (target: string, modality: string) => {
    const {total = 0, tagged = 0} = at.get(JSON.stringify([target, modality])) ?? {};
    // A logarithmic scale: the difference between 1 and 10 matters more than that between 1000 and 1010.
    const share = Math.log1p(total) / Math.log1p(most);
    const unsure = total === 0 && tagged > 0;
    const fill = unsure
      ? `repeating-linear-gradient(135deg,rgba(${TINT},0.25) 0 3px,transparent 3px 7px)`
      : `rgba(${TINT},${(share * 0.8).toFixed(2)})`;
    const title = escaped(`${target}, ${modality}: ${total} trusted of ${tagged} tagged`);
    return `<td title="${title}" style="text-align:center;background:${fill}">${total === 0 ? '·' : total}</td>`;
  };
  const head = modalities.map((name) => `<th style="text-align:center;max-width:7em">${escaped(name)}</th>`);
  const rows = targets.map(
    (target) =>
      `<tr><th style="text-align:left">${escaped(target)}</th>${modalities.map((modality) => square(target, modality)).join('')}</tr>`,
  );
  const title = `Targets by modality, ${therapeutic_area ?? 'all areas'}: trusted records; · is empty, hatched has untrusted ones only`;
  return `<table><caption style="text-align:left">${escaped(title)}</caption><thead><tr><th></th>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function byMonth({results}: Calendar): string {
  const months = new Map<string, Calendar['results']>();
  for (const event of results) {
    const month = event.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), event]);
  }
  const names = (list: {name: string}[]) => list.map(({name}) => name).join(', ');
  const parts = [...months].map(([month, events]) =>
    table(
      ['date', 'known to the', 'type', 'event', 'products', 'companies'],
      events.map((event) => [
        event.date,
        event.date_precision,
        event.type,
        event.name,
        names(event.products),
        names(event.companies),
      ]),
      month,
    ),
  );
  return parts.join('');
}

function funding({from, data_until: until, by_month, by_type}: Funding): string {
  const dollars = new Intl.NumberFormat('en', {style: 'currency', currency: 'USD', notation: 'compact'});
  const sum = (amount: number) => (amount === 0 ? '' : dollars.format(amount));
  // Months for which the sources have no data yet are not months without deals.
  const held = by_month.filter(({month}) => until === null || month <= until.slice(0, 7));
  return (
    bars(
      `Deals by month from ${from}; latest known deal: ${until ?? 'none'}`,
      held.map(({month, deals, amount_usd}) => ({name: month, value: deals, more: sum(amount_usd)})),
    ) +
    bars(
      'By type',
      by_type.map(({type, deals, amount_usd}) => ({name: type, value: deals, more: sum(amount_usd)})),
    )
  );
}

/** Number of facet values shown. */
const FEW = 12;

function counts(name: string, buckets: readonly {value: string; count: number}[], all: number): string {
  const shown = buckets.slice(0, FEW);
  const rest = all > shown.length ? `, the first ${shown.length} of ${all}` : '';
  return bars(
    `${name}${rest}`,
    shown.map(({value, count}) => ({name: value, value: count})),
  );
}

function facetBars({facets, total_values: all}: Facets): string {
  const filled = Object.entries(facets).filter(([, buckets]) => buckets.length > 0);
  const parts = filled.map(([name, buckets]) => counts(name, buckets, all[name] ?? buckets.length));
  return `<div style="display:flex;flex-wrap:wrap;gap:0 2.5em">${parts.join('')}</div>`;
}
