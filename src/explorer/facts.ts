// The facts about an entity, line by line, each with its source.
import type {Entity} from './types.ts';
import {count, day, plain, usd} from './words.ts';

export interface Fact {
  name: string;
  value: string;
  /** Link to a list of all entities with the same value. */
  filter?: [name: string, value: string];
  source: string | null;
  confidence: number | null;
  date: string | null;
}

type Told = Pick<Fact, 'source' | 'confidence' | 'date'>;

interface Field {
  field: string;
  source: string | null;
  confidence: number | null;
  observed_at?: string | null;
}

interface Indication {
  id?: string | null;
  label?: string | null;
  source?: string | null;
  confidence?: number | null;
}

/** Attributes shown elsewhere on the page. */
const APART = new Set([
  'aliases',
  'names',
  'indications',
  'abstract',
  'alias_symbols',
  'previous_symbols',
  'tech_extraction',
]);

const LABELS = [
  ['target', 'Target', 'target'],
  ['modality', 'Modality', 'modality'],
  ['mechanism', 'Mechanism', 'mechanism'],
  ['therapeutic_area', 'Therapeutic area', 'therapeutic_area'],
  ['disease_label', 'Disease', 'disease'],
] as const;

/** One line per indication. */
export const INDICATION = 'Indication';

export function factsOf(entity: Entity): Fact[] {
  const fields = (entity.provenance?.fields ?? []) as Field[];
  const record: Told = {
    source: entity.provenance?.source ?? null,
    confidence: null,
    date: entity.provenance?.observed_at ?? null,
  };
  const told = (...names: string[]): Told => {
    const found = fields.find(({field}) => names.includes(field));
    return found === undefined
      ? record
      : {source: found.source, confidence: found.confidence, date: found.observed_at ?? null};
  };
  const facts: Fact[] = [];
  for (const [key, name, filter] of LABELS) {
    const value = entity.moa?.[key];
    if (value) facts.push({name, value, filter: [filter, value], ...told(`moa.${key}`)});
  }
  for (const value of entity.moa?.secondary_modalities ?? [])
    facts.push({name: 'Further modality', value, filter: ['modality', value], ...told('moa.secondary_modalities')});
  for (const {id, label, source, confidence} of listOf<Indication>(entity, 'indications'))
    facts.push({
      name: INDICATION,
      value: label ?? id ?? '',
      ...(label && {filter: ['disease', label] as [string, string]}),
      ...{source: source ?? null, confidence: confidence ?? null, date: null},
    });
  for (const [key, value] of Object.entries(entity.identifiers ?? {}))
    if (value !== null) facts.push({name: plain(key), value, ...told(`identifiers.${key}`)});
  if (entity.platform_type) facts.push({name: 'Platform', value: entity.platform_type, ...told('platform_type')});
  if (entity.product?.family)
    facts.push({name: 'Product family', value: plain(entity.product.family), ...told('product.family', 'product')});
  if (entity.pos)
    facts.push({
      name: 'Likelihood of approval',
      value: `${Math.round(entity.pos.probability * 1000) / 10} % from ${entity.pos.phase}. ${entity.pos.caveat}`,
      ...{source: entity.pos.basis, confidence: null, date: null},
    });
  for (const [key, value] of Object.entries(entity.attributes ?? {})) {
    const text = APART.has(key) ? '' : written(key, value);
    if (text !== '') facts.push({name: plain(key), value: text, ...told(`attributes.${key}`, key)});
  }
  return facts;
}

/** Other names, each once. */
export function aliasesOf(entity: Entity): string[] {
  const all = ['aliases', 'alias_symbols', 'previous_symbols'].flatMap((name) => listOf<unknown>(entity, name));
  return [...new Set(all.filter((one): one is string => typeof one === 'string'))];
}

function listOf<T>(entity: Entity, name: string): T[] {
  const value = (entity.attributes as Record<string, unknown> | undefined)?.[name];
  return Array.isArray(value) ? (value as T[]) : [];
}

function written(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value))
    return value
      .map((one) => written(key, one))
      .filter((text) => text !== '')
      .join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => [plain(name), written(name, one)])
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `${name}: ${text}`)
      .join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return /usd/.test(key) ? usd(value) : /year|id$/.test(key) ? String(value) : count(value);
  return /(?:_at|_date|^date|_filing)$/.test(key) ? day(String(value)) : String(value);
}
