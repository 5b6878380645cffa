import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {columns, firstOf, GATHERED, letters, numbers, ONCE, values} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {id as column, type Sql, sql} from '../../sql/sql.ts';
import {legalWords} from '../../text/legal-form.ts';
import {typedWords} from '../../text/words.ts';
import {colleaguesOf} from './cell-likeness.ts';
import {ofKind} from './filters.ts';
import {ORGANIZATIONS} from './organization.ts';
import {idf} from './terms.ts';
import {dice, trigrams} from './trigrams.ts';

/** Number of candidates whose names are compared by letters. */
const COMPARED = 200;

/** A list longer than this share of the entities is read only for candidates found in shorter ones. */
const FREQUENT = 0.02;

/** Words at least this similar (Dice coefficient of their trigrams) count as one word, with a lower weight. */
const ALIKE = 0.5;

/** Labels that describe what an entity is about; its source and technologies do not count as similarity. */
const LABELS = [
  'target',
  'modality',
  'mechanism',
  'therapeutic_area',
  'disease_id',
  'platform_type',
  'product_family',
  'category',
];

/** Number of words of a name that are used, and of those whose similar words are. */
const MOST_WORDS = 16;
const MOST_COMPARED_WORDS = 2;

/** Longer lists of keys are bound as one value. */
const MOST_WRITTEN = 64;

/** Weights of name words, letters of the name, labels and cells, depending on what an entity has. */
const PLAIN = {words: 0.5, letters: 0.5, labels: 0, cells: 0};
const LABELLED = {words: 0.25, letters: 0.25, labels: 0.5, cells: 0};
const CELLED = {words: 0.15, letters: 0.1, labels: 0, cells: 0.75};
const BOTH = {words: 0.15, letters: 0.1, labels: 0.25, cells: 0.5};

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

interface Own extends Omit<Trait, 'weight'> {
  idf: number;
  /** 1 for the entity's own, less for a similarly spelled word. */
  alike: number;
}

export interface LexicalHit {
  rid: number;
  score: number;
}

/**
 * The words of an entity's name without legal forms and words common in its kind, similarly spelled words, and its
 * trusted labels. Each is weighted by its share of the entity's own Σ idf, idf = ln(1 + (N − n + ½) / (n + ½)) over the
 * n of N entities that have it. For a company also the companies with similar work.
 */
export async function traitsOf(context: Context, rid: number): Promise<Traits> {
  const [words, labels, colleagues] = await Promise.all([
    wordsOf(context, rid),
    labelsOf(context, rid),
    kindOfRid(rid) === 'company' ? colleaguesOf(context, rid) : new Map<number, number>(),
  ]);
  const [plain, labelled] = colleagues.size > 0 ? [CELLED, BOTH] : [PLAIN, LABELLED];
  const {letters, cells, ...weights} = labels.length > 0 ? labelled : plain;
  const traits = [...shareOut(words, weights.words), ...shareOut(labels, weights.labels)];
  return {traits, letters, cells, colleagues};
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
  const name = await nameOf(context, rid);
  const kindOf = kindOfRid(rid);
  const legal = ORGANIZATIONS.includes(kindOf) ? legalWords(name) : new Set<string>();
  const forms = typedWords(name).flatMap(({parts, joined}) => (joined === undefined ? parts : [joined, ...parts]));
  const typed = [...new Set(forms)]
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, 40))
    .filter((word) => !legal.has(word));
  if (typed.length === 0) return [];
  const kind = ofKind(kindOf);
  const rows = await context.generation.rows(
    sql`with typed ${ONCE} (select word as value, wid as key, df from word where word in ${typed}),
        common as (
          select wid from name_word where wid in (select key from typed) and ${kind} group by wid
          having count(distinct rid) > greatest(${FEW}::double, ${COMMON} * (select count(*) from entity where ${kind}))
        )
        select value, key, df from typed where key not in (select wid from common) order by df, value${GATHERED}`,
    {value: is.text, key: is.integer, df: is.integer},
    context,
  );
  const own = rows.map((row) => ({
    ...row,
    field: 'name',
    table: 'name_word' as const,
    idf: rarity(context, row.df),
    alike: 1,
  }));
  const spelled = own.filter(({value}) => [...value].length >= 4 && !/\p{N}/u.test(value));
  const known = new Set(own.map(({key}) => key));
  const similar = await alikeTo(context, spelled.slice(0, MOST_COMPARED_WORDS));
  return [...own, ...similar.filter(({key}) => !known.has(key))];
}

/** Words of other names with the most trigrams in common with one of some words, at most eight for each. */
async function alikeTo(context: Context, words: readonly Own[]): Promise<Own[]> {
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
  const seen = new Set<number>();
  return rows.flatMap(({own, ...row}) => {
    const word = words[own];
    if (word === undefined || seen.has(row.key)) return [];
    seen.add(row.key);
    return {...word, ...row, field: 'similar_name'};
  });
}

async function labelsOf(context: Context, rid: number): Promise<Own[]> {
  const [labelIds] = await context.generation.columns(
    sql`select label_id from label where rid = ${rid} and trusted`,
    [is.integer],
    context,
  );
  if (labelIds.length === 0) return [];
  // Diseases are shown by name: the tree's, or else the entities' own.
  const rows = await context.generation.rows(
    sql`with own ${ONCE} (select label_id, field, value from value where label_id in ${numbers(labelIds)} and field in ${LABELS}),
        named as (
          select id, ${firstOf('label', ['rung', 'label'])} as label from (
            select id, label, 1 as rung from disease where id in (select value from own where field = 'disease_id')
            union all
            select disease_id, disease_label, 2 from entity where disease_id in (select value from own where field = 'disease_id') and disease_label is not null
          ) d group by id
        )
        select case when n.label is null then v.field else 'disease' end as field, coalesce(n.label, v.value) as value, v.label_id as key, f.trusted as df
        from own v join facet f on f.label_id = v.label_id and f.kind_no = 0 left join named n on v.field = 'disease_id' and n.id = v.value
        where f.label_id in ${numbers(labelIds)} order by v.label_id${GATHERED}`,
    {field: is.text, value: is.text, key: is.integer, df: is.integer},
    context,
  );
  return rows.map((row) => ({...row, table: 'label', idf: rarity(context, row.df), alike: 1}));
}

async function nameOf(context: Context, rid: number): Promise<string> {
  const header = (await context.generation.lookups.headers([rid], context)).get(rid);
  return JSON.parse(header?.name ?? '""') as string;
}

/** The most similar entities: words and labels by weight, then the letters of the best 200 names. Best first. */
export async function lexicalLeg(
  context: Context,
  rid: number,
  kind: Parameters<typeof ofKind>[0],
  {traits, letters, cells, colleagues}: Traits,
  depth: number,
): Promise<LexicalHit[]> {
  const own = trigrams(await nameOf(context, rid));
  const found = await sharing(context, rid, kind, traits);
  const hits = [...found, ...(await others(context, kind, traits, colleagues, found))];
  const names = await context.generation.lookups.headers(
    hits.map((hit) => hit.rid),
    context,
  );
  const scored = hits.map((hit) => {
    const header = names.get(hit.rid);
    const likeness = dice(own, trigrams(JSON.parse(header?.name ?? '""') as string));
    return {
      rid: hit.rid,
      id: header?.id ?? '',
      score: Math.round((hit.score + letters * likeness + cells * (colleagues.get(hit.rid) ?? 0)) * 1e6) / 1e6,
    };
  });
  scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return scored.slice(0, depth).map(({rid: other, score}) => ({rid: other, score}));
}

/** Companies with the most similar work that were not found yet, with what else they share. */
async function others(
  context: Context,
  kind: Parameters<typeof ofKind>[0],
  traits: readonly Trait[],
  colleagues: ReadonlyMap<number, number>,
  found: readonly LexicalHit[],
): Promise<LexicalHit[]> {
  if (kind !== undefined && kind !== 'company') return [];
  const known = new Set(found.map(({rid}) => rid));
  const rids = [...colleagues.keys()].slice(0, COMPARED).filter((rid) => !known.has(rid));
  const hits =
    rids.length === 0 || traits.length === 0 ? [] : await best(context, traits, sql`rid in ${numbers(rids)}`);
  const scores = new Map(hits.map(({rid, score}) => [rid, score]));
  return rids.map((rid) => ({rid, score: scores.get(rid) ?? 0}));
}

async function sharing(
  context: Context,
  rid: number,
  kind: Parameters<typeof ofKind>[0],
  traits: readonly Trait[],
): Promise<LexicalHit[]> {
  if (traits.length === 0) return [];
  const few = FREQUENT * context.generation.entities;
  const rare = traits.filter((trait) => trait.df <= few);
  const frequent = traits.filter((trait) => trait.df > few);
  const scope = sql`rid <> ${rid} and ${ofKind(kind)}`;
  if (rare.length > 0) {
    const found = frequent.length === 0 ? scope : sql`${scope} and rid in (select rid from (${rowsWith(rare, scope)}))`;
    const hits = await best(context, traits, found);
    // An entity outside the rare lists can score at most the total of all frequent ones.
    const most = frequent.reduce((sum, trait) => sum + trait.weight, 0);
    if (frequent.length === 0 || (hits.length >= COMPARED && (hits.at(-1)?.score ?? 0) >= most)) return hits;
  }
  return best(context, traits, scope);
}

async function best(context: Context, traits: readonly Trait[], scope: Sql): Promise<LexicalHit[]> {
  const [rids, scores] = await context.generation.columns(
    sql`select rid, sum(weight) as score from (${rowsWith(traits, scope)}) group by rid order by score desc, rid limit ${COMPARED}${GATHERED}`,
    [is.integer, is.number],
    context,
  );
  return rids.map((rid, index) => ({rid, score: scores[index] ?? 0}));
}

/** `rid, key, weight` of all entities in the scope that have one of the traits. */
function rowsWith(traits: readonly Trait[], scope: Sql): Sql {
  const from = (table: Trait['table'], key: string, more: Sql) => {
    const some = traits.filter((trait) => trait.table === table);
    const keys = some.map((trait) => trait.key);
    const weights = columns({
      key: {type: 'integer', list: keys},
      weight: {type: 'double', list: some.map((trait) => trait.weight)},
    });
    // A hub has thousands of labels: written out, planning would take most of the time.
    const among = keys.length > MOST_WRITTEN ? numbers(keys) : sql`${keys}`;
    return sql`select rid, key, weight from (select rid, ${column(key)} as key from ${column(table)} where ${column(key)} in ${among}${more} and ${scope})
      join (${weights}) using (key)`;
  };
  const words = from('name_word', 'wid', sql``);
  const labels = from('label', 'label_id', sql` and trusted`);
  if (traits.every((trait) => trait.table === 'name_word')) return words;
  if (traits.every((trait) => trait.table === 'label')) return labels;
  return sql`${words} union all ${labels}`;
}
