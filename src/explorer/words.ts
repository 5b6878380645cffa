// Names of things on the pages.
import type {Kind} from '../schema/kinds.ts';

/** Singular and plural of each kind. */
export const KIND_WORDS: Record<Kind, readonly [string, string]> = {
  company: ['Company', 'Companies'],
  product: ['Product', 'Products'],
  target: ['Target', 'Targets'],
  program: ['Program', 'Programs'],
  trial: ['Trial', 'Trials'],
  approval: ['Approval', 'Approvals'],
  paper: ['Paper', 'Papers'],
  patent: ['Patent', 'Patents'],
  person: ['Person', 'People'],
  institution: ['Institution', 'Institutions'],
  catalyst: ['Catalyst', 'Catalysts'],
  funding_event: ['Funding event', 'Funding events'],
  funder: ['Funder', 'Funders'],
  opportunity: ['Opportunity', 'Opportunities'],
  technology: ['Technology', 'Technologies'],
};

export const KINDS = Object.keys(KIND_WORDS) as Kind[];

export function kindWord(kind: string, count = 1): string {
  return KIND_WORDS[kind as Kind]?.[count === 1 ? 0 : 1] ?? plain(kind);
}

/** Filters of a list, in the order in which they are offered. */
export const FILTER_WORDS: Record<string, string> = {
  kind: 'Kind',
  target: 'Target',
  modality: 'Modality',
  mechanism: 'Mechanism',
  therapeutic_area: 'Therapeutic area',
  disease: 'Disease, and all below it',
  organization: 'Organization',
  technology: 'Technology',
  family: 'Product family',
  phase: 'Phase',
  status: 'Status',
  agency: 'Agency',
  country: 'Country',
  year: 'Year',
  date_from: 'From',
  date_to: 'Until',
  target_id: 'Target id',
  disease_id: 'Disease id',
  ids: 'Ids',
  min_confidence: 'Least confidence',
};

/** The words for a relation, seen from its source and from its target. */
const RELATION_WORDS: Record<string, readonly [string, string]> = {
  authored: ['Papers', 'Authors'],
  invented: ['Patents invented', 'Inventors'],
  assigned_to: ['Assigned to', 'Patents'],
  sponsors: ['Trials sponsored', 'Sponsors'],
  investigates: ['Trials investigated', 'Investigators'],
  affiliated_with: ['Affiliated with', 'People'],
  founded_by: ['Founders', 'Founder of'],
  employs: ['Technologies', 'Used by'],
  targets: ['Targets', 'Aimed at this target'],
  develops: ['Develops', 'Developed by'],
  tested_in: ['Tested in', 'Tests'],
  approval_of: ['Approval of', 'Approvals'],
  holds: ['Approvals held', 'Held by'],
  received: ['Funding received', 'Received by'],
  awarded_by: ['Awarded by', 'Awards made'],
  announced_by: ['Announced by', 'Announcements'],
  covers: ['Products covered', 'Patents'],
  subsidiary_of: ['Subsidiary of', 'Subsidiaries'],
  collaborates_on: ['Collaborates on', 'Collaborators'],
  concerns: ['Concerns', 'Catalysts'],
  offers: ['Opportunities offered', 'Offered by'],
  acquired_by: ['Acquired by', 'Acquired'],
  binds: ['Binds', 'Bound by'],
  biomarker_for: ['Biomarker for', 'Biomarkers'],
  conducted_at: ['Sites', 'Trials conducted here'],
  interacts_with: ['Interacts with', 'Interacts with'],
  invested_in: ['Invested in', 'Investors'],
  cites: ['Cites', 'Cited by'],
  claims: ['Products claimed', 'Claimed by patents'],
  funded_by: ['Funded by', 'Papers funded'],
  leads: ['Awards led', 'Led by'],
  part_of: ['Part of', 'Parts'],
  regulates: ['Regulates', 'Regulated by'],
  related_to: ['Related to', 'Related to'],
  reports_on: ['Trials reported', 'Reported in'],
  succeeded_by: ['Succeeded by', 'Successor of'],
  program_of: ['Program of', 'Programs'],
  studies: ['Studies', 'Studied in'],
};

export function relationWords(relation: string, direction: 'in' | 'out'): string {
  return (
    RELATION_WORDS[relation]?.[direction === 'out' ? 0 : 1] ??
    `${plain(relation)}${direction === 'in' ? ' (to this)' : ''}`
  );
}

/** `therapeutic_area` → `Therapeutic area` */
export function plain(name: string): string {
  const text = name
    .replace(/^(?:moa|attributes|identifiers|product)\./, '')
    .replaceAll('_', ' ')
    .trim();
  const known: Record<string, string> = {
    nct: 'NCT number',
    pdufa: 'FDA decision (PDUFA)',
    unii: 'UNII',
    cas: 'CAS number',
    atc: 'ATC',
    'drugbank id': 'DrugBank id',
    'gtopdb id': 'GtoPdb id',
    'entrez id': 'Entrez id',
    pmid: 'PMID',
    doi: 'DOI',
    cik: 'CIK',
    uei: 'UEI',
    orcid: 'ORCID',
    ror: 'ROR',
    'hgnc id': 'HGNC id',
    'chembl id': 'ChEMBL id',
    'ensembl id': 'Ensembl id',
    uniprot: 'UniProt',
    mesh: 'MeSH',
    cpc: 'CPC',
    uid: 'Substance id',
  };
  return known[text] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

const numbers = new Intl.NumberFormat('en');

export function count(n: number): string {
  return numbers.format(n);
}

export function counted(n: number, one: string, several: string): string {
  return `${count(n)} ${n === 1 ? one : several}`;
}

const money = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

export function usd(n: number): string {
  return money.format(n);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A date with its precision: `2025-06-30T…` → `30 Jun 2025`, `2025-06` → `Jun 2025`. Other text stays unchanged. */
export function day(text: string | null | undefined): string {
  const [, year, month, date] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text ?? '') ?? [];
  if (year === undefined) return text ?? '';
  if (month === undefined) return year;
  return [date === undefined ? '' : `${Number(date)} `, MONTHS[Number(month) - 1], ' ', year].join('');
}
