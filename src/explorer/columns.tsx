// Columns of a list for each kind, in addition to the name.
import type {ComponentChildren} from 'preact';
import {Confidence} from './parts/notes.tsx';
import type {Row} from './types.ts';
import {count, day, usd} from './words.ts';

export interface Column {
  name: string;
  isNumber?: boolean;
  show: (row: Row) => ComponentChildren;
}

/** An attribute as text: its value may be a text, a number or a list. */
export function attribute(row: {attributes?: object | undefined}, name: string): string {
  const value = (row.attributes as Record<string, unknown> | undefined)?.[name];
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.filter((one) => typeof one !== 'object').join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const text = (title: string, name: string): Column => ({name: title, show: (row) => attribute(row, name)});
const date = (title: string, name: string): Column => ({
  name: title,
  show: (row) => (attribute(row, name) === '' ? '' : <span class="date">{day(attribute(row, name))}</span>),
});
const amount = (title: string, name: string): Column => ({
  name: title,
  isNumber: true,
  show: (row) => (attribute(row, name) === '' ? '' : usd(Number(attribute(row, name)))),
});

const TARGET: Column = {name: 'Target', show: ({moa}) => moa?.target_symbol ?? moa?.target};
const MODALITY: Column = {name: 'Modality', show: ({moa}) => moa?.modality};
const AREA: Column = {name: 'Area', show: ({moa}) => moa?.therapeutic_area};
const SURE: Column = {
  name: 'Confidence',
  isNumber: true,
  show: ({moa}) =>
    moa?.confidence === null || moa?.confidence === undefined ? '' : <Confidence value={moa.confidence} />,
};
const LINKS: Column = {name: 'Links', isNumber: true, show: ({signals}) => (signals ? count(signals.degree) : '')};

const MOA = [TARGET, MODALITY, AREA];

const OF_KIND: Record<string, readonly Column[]> = {
  company: [
    {name: 'Ticker', show: ({identifiers}) => identifiers?.ticker},
    text('Country', 'country'),
    text('Founded', 'founded_year'),
  ],
  product: [...MOA, {name: 'Family', show: ({product}) => product?.family?.replaceAll('_', ' ')}, SURE],
  target: [
    {name: 'Symbol', show: ({moa}) => moa?.target_symbol},
    text('HGNC id', 'hgnc_id'),
    text('Ensembl id', 'ensembl_id'),
  ],
  program: [...MOA, SURE],
  trial: [text('Phase', 'phase'), text('Status', 'status'), date('Start', 'start_date'), ...MOA, SURE],
  approval: [text('Agency', 'agency'), date('Approved', 'approved_at'), ...MOA, SURE],
  paper: [text('Journal', 'journal'), date('Published', 'published_at'), ...MOA, SURE],
  patent: [text('Number', 'publication_number'), date('Filed', 'filed_at'), ...MOA, SURE],
  person: [{name: 'ORCID', show: ({identifiers}) => identifiers?.orcid}],
  institution: [text('City', 'city'), text('Country', 'country')],
  catalyst: [text('Type', 'type'), date('Date', 'date'), text('Status', 'status')],
  funding_event: [text('Type', 'type'), date('Awarded', 'awarded_at'), amount('Amount', 'amount_usd')],
  opportunity: [text('Agency', 'agency'), date('Opens', 'opens_at'), date('Closes', 'closes_at')],
};

/**
 * The columns that are not empty for these rows.
 * @param kinds The requested kinds; a mixed list has the columns that most kinds share.
 */
export function columnsOf(kinds: readonly string[], rows: readonly Row[]): readonly Column[] {
  const own = kinds.length === 1 ? (OF_KIND[kinds[0] as string] ?? []) : [...MOA, SURE];
  const isFilled = ({show}: Column) => rows.some((row) => ![null, undefined, ''].includes(show(row) as null));
  return [...own, LINKS].filter(isFilled);
}
