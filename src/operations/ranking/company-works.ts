import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindNumber, kindOfRid} from '../../schema/rid.ts';
import {CO_LOCATED, kindOf, normOf, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, type Sql, sql} from '../../sql/sql.ts';
import {looseForms, nameKey, norm, STOPWORDS, singulars, stemsOf} from '../../text/words.ts';
import {allOf, type Filters, gate} from '../filters/filters.ts';
import {meaningsOf} from '../filters/vocabulary.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {LONGEST_UNSAID, questionIn} from '../reading/kind-words.ts';
import {genericsOf} from '../reading/minor-drugs.ts';
import {OUTSIDE} from '../reading/places.ts';
import {Reading} from '../reading/read-so-far.ts';
import {takeStages} from '../reading/stage-reading.ts';
import {termsOf} from '../reading/terms.ts';
import {namesOf} from '../records/below-disease.ts';
import {recordsOf} from '../records/document.ts';
import {withBelow} from '../records/group.ts';
import {standingsOf} from '../records/standing.ts';
import {textsOf} from '../records/texts-of.ts';
import {bestScored} from '../scoring/best-scored.ts';
import {headsOfUnlisted} from './unlisted.ts';

/** Fields whose values a company has by its assets. */
const FIELDS = ['modality', 'disease', 'target', 'therapeutic_area'] as const;

/** The most words of one value, and the most values of a text. */
const LONGEST = 5;
const MOST = 4;

/** Words of the longest name of a product that is looked for. */
const LONGEST_NAME = 3;

const DRUGS: readonly Kind[] = ['product', 'program'];
const OF_WHICH: readonly Kind[] = [...DRUGS, 'trial'];

/** A part of a text that is a value or the name of a product: the labels that it stands for, or the products. */
interface Said {
  text: string;
  labelIds?: number[];
  /** Whether the labels are diseases. */
  isDisease?: boolean;
  rids?: number[];
}

/** What companies or people have of a part of a text: so many assets or works, each counting less the less of the other parts it has. */
export interface Works {
  text: string;
  frequency: Map<number, number>;
  /** How much each of them counts for it, from 0 to 1; without one, wholly. */
  focus?: ReadonlyMap<number, number>;
  /** Those that have an asset with all parts of the text, if some have. */
  whole?: ReadonlySet<number>;
  /** That none of the works has all of the words. */
  isPart?: true;
}

/**
 * What companies do, of what a text that asks for companies asks for, by a word or by the filter: of "companies developing KRAS inhibitors", how many
 * products, programs and trials of each are about KRAS. A company's own texts say little more than where it is.
 */
export async function companyWorks(context: Context, text: string, filters: Filters): Promise<Works[]> {
  const {kind} = filters;
  if (kind !== undefined && kind !== 'company') return [];
  const {kinds, words} = questionIn(text);
  if (!kinds.includes('company') && (kind !== 'company' || words.length > LONGEST_UNSAID)) return [];
  const bare = words.map((word) => word.replace(/[,;?!]+$/, ''));
  const reading = new Reading(text, bare);
  takeStages(reading);
  const said = await partsOf(context, reading.left);
  if (said.length === 0) return [];
  // Of "companies in phase 3 for NASH" what is in it.
  const ofStage = reading.stages && sql` and l.rid in (select rid from stage where stage in ${[...reading.stages]})`;
  const country = OUTSIDE.test(text) ? undefined : await inCountry(context, bare);
  const assets = said.map(({labelIds, rids, isDisease}, at) =>
    labelIds === undefined
      ? sql`select distinct company, rid, ${2 ** at} as part, 1.0::double as weight from company_asset where rid in ${numbers(rids ?? [])}`
      : sql`select distinct t.company as company, l.rid as rid, ${2 ** at} as part,
              ${isDisease === true ? weightFor(labelIds) : 1}::double as weight
            from label l join company_asset t on t.rid = l.rid join entity e on e.rid = l.rid
            where l.label_id in ${labelIds} and ${gate(filters, true)} and ${kindOf('l.rid')} in ${OF_WHICH.map(kindNumber)}${ofStage ?? sql``}`,
  );
  const [companies, sets, counts] = await context.generation.columns(
    sql`select company, parts, sum(weight) from (
          select company, rid, sum(part)::integer as parts, case when count(*) > 1 then 1 else min(weight) end as weight from (${join(assets, ' union all ')}) group by company, rid
        ) group by company, parts${CO_LOCATED}`,
    [is.integer, is.integer, is.number],
    context,
  );
  // A group counts as its head, but for who asks for those of a country.
  const heads =
    country === undefined ? await headsOfUnlisted(context, [...new Set(companies)]) : new Map<number, number>();
  const headOf = (company: number) => heads.get(company) ?? company;
  const isThere = (company: number) => country?.has(company) !== false;
  const all = 2 ** said.length - 1;
  const having = new Set(companies.filter((company, row) => sets[row] === all && isThere(company)).map(headOf));
  // Of those with an approved CAR-T none is who only works on them.
  const whole = (said.length > 1 || reading.stages !== undefined) && having.size > 0 ? having : undefined;
  const works = said.map((one, at) => {
    const frequency = new Map<number, number>();
    companies.forEach((company, row) => {
      const set = sets[row] ?? 0;
      if (((set >> at) & 1) === 0 || !isThere(company)) return;
      const share = said.filter((_, other) => ((set >> other) & 1) === 1).length / said.length;
      const head = headOf(company);
      const count = (counts[row] ?? 0) * share ** OF_ALL * (whole?.has(head) === false ? APART : 1);
      frequency.set(head, (frequency.get(head) ?? 0) + count);
    });
    return {text: one.text, frequency};
  });
  const focus = await focusOf(context, works, heads);
  return works.map((one) => ({...one, focus, ...(whole && {whole})}));
}

/** By this power of the share that an asset has of all that a text says: of gene therapies for hemophilia a gene therapy is little. */
const OF_ALL = 3;

/** What the assets of others count where some company has one with all that a text says, of which theirs have parts. */
const APART = 0.1;

/** What an asset counts that is for the disease besides others, or does not say for which it is first of all. */
const BESIDES = 0.3;

/** What a trial counts of the disease: many are of one drug. */
const TRIED = 0.5;

/**
 * How much an asset counts for a disease: wholly if it is for this one, or one below it, first of all. Pfizer has drugs that were once tried for sickle
 * cell disease, Vertex has one that is for it.
 */
function weightFor(disease: readonly number[]): Sql {
  const named = namesOf(disease);
  const isFor = sql`coalesce(${normOf('e.disease_label')} in (${named}) or ${normOf('e.disease_id')} in (${named}), false)`;
  return sql`case when not ${isFor} then ${BESIDES}
    when ${kindOf('e.rid')} = ${kindNumber('trial')} then ${TRIED} else 1 end`;
}

/** Companies with the most works of a text of which it matters how many others they have. */
const COMPARED = 300;

/** What a company counts that hardly does what a text asks for, as all that large companies do. */
const UNFOCUSED = 0.2;

/** Edges that each company is given besides its own: that all two works of a company are for a disease says little. */
const PRIOR_EDGES = 8;

/** How much of what companies do is what a text asks for, the best 1, by the square root of the share of their edges: Bluebird is for sickle cell disease, which Pfizer also works on. */
async function focusOf(
  context: Context,
  works: readonly Works[],
  heads: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const most = new Map<number, number>();
  for (const {frequency} of works) for (const [rid, tf] of frequency) most.set(rid, Math.max(tf, most.get(rid) ?? 0));
  const first = [...most].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, COMPARED);
  const leaders = first.map(([rid]) => rid);
  // A group's are all of its companies'.
  const members = heads.size === 0 ? leaders : await withBelow(context.generation, leaders, context);
  const [standing, groups] = await Promise.all([standingsOf(context, members), headsOfUnlisted(context, members)]);
  const degrees = new Map<number, number>();
  for (const rid of members) {
    const head = heads.size === 0 ? rid : (groups.get(rid) ?? rid);
    degrees.set(head, (degrees.get(head) ?? 0) + standing(rid).degree);
  }
  const focus = new Map(
    [...most].map(([rid, tf]): [number, number] => {
      const degree = degrees.get(rid) ?? 0;
      const share = degree === 0 ? 0 : Math.min(1, tf / (degree + PRIOR_EDGES));
      return [rid, UNFOCUSED + (1 - UNFOCUSED) * Math.sqrt(share)];
    }),
  );
  const best = Math.max(...focus.values());
  return new Map([...focus].map(([rid, own]) => [rid, own / best]));
}

/** The companies of the country that a text names: companies in China, Danish companies; undefined if it names none. */
async function inCountry(
  {generation, ...options}: Context,
  words: readonly string[],
): Promise<ReadonlySet<number> | undefined> {
  const keys = spansOf(words).flatMap(({text}) =>
    [text, ...meaningsOf('country', text)].map((name) => `country:${norm(name)}`),
  );
  const found = await generation.lookups.values(keys, options);
  const values = keys.flatMap((key) => found.get(key) ?? []).map(({label_id}) => label_id);
  if (values.length === 0) return undefined;
  const selected = await generation.lookups.select({kinds: ['company'], groups: [{values, isGated: false}]}, options);
  return new Set(
    selected?.rows() ??
      (await generation.columns(sql`select rid from label where label_id in ${values}`, [is.integer], options))[0],
  );
}

/** The parts of a text that are values, and of the rest those that are names of products; the longest first. */
async function partsOf(context: Context, words: readonly string[]): Promise<Said[]> {
  const taken = new Set<number>();
  const said: Said[] = [];
  const take = ({from, to, text}: Span, found: Omit<Said, 'text'>) => {
    for (let place = from; place < to; place++) taken.add(place);
    said.push({text, ...found});
  };
  const isFree = ({from, to}: Span) => {
    for (let place = from; place < to; place++) if (taken.has(place)) return false;
    return said.length < MOST;
  };
  const spans = spansOf(words).map((span) => ({...span, keys: singulars(span.text).flatMap(keysOf)}));
  const values = await context.generation.lookups.values([...new Set(spans.flatMap(({keys}) => keys))], context);
  for (const span of spans) {
    const key = span.keys.find((one) => values.get(one)?.some(({tagged}) => tagged > 0));
    if (key === undefined || !isFree(span)) continue;
    const found = values.get(key) ?? [];
    const labelIds = [...new Set(found.map(({label_id}) => label_id))];
    // Insulin is a gene, and rather the drugs.
    const drugs = key.startsWith('target') ? await drugsCalled(context, span.text) : [];
    if (drugs.length > found.reduce((sum, {tagged}) => sum + tagged, 0)) take(span, {rids: [...drugs]});
    else take(span, {labelIds, isDisease: key.startsWith('disease')});
  }
  for (const span of spans.filter(({from, to}) => to - from <= LONGEST_NAME)) {
    if (!isFree(span)) continue;
    const members = await drugsCalled(context, span.text);
    if (members.length > 0) {
      take(span, {rids: [...members]});
      continue;
    }
    const named = await rowsByBareName(context.generation, [nameKey(span.text)], context);
    const rids = named.filter((rid) => DRUGS.includes(kindOfRid(rid)));
    if (rids.length === 0) continue;
    const approvals = await approvalsCalled(context, rids, span.text);
    // The brand of a drug that many make is its holder's.
    const generic = await genericsOf(context, rids);
    const isBrand = approvals.length > 0 && generic.size > 0 && !(await areCalled(context, rids, span.text));
    take(span, {rids: [...(isBrand ? rids.filter((rid) => !generic.has(rid)) : rids), ...approvals]});
  }
  return said;
}

/** Drugs of a class that are looked at, of those that have its words. */
const MOST_OF_CLASS = 200;

/** The drugs that are called by a class (psychedelic, GalNAc siRNA), which is no value of a field. */
async function drugsCalled(context: Context, text: string): Promise<readonly number[]> {
  const said = stemsOf(text).join(' ');
  const terms = await termsOf(context, text, false);
  if (said === '' || terms.length === 0) return [];
  const rids = (await bestScored(context, terms, allOf('product'), MOST_OF_CLASS)).map(({rid}) => rid);
  const records = await recordsOf<{attributes?: {class_names?: unknown}}>(context, rids);
  return rids.filter((rid) =>
    textsOf(records.get(rid)?.attributes?.class_names).some((name) => stemsOf(name).join(' ') === said),
  );
}

/** Whether the name of one of some entities has a text in it. */
async function areCalled(context: Context, rids: readonly number[], text: string): Promise<boolean> {
  const headers = await context.generation.lookups.headers(rids, context);
  return [...headers.values()].some(({name}) => nameKey(JSON.parse(name) as string).includes(nameKey(text)));
}

/** The approvals of some products whose names say so: of all that make adalimumab, Humira's holder has most of them. */
async function approvalsCalled({generation, ...options}: Context, products: readonly number[], text: string) {
  const rel = generation.relationNumber('approval_of');
  const edges = [...(await generation.lookups.edges(products, options)).values()].flat();
  const approvals = new Set(edges.flatMap((edge) => (edge.rel === rel && edge.direction === 'in' ? edge.other : [])));
  const called = ` ${nameKey(text)} `;
  const headers = await generation.lookups.headers(approvals, options);
  const own = [...headers].flatMap(([rid, {name}]) =>
    ` ${nameKey(JSON.parse(name) as string)} `.includes(called) ? rid : [],
  );
  const records = await recordsOf<{attributes?: {marketing_status?: string}}>({generation, ...options}, own);
  // Who sold it long ago is not asked for.
  const sold = own.filter((rid) => records.get(rid)?.attributes?.marketing_status !== 'discontinued');
  return sold.length > 0 ? sold : own;
}

interface Span {
  from: number;
  to: number;
  text: string;
}

/** Runs of words that do not begin or end with a stop word, the longest first. */
function spansOf(words: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (let length = Math.min(LONGEST, words.length); length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const part = words.slice(from, from + length);
      if (![part[0] ?? '', part.at(-1) ?? ''].some((word) => STOPWORDS.has(norm(word))))
        spans.push({from, to: from + length, text: part.join(' ')});
    }
  return spans;
}

/** Of each field the word itself, its loose spellings, and what people mean by it. */
function keysOf(text: string): string[] {
  return FIELDS.flatMap((field) => [
    `${field}:${norm(text)}`,
    ...looseForms(text).map((form) => `${field}~${form}`),
    ...meaningsOf(field, text).map((value) => `${field}:${norm(value)}`),
  ]);
}
