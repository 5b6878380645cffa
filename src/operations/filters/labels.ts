import type {Generation, QueryOptions} from '../../generation.ts';
import type {CarriedValue as Value} from '../../selection.ts';
import {anyOf, contains, edits, letters, startsWith, texts} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {americanWords, looseForms, norm} from '../../text/words.ts';
import {otherTermId} from '../names/identifier-keys.ts';
import {nameOf} from '../records/header.ts';
import {phaseOf} from './phases.ts';
import {plainerNames} from './plainer-names.ts';
import {membersCalled} from './target-families.ts';
import {meaningsOf, nearMeanings, readingsOf} from './vocabulary.ts';

/** A filter's field, and whether the trust gate applies to it. */
export const LABEL_FILTERS = {
  target: {field: 'target', gated: true},
  modality: {field: 'modality', gated: true},
  mechanism: {field: 'mechanism', gated: true},
  therapeutic_area: {field: 'therapeutic_area', gated: true},
  target_id: {field: 'target_id', gated: true},
  disease_id: {field: 'disease_id', gated: true},
  disease: {field: 'disease', gated: true},
  platform_type: {field: 'platform_type', gated: true},
  family: {field: 'product_family', gated: false},
  product_family: {field: 'product_family', gated: false},
  technology: {field: 'technology', gated: false},
  source: {field: 'source', gated: false},
  phase: {field: 'phase', gated: false},
  status: {field: 'status', gated: false},
  agency: {field: 'agency', gated: false},
  country: {field: 'country', gated: false},
  year: {field: 'year', gated: false},
} as const;

export type LabelFilter = keyof typeof LABEL_FILTERS;

/** Exact ids and closed lists, which have no suggestions. */
const EXACT: readonly LabelFilter[] = ['target_id', 'disease_id', 'family', 'product_family', 'source', 'year'];

/** Values meant by some words. */
export interface Meant {
  labelIds: number[];
  trusted: number;
  tagged: number;
  /** The interpretation, if it differs from what was given. */
  words?: string[];
  /** Values that a word may have meant that nothing carries; undefined if all words mean something. */
  suggestions?: string[];
}

/**
 * The values that any of several words stands for. A word that occurs as a value means that value; others are
 * interpreted by usage.
 */
export async function meant(
  generation: Generation,
  name: LabelFilter,
  given: readonly string[],
  options: QueryOptions,
): Promise<Meant> {
  const found = await Promise.all([...new Set(given)].map((word) => meantBy(generation, name, word, options)));
  const isAsGiven = found.every(({words}) => words === undefined);
  const byLabel = new Map(found.flatMap(({values}) => values.map((one) => [one.label_id, one] as const)));
  const sum = (column: 'trusted' | 'tagged') => [...byLabel.values()].reduce((total, one) => total + one[column], 0);
  return {
    labelIds: [...byLabel.keys()],
    trusted: sum('trusted'),
    tagged: sum('tagged'),
    ...(!isAsGiven && {words: [...new Set(found.flatMap(({words, word}) => words ?? [word]))]}),
    ...(found.some(({suggestions}) => suggestions !== undefined) && {
      suggestions: [...new Set(found.flatMap(({suggestions = []}) => suggestions))].slice(0, 3),
    }),
  };
}

interface OneMeant {
  word: string;
  values: Value[];
  words?: string[];
  suggestions?: string[];
}

async function meantBy(
  generation: Generation,
  name: LabelFilter,
  word: string,
  options: QueryOptions,
): Promise<OneMeant> {
  const {field} = LABEL_FILTERS[name];
  return generation.cache.remember(`v${field}:${word}`, 96, async () => {
    const exact = `${field}:${norm(word)}`;
    const isExact = EXACT.includes(name);
    const loose = isExact ? [] : looseForms(word).map((form) => `${field}~${form}`);
    const term = field === 'disease' || field === 'disease_id' ? otherTermId(word) : undefined;
    const other = term === undefined ? [] : [`${field}:${norm(term)}`];
    const found = await generation.lookups.values([exact, ...other, ...loose], options);
    const own = found.get(exact);
    // A synonym in the tree may be a broader disease: what was meant is said.
    if (own !== undefined)
      return {
        word,
        values: own,
        ...(field === 'disease' && (await called(generation, word, own, options))),
      };
    const same = found.get(other[0] ?? '');
    if (term !== undefined && same !== undefined)
      return {
        word,
        values: same,
        words: [term],
        ...(field === 'disease' && (await called(generation, term, same, options))),
      };
    // Nothing is spelled like an id.
    if (term !== undefined) return {word, values: [], ...(!isExact && {suggestions: []})};
    // A family whose own name is not a value.
    const members = field === 'target' ? membersCalled(word).map((key) => `target:${key}`) : [];
    const theirs = members.length === 0 ? [] : [...(await generation.lookups.values(members, options)).values()].flat();
    if (theirs.length > 0) return {word, values: unique(theirs)};
    const meanings = meaningsOf(field, word);
    // A name of several targets that is not a family's leads to none of them, unless the project's list says which is meant.
    const isNone =
      isExact || (field === 'target' && meanings.length === 0 && (await namesTarget(generation, word, options)));
    if (isNone) return {word, values: []};
    const folded = await understood(
      generation,
      field,
      word,
      unique(loose.flatMap((key) => found.get(key) ?? [])),
      options,
    );
    if (folded !== undefined) return {word, ...folded};
    const keys = meanings.flatMap((one) => [
      `${field}:${norm(one)}`,
      ...looseForms(one).map((form) => `${field}~${form}`),
    ]);
    const values = unique([...(await generation.lookups.values(keys, options)).values()].flat());
    const usual = await understood(generation, field, meanings[0] ?? word, values, options);
    if (usual !== undefined) return {word, ...usual};
    for (const plainer of field === 'disease' ? plainerNames(word) : []) {
      const values = (await generation.lookups.values([`${field}:${norm(plainer)}`], options)).values().next().value;
      if (values !== undefined) return {word, values, ...(await called(generation, word, values, options))};
    }
    return byOtherSpelling(generation, name, word, options);
  });
}

/** A value as American English spells it; otherwise none, and what may be meant. */
async function byOtherSpelling(
  generation: Generation,
  name: LabelFilter,
  word: string,
  options: QueryOptions,
): Promise<OneMeant> {
  const {field} = LABEL_FILTERS[name];
  const american = americanWords(word);
  if (american !== word.toLowerCase()) {
    const {values, words, suggestions = []} = await meantBy(generation, name, american, options);
    if (values.length > 0) return {word, values, words: words ?? [american]};
    if (suggestions.length > 0) return {word, values, suggestions};
  }
  const readings = readingsOf(field, word);
  if (readings.length > 0) return {word, values: [], suggestions: [...readings]};
  const wider = await related(generation, field, word, options);
  const near = await nearest(generation, field, word, options);
  return {word, values: [], suggestions: [...new Set([...wider, ...near])].slice(0, 3)};
}

/** Values that the graph has of those that people mean by a word like this one, or that include what it means. */
async function related(generation: Generation, field: string, word: string, options: QueryOptions): Promise<string[]> {
  const near = nearMeanings(field, word);
  const found = await generation.lookups.values(
    near.map((one) => `${field}:${norm(one)}`),
    options,
  );
  return near.filter((one) => (found.get(`${field}:${norm(one)}`) ?? []).some(({tagged}) => tagged > 0));
}

/** The names of some values, unless the word is one of them or an id. */
async function called(
  generation: Generation,
  word: string,
  values: readonly Value[],
  options: QueryOptions,
): Promise<{words?: string[]}> {
  const [names] = await generation.columns(
    sql`select value from value where label_id in ${values.map(({label_id}) => label_id)} order by value`,
    [is.text],
    options,
  );
  return names.some((name) => norm(name) === norm(word)) ? {} : {words: names};
}

async function namesTarget(generation: Generation, word: string, options: QueryOptions): Promise<boolean> {
  const [found] = await generation.columns(
    sql`select 1 from target_key where key = ${norm(word)} limit 1`,
    [is.integer],
    options,
  );
  return found.length > 0;
}

function unique(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [value.label_id, value])).values()];
}

/**
 * The values of a loose spelling, as the graph spells them; a technology is shown as given, because its value is an id.
 * A loose spelling has no slashes, so that those of phases are also other phases' (I/II, III).
 */
async function understood(
  generation: Generation,
  field: string,
  word: string,
  values: readonly Value[],
  options: QueryOptions,
): Promise<{values: Value[]; words: string[]} | undefined> {
  if (values.length === 0) return undefined;
  if (field === 'technology') return {values: [...values], words: [word]};
  const [ids, spellings] = await generation.columns(
    sql`select label_id, value from value where label_id in ${values.map(({label_id}) => label_id)} order by value`,
    [is.integer, is.text],
    options,
  );
  const isMeant = (spelling: string) => field !== 'phase' || phaseOf(spelling) === phaseOf(word);
  const words = spellings.filter(isMeant);
  const kept = new Set(ids.filter((_, at) => isMeant(spellings[at] ?? '')));
  return words.length === 0 ? undefined : {values: values.filter(({label_id}) => kept.has(label_id)), words};
}

/** Number of keys considered for suggestions: the nearest by spelling, including those that contain the word. */
async function nearest(generation: Generation, field: string, word: string, options: QueryOptions): Promise<string[]> {
  const [typed = ''] = looseForms(word);
  if (typed === '') return [];
  // A short value is often a part of another word: HIV of hives.
  const words = word.split(/[^\p{L}\p{N}]+/u).flatMap((part) => (part.length < 3 ? [] : looseForms(part)));
  // Of three letters every other word is near.
  const most = typed.length <= 3 ? 0 : typed.length <= 5 ? 1 : Math.max(2, Math.floor(typed.length / 4));
  const [found] = await generation.columns(
    sql`select ${anyOf('v.value')} as value
        from (
          select label_id, substr(key, ${field.length + 2}) as said
          from value_key where ${startsWith('key', sql`${`${field}~`}`)} and tagged > 0
        ) k join value v using (label_id)
        where (abs(${letters('said')} - ${typed.length}) <= ${most} and ${edits('said', sql`${typed}`)} <= ${most})
          or (${typed.length} >= 3 and (${contains('said', sql`${typed}`)} or said in ${texts(words)} or (${letters('said')} >= 5 and ${contains(sql`${typed}`, 'said')})))
        group by v.label_id
        order by min(${edits('said', sql`${typed}`)}), value limit 3`,
    [is.text],
    options,
  );
  return field === 'technology' ? namesOf(generation, found, options) : found;
}

/** The names of entities, in the order of their ids: the value of a technology is its id, which says nothing. */
async function namesOf(generation: Generation, ids: readonly string[], options: QueryOptions): Promise<string[]> {
  const {lookups} = generation;
  const rids = await lookups.byId(ids, options);
  const headers = await lookups.headers(rids.values(), options);
  return ids.flatMap((id) => {
    const header = headers.get(rids.get(id) ?? -1);
    return header === undefined ? [] : [nameOf(header)];
  });
}
