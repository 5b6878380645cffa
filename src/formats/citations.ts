import type {Authors} from '../context.ts';

type Json = Record<string, unknown>;

/** The data of an entity for a bibliography. */
interface Cited {
  key: string;
  kind: string;
  title: string;
  people: readonly string[];
  owners: readonly string[];
  /** `YYYY-MM-DD`, or as much of it as is known. */
  date?: string | undefined;
  journal?: string | undefined;
  doi?: string | undefined;
  /** Its common number: PMID, publication number, NCT. */
  number?: string | undefined;
  url?: string | undefined;
  abstract?: string | undefined;
}

/** The type of reference for each kind that has one; the others are pages of this graph. */
const RIS_TYPES: Record<string, string> = {paper: 'JOUR', patent: 'PAT'};
const BIBTEX_TYPES: Record<string, string> = {paper: 'article', patent: 'patent'};

/** Entities as RIS, for reference managers. */
export function ris(entities: readonly Json[], authors: Record<string, Authors>): string {
  return allCited(entities, authors)
    .map((one) => {
      const lines: [string, string | undefined][] = [
        ['TY', RIS_TYPES[one.kind] ?? 'GEN'],
        ['ID', one.key],
        ['TI', one.title],
        ...one.people.map((name): [string, string] => ['AU', lastFirst(name)]),
        ...one.owners.map((name): [string, string] => [one.kind === 'patent' ? 'A2' : 'PB', name]),
        ['PY', one.date?.slice(0, 4)],
        ['DA', one.date?.replaceAll('-', '/')],
        ['JO', one.journal],
        ['DO', one.doi],
        ['AN', one.number],
        ['UR', one.url],
        ['AB', one.abstract],
        ['ER', ''],
      ];
      return lines.flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${oneLine(value)}\r\n`])).join('');
    })
    .join('\r\n');
}

/** Entities as BibTeX in UTF-8. */
export function bibtex(entities: readonly Json[], authors: Record<string, Authors>): string {
  return allCited(entities, authors)
    .map((one) => {
      const [year, month] = one.date?.split('-') ?? [];
      const fields: [string, string | undefined][] = [
        ['title', one.title === '' ? undefined : `{${tex(one.title)}}`],
        ['author', one.people.length === 0 ? undefined : one.people.map((name) => tex(lastFirst(name))).join(' and ')],
        [
          one.kind === 'patent' ? 'holder' : 'organization',
          one.owners.map((name) => `{${tex(name)}}`).join(' and ') || undefined,
        ],
        ['journal', one.journal && tex(one.journal)],
        ['year', year],
        ['month', month && String(Number(month))],
        ['doi', one.doi && tex(one.doi)],
        [one.kind === 'paper' ? 'pmid' : 'number', one.number && tex(one.number)],
        ['url', one.url && tex(one.url)],
        ['abstract', one.abstract && tex(one.abstract)],
      ];
      const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}}`]));
      return `@${BIBTEX_TYPES[one.kind] ?? 'misc'}{${one.key},\n${lines.join(',\n')}\n}\n`;
    })
    .join('\n');
}

/** Each under a key of its own: slugs are unique within a kind only, and reference managers stop at a repeated key. */
function allCited(entities: readonly Json[], authors: Record<string, Authors>): Cited[] {
  const taken = new Set<string>();
  return entities.map((entity) => {
    const one = cited(entity, authors);
    const key = taken.has(one.key) ? `${one.key}-${String(entity.id).slice(0, 8)}` : one.key;
    taken.add(key);
    return {...one, key};
  });
}

function cited(entity: Json, authors: Record<string, Authors>): Cited {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const {id, kind, name, slug} = entity as Record<string, string>;
  const attributes = (entity.attributes ?? {}) as Json;
  const {people = [], owners = []} = authors[id ?? ''] ?? {};
  const doi = text((entity.identifiers as Json | undefined)?.doi);
  const pmid = text(attributes.pmid);
  const nct = text(attributes.nct);
  const published = ['published_at', 'filed_at', 'start_date', 'approved_at', 'date', 'awarded_at']
    .map((member) => text(attributes[member]))
    .find((date) => date !== undefined);
  const page =
    doi !== undefined
      ? `https://doi.org/${doi}`
      : pmid !== undefined
        ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`
        : nct !== undefined
          ? `https://clinicaltrials.gov/study/${nct}`
          : undefined;
  return {
    key: (slug ?? id ?? '').normalize('NFKD').replace(/[^\w.:-]+/g, '') || String(id),
    kind: kind ?? '',
    title: name ?? '',
    people,
    owners,
    date: published?.slice(0, 10),
    journal: text(attributes.journal),
    doi,
    number: pmid ?? text(attributes.publication_number) ?? nct,
    url: page,
    abstract: text(attributes.abstract),
  };
}

/** Words before a family name that belong to it. With a capital they may be given names (Hung Van Nguyen, Al Gore). */
const PARTICLES = new Set([
  ...[
    'af',
    'al',
    'av',
    'bin',
    'bint',
    'da',
    'das',
    'de',
    'degli',
    'dei',
    'del',
    'della',
    'den',
    'der',
    'des',
    'di',
    'do',
  ],
  ...[
    'dos',
    'du',
    'el',
    'het',
    'ibn',
    'la',
    'las',
    'le',
    'los',
    'op',
    "'t",
    '’t',
    'te',
    'ten',
    'ter',
    'van',
    'vom',
    'von',
  ],
  ...['zu', 'zum', 'zur'],
]);

/** `Jane A. van Doe` as `van Doe, Jane A.`; names with a comma or of one word are unchanged. */
function lastFirst(name: string): string {
  const words = name.trim().split(/\s+/);
  let family = words.length - 1;
  while (family > 1 && PARTICLES.has(words[family - 1] ?? '')) family--;
  // `Van der Berg`: what follows says that it is one.
  if (family > 1 && family < words.length - 1 && PARTICLES.has((words[family - 1] ?? '').toLowerCase())) family--;
  return name.includes(',') || family < 1
    ? name.trim()
    : `${words.slice(family).join(' ')}, ${words.slice(0, family).join(' ')}`;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const TEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Braces are removed: an unbalanced one would end the entry. */
function tex(text: string): string {
  return oneLine(text)
    .replace(/[{}]/g, '')
    .replace(/[\\~^]/g, (sign) => TEX[sign] ?? sign)
    .replace(/[&%$#_]/g, '\\$&');
}
