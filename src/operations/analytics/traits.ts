import type {Context} from '../../context.ts';
import {type Kind, ORGANIZATIONS} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {letters, values} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {legalWords} from '../../text/legal-form.ts';
import {typedWords} from '../../text/words.ts';
import {ofKind} from '../filters/filters.ts';
import {trigrams} from '../names/trigrams.ts';
import {exactly} from '../names/word-ranges.ts';
import {nameOf} from '../records/header.ts';
import {idf} from '../scoring/dictionary.ts';
import {colleaguesOf} from './cell-likeness.ts';
import {type Describing, describingLabels} from './describing-labels.ts';

/** Words at least this similar (Dice coefficient of their trigrams) count as one word, with a lower weight. */
const ALIKE = 0.5;

/** Number of words of a name that are used, and of those whose similar words are. */
const MOST_WORDS = 16;
const MOST_COMPARED_WORDS = 2;

/** Weights of name words, letters of the name, labels and cells, depending on what an entity has. */
const PLAIN = {words: 0.5, letters: 0.5, labels: 0, cells: 0};
const LABELLED = {words: 0.25, letters: 0.25, labels: 0.5, cells: 0};
/** Drugs of one name stem are not alike by that where their targets are known. */
const AIMED = {words: 0.1, letters: 0.1, labels: 0.8, cells: 0};
const CELLED = {words: 0.06, letters: 0.04, labels: 0, cells: 0.9};
const BOTH = {words: 0.06, letters: 0.04, labels: 0.35, cells: 0.55};

/** How the weight of labels is shared out among the fields that an entity has: sixty diseases together count less than what a drug hits. */
const FIELD_SHARES: Record<string, number> = {target: 4, mechanism: 3, disease: 3, category: 2, modality: 1.5};

/** Of each other field. */
const OTHER_SHARE = 0.5;

/** Words in more than one in a hundred names of the kind, and in more than this number, do not distinguish entities. */
const COMMON = 0.01;
const FEW = 5;

/** A characteristic of an entity: a word of its name, or a label. */
export interface Trait {
  /** `name`, `similar_name` for a similarly spelled word, or the label's field. */
  field: string;
  value: string;
  table: 'name_word' | 'label';
  key: number;
  df: number;
  /** Its contribution to a score. */
  weight: number;
}

/**
 * The words of an entity's name without legal forms and words common in its kind, and its trusted labels; of a gene and of what has no
 * labels also similarly spelled words. Each is weighted by its share of the entity's own Σ idf, idf = ln(1 + (N − n + ½) / (n + ½)) over the
 * n of N entities that have it. For a company also the companies with similar work.
 */
export async function traitsOf(context: Context, rid: number): Promise<Traits> {
  const [words, labels, colleagues] = await Promise.all([
    wordsOf(context, rid),
    describingLabels(context, rid),
    kindOfRid(rid) === 'company' ? colleaguesOf(context, rid) : new Map<number, number>(),
  ]);
  const {letters, cells, ...weights} = weightsOf(kindOfRid(rid), labels, colleagues.size > 0);
  // What is known of an entity says more than words that are spelled alike, but for the symbols of genes.
  const isPlain = kindOfRid(rid) === 'target' || (labels.length === 0 && colleagues.size === 0);
  const traits = [
    ...shareOut(isPlain ? [...words, ...(await alikeTo(context, words))] : words, weights.words),
    ...labelShares(
      labels.map((label) => ownLabel(context, label)),
      weights.labels,
    ),
  ];
  return {traits, letters, cells, colleagues};
}

function weightsOf(kind: Kind, labels: readonly Describing[], hasColleagues: boolean): typeof PLAIN {
  if (hasColleagues) return labels.length > 0 ? BOTH : CELLED;
  if (labels.length === 0) return PLAIN;
  const isDrug = kind === 'product' || kind === 'program';
  return isDrug && labels.some(({field}) => field === 'target') ? AIMED : LABELLED;
}

/** Each field's share of a weight, shared out among its labels. */
function labelShares(owned: readonly Own[], weight: number): Trait[] {
  const fieldOf = ({field}: Own) => (field === 'disease_id' ? 'disease' : field);
  const share = (field: string) => FIELD_SHARES[field] ?? OTHER_SHARE;
  const fields = [...new Set(owned.map(fieldOf))];
  const total = fields.reduce((sum, field) => sum + share(field), 0);
  return fields.flatMap((field) =>
    shareOut(
      owned.filter((label) => fieldOf(label) === field),
      (weight * share(field)) / total,
    ),
  );
}

/** The characteristics of an entity, and the weights of letters of the name and of cells. */
export interface Traits {
  traits: Trait[];
  letters: number;
  cells: number;
  /** Companies with similar work, by their likeness. */
  colleagues: ReadonlyMap<number, number>;
}

function shareOut(owned: readonly Own[], weight: number): Trait[] {
  const total = owned.filter(({alike}) => alike === 1).reduce((sum, {idf}) => sum + idf, 0);
  return owned.map(({idf, alike, ...trait}) => ({...trait, weight: (weight * alike * idf) / total}));
}

const rarity = ({generation}: Context, df: number): number => idf(df, generation.entities);

async function wordsOf(context: Context, rid: number): Promise<Own[]> {
  const name = await nameOfRow(context, rid);
  const kindOf = kindOfRid(rid);
  const legal = ORGANIZATIONS.includes(kindOf) ? legalWords(name) : new Set<string>();
  const forms = typedWords(name).flatMap(({parts, joined}) => (joined === undefined ? parts : [joined, ...parts]));
  const typed = [...new Set(forms)]
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, 40))
    .filter((word) => !legal.has(word));
  if (typed.length === 0) return [];
  const known = await exactly(context, typed);
  const found = typed.flatMap((value) => {
    const word = known.get(value);
    return word === undefined ? [] : [{value, key: word.first, df: word.df}];
  });
  const common = await commonAmong(context, kindOf, found);
  const rows = found.filter(({key}) => !common.has(key)).sort((a, b) => a.df - b.df || (a.value < b.value ? -1 : 1));
  return rows.map((row) => ({
    ...row,
    field: 'name',
    table: 'name_word' as const,
    idf: rarity(context, row.df),
    alike: 1,
  }));
}

/** Those of some words that are in too many names of a kind to distinguish its entities. */
async function commonAmong(
  {generation, ...options}: Context,
  kind: Kind,
  words: readonly {key: number; df: number}[],
): Promise<Set<number>> {
  const most = Math.max(FEW, COMMON * (await generation.lookups.size({sort: 'recent', kind}, options)));
  const frequent = words.filter(({df}) => df > most).map(({key}) => key);
  const known = new Map<number, number>();
  const cacheKey = (key: number) => `n${kind}:${key}`;
  for (const key of frequent) {
    const count = generation.cache.get<number>(cacheKey(key));
    if (count !== undefined) known.set(key, count);
  }
  const missing = frequent.filter((key) => !known.has(key));
  if (missing.length > 0) {
    const [wids, counts] = await generation.columns(
      sql`select wid, count(distinct rid) from name_word where wid in ${missing} and ${ofKind(kind)} group by wid`,
      [is.integer, is.integer],
      options,
    );
    const counted = new Map(wids.map((wid, index) => [wid, counts[index] ?? 0]));
    for (const key of missing) {
      known.set(key, counted.get(key) ?? 0);
      generation.cache.set(cacheKey(key), counted.get(key) ?? 0, 16);
    }
  }
  return new Set(frequent.filter((key) => (known.get(key) ?? 0) > most));
}

/** Words of other names with the most trigrams in common with one of the first of some words, at most eight for each. */
async function alikeTo(context: Context, own: readonly Own[]): Promise<Own[]> {
  const words = own.filter(({value}) => [...value].length >= 4 && !/\p{N}/u.test(value)).slice(0, MOST_COMPARED_WORDS);
  if (words.length === 0) return [];
  const grams = words.map((word) => [...trigrams(word.value)]);
  const asked = values(
    grams.flatMap((own, index) => own.map((gram) => [gram, index, own.length, words[index]?.key ?? 0])),
  );
  const rows = await context.generation.rows(
    sql`with asked as (select col0 as gram, col1 as own, col2 as size, col3 as self from (${asked})),
        common as (
          select own, size, self, wid, count(*) as n from trigram join asked using (gram)
          where gram in ${[...new Set(grams.flat())]} group by all having count(*) >= size * ${ALIKE / 2}
        ),
        alike as (select c.own, w.word as value, w.wid as key, w.df, 2 * n / (size + ${letters('w.word')} + 1) as alike from common c join word w using (wid) where c.wid <> c.self)
        select own, value, key, df, alike from alike where alike >= ${ALIKE}
        qualify row_number() over (partition by own order by alike desc, value) <= 8 order by own, alike desc, value`,
    {own: is.integer, value: is.text, key: is.integer, df: is.integer, alike: is.number},
    context,
  );
  const seen = new Set(own.map(({key}) => key));
  return rows.flatMap(({own, ...row}) => {
    const word = words[own];
    if (word === undefined || seen.has(row.key)) return [];
    seen.add(row.key);
    return {...word, ...row, field: 'similar_name'};
  });
}

interface Own extends Omit<Trait, 'weight'> {
  idf: number;
  /** 1 for the entity's own, less for a similarly spelled word. */
  alike: number;
}

function ownLabel(context: Context, label: Describing): Own {
  return {...label, table: 'label', idf: rarity(context, label.df), alike: 1};
}

export async function nameOfRow(context: Context, rid: number): Promise<string> {
  const header = (await context.generation.lookups.headers([rid], context)).get(rid);
  return header === undefined ? '' : nameOf(header);
}
