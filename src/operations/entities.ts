import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import {type Answer, defineOperation, type RawJson, type RowStream} from '../operation.ts';
import {listed} from '../schema/entity.ts';
import {cursor, didYouMean, filterEcho, textRead} from '../schema/envelope.ts';
import type {Sort} from '../schema/params.ts';
import {after, entityFilters, fields, format, ids, limit, minConfidence, narrowing, sort} from '../schema/params.ts';
import {decodeCursor, encodeCursor, fingerprint} from '../sql/cursor.ts';
import {echo, type Filters, isEmpty, resolveFilters, suggestionsOf, type Understood} from './filters/filters.ts';
import {identified} from './filters/identifier.ts';
import {among, type Listed, listedIds, passing} from './filters/ids.ts';
import {count, gateOf, type Page, page, pinnedBy} from './filters/listing.ts';
import {type Relevant, relevance} from './ranking/relevance.ts';
import {filtersInText} from './reading/filters-in-text.ts';
import {unknownWords} from './reading/terms.ts';
import {authorsOf} from './records/authors.ts';
import {listItems} from './records/document.ts';
import {WINDOW} from './scoring/best-scored.ts';

/** With filters, pages by offset end here; `next_cursor` continues. */
const FILTER_WINDOW = 10_000;

const FILTER_NAMES = [...Object.keys(entityFilters), 'min_confidence'] as const;
const NARROWING = [...Object.keys(narrowing), 'ids'] as const;

const params = z.object({
  q: z
    .string()
    .max(1000)
    .default('')
    .describe('Text to search for; ranked by relevance, at most 50 results. Without it, entities are listed.'),
  ...entityFilters,
  ids,
  fields,
  limit: limit({default: 25, max: 1000}),
  offset: z.int().min(0).max(1_000_000_000).default(0).describe('Rows to skip, within the window.'),
  after,
  sort: sort.optional(),
  min_confidence: minConfidence,
  format: format('json', 'arrow', 'parquet', 'ris', 'bibtex'),
});

type Given = z.output<typeof params>;
type Common = Record<'query' | 'kind' | 'limit' | 'offset', unknown>;
type List = Exclude<Answer, RawJson | RowStream> & {readonly results: readonly RawJson[]};

export const entities = defineOperation({
  name: 'entities',
  command: 'search',
  tool: 'search_entities',
  path: '/v1/entities',
  summary: 'Search, filter and browse entities.',
  description:
    'With `q`, results are ordered by relevance within a window of 50: exact matches of the whole text first, then by `score`, the BM25F sum over its words, in which well-known products, programs and companies weigh more than others; a word for a kind (companies, trials of, which drugs) prefers that kind, and of it what the text also says: whose (`Roche trials`), the drug of trials, the disease of drugs and trials, phase, status, year, agency, modality or target; what it excepts (`without insulin`) is not preferred; competitors of a company or drug are its look-alikes. Companies are found by what they develop, people by what they write and invent; `sort` is ignored unless filters are given too. Without `q`, `after` pages by keyset and never skips or repeats a row. MoA filters use trusted enrichment only; facets lists their values. Of several values of one filter, at least one must match. `ids` without `q` and `sort` keeps its order.',
  positional: ['q'],
  looksElsewhere: true,
  remark: ({query}, given) => {
    const read = filtersInText(query);
    if (read === undefined || Object.keys(read.filters).some((name) => given[name] !== undefined)) return undefined;
    const quoted = (text: string) => (/[^\w/.:-]/.test(text) ? JSON.stringify(text) : text);
    const options = Object.entries(read.filters).map(([name, value]) => `--${name} ${quoted(value)}`);
    return `as filters: biograph search ${[read.rest, ...options].join(' ').trim()}`;
  },
  params,
  result: z.object({
    query: z.string(),
    kind: z.union([z.string(), z.array(z.string())]).nullable(),
    filters: filterEcho,
    did_you_mean: didYouMean,
    unknown_words: z
      .array(z.string())
      .optional()
      .describe('Words of `q` that no entity has, nor a longer one; similar words may have stood in for them.'),
    understood: textRead.optional(),
    all_words: z.literal(false).optional().describe('False if no result has all words of a short `q`.'),
    missing: z.array(z.string()).optional(),
    count: z.int(),
    total: z.int().optional(),
    offset: z.int(),
    limit: z.int(),
    next_offset: z.int().nullable(),
    next_cursor: cursor,
    results: z.array(listed.extend({score: z.number().optional()})),
  }),
  rows: 'results',
  columns: ['kind', 'name', 'moa.target', 'moa.modality', 'signals.prominence', 'updated_at', 'slug'],
  example: {kind: 'company', limit: 5},
  async run(context, given) {
    if (given.after !== undefined && given.offset > 0) {
      throw new GraphError('validation_error', 'Give either `offset` or `after`, not both.', {
        details: [{path: 'offset', message: 'Cannot be combined with after.'}],
      });
    }
    const query = given.q.trim();
    const common = {
      query,
      kind: echo(given, ['kind']).kind ?? null,
      limit: given.limit,
      offset: given.offset,
    };
    const filtered = NARROWING.some((name) => given[name as keyof typeof given] !== undefined);
    if (given.format === 'ris' || given.format === 'bibtex') return cited(context, given, common, filtered);
    return listOf(context, given, common, filtered);
  },
});

function listOf(context: Context, given: Given, common: Common, filtered: boolean): Promise<List> {
  if (given.ids !== undefined && common.query === '' && given.sort === undefined)
    return listedByIds(context, given, given.ids, common);
  return common.query === '' ? browse(context, given, common, filtered) : ranked(context, given, common, filtered);
}

/** A reference lists its authors, which the entity itself does not. */
async function cited(context: Context, given: Given, common: Common, filtered: boolean): Promise<Answer> {
  if (given.fields !== undefined)
    throw new GraphError(
      'validation_error',
      `fields: References have fixed fields; leave it out with format=${given.format}.`,
      {
        details: [{path: 'fields', message: 'Cannot be combined with ris or bibtex.'}],
      },
    );
  const list = await listOf(context, given, common, filtered);
  const ids = list.results.map(({text}) => (JSON.parse(text) as {id: string}).id);
  context.meta.authors = await authorsOf(context, ids);
  return list;
}

function questionOf(given: Given, order: string): unknown[] {
  return ['entities', order, ...FILTER_NAMES.map((name) => given[name as keyof Given] ?? null), ...(given.ids ?? [])];
}

/** The filters, including `ids`, and the ids that match no entity. */
async function understood(context: Context, given: Given): Promise<{filters: Understood; missing?: string[]}> {
  const filters = await resolveFilters(context.generation, given, context);
  if (given.ids === undefined) return {filters};
  const {rows, missing} = await listedIds(context, given.ids);
  filters.groups.push(among(rows));
  return {filters, missing};
}

interface Said {
  filters: Understood;
  missing?: string[] | undefined;
  unknown?: string[];
  read?: Relevant['read'] | undefined;
  metBy?: Relevant['metBy'];
  isApart?: true | undefined;
}

/** What every list says of its question, and what was found; the ids that match no entity with its first page. */
function answered(
  given: Given,
  {query, kind, limit, offset}: Common,
  {filters, missing, unknown = [], read, metBy, isApart}: Said,
  found: Pick<List, 'total' | 'next_offset' | 'next_cursor' | 'results'>,
): List {
  const isFirst = given.after === undefined && given.offset === 0;
  return {
    query,
    kind,
    filters: echo(given, FILTER_NAMES.slice(1), filters.meant),
    ...suggestionsOf(filters),
    ...(unknown.length > 0 && {unknown_words: unknown}),
    ...(read && {understood: {...read, ...(metBy !== undefined && {met_by: metBy})}}),
    ...(isApart && unknown.length === 0 && {all_words: false as const}),
    ...(isFirst && missing !== undefined && {missing}),
    count: found.results.length,
    total: found.total,
    offset,
    limit,
    next_offset: found.next_offset,
    next_cursor: found.next_cursor,
    results: found.results,
  };
}

/** The entities in `ids`, in their order. */
async function listedByIds(outer: Context, given: Given, names: readonly string[], common: Common): Promise<List> {
  const question = questionOf(given, 'ids');
  const context = await pinnedBy(outer, given.after, question);
  const filters = await resolveFilters(context.generation, given, context);
  const {rows, missing} = await listedIds(context, names);
  const [passed, gate] = await Promise.all([
    passing(context, filters, rows),
    filters.groups.length > 0 ? gateOf(context, {...filters, groups: [...filters.groups, among(rows)]}) : undefined,
  ]);
  if (gate !== undefined) context.meta.gate = gate;
  const start =
    given.after === undefined ? 0 : passed.findIndex(({at}) => at > placeIn(context, given.after ?? '', question));
  const from = start < 0 ? passed.length : start + given.offset;
  const shown = passed.slice(from, from + given.limit);
  const results = await listItems(
    context.generation,
    shown.map(({rid}) => rid),
    {...context, fields: given.fields},
  );
  const end = from + shown.length;
  const last = shown.at(-1);
  const goesOn = end < passed.length && last !== undefined;
  const found = {
    total: given.after === undefined ? passed.length : undefined,
    next_offset: goesOn && given.after === undefined ? end : null,
    next_cursor: goesOn ? cursorAfter(context, last, question) : null,
    results,
  };
  return answered(given, common, {filters, missing}, found);
}

/** A cursor within a list of ids holds the position in the list, which is the same in every generation. */
function cursorAfter(context: Context, {at}: Listed, question: unknown): string {
  const generation = context.generation.number;
  return encodeCursor({generation, position: at, key: '', id: NO_ID}, fingerprint(question), context.cursorKey);
}

function placeIn(context: Context, after: string, question: unknown): number {
  return decodeCursor(after, fingerprint(question), context.cursorKey).position;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

async function browse(outer: Context, given: Given, common: Common, filtered: boolean): Promise<List> {
  const sorted = given.sort ?? 'recent';
  const question = questionOf(given, sorted);
  const context = await pinnedBy(outer, given.after, question);
  const {filters, missing} = await understood(context, given);
  const room = filtered && given.after === undefined ? Math.max(0, FILTER_WINDOW - given.offset) : given.limit;
  const request = {
    sort: sorted,
    limit: Math.min(given.limit, Math.max(room, 1)),
    offset: given.offset,
    after: given.after,
    question,
  };
  const [found, gate] = await Promise.all([
    room === 0 ? beyond(context, filters, sorted) : page(context, filters, request),
    filtered ? gateOf(context, filters) : undefined,
  ]);
  if (gate !== undefined) context.meta.gate = gate;
  const results = await listItems(context.generation, found.rids, {...context, fields: given.fields});
  const end = given.offset + results.length;
  const goesOn = given.after === undefined && found.next_cursor !== null && !(filtered && end >= FILTER_WINDOW);
  return answered(
    given,
    common,
    {filters, missing},
    {total: found.total, next_offset: goesOn ? end : null, next_cursor: found.next_cursor, results},
  );
}

/** A page past the window has no rows, but the total is still correct. */
async function beyond(context: Context, filters: Filters, sorted: Sort): Promise<Page> {
  return {rids: [], total: isEmpty(filters) ? 0 : await count(context, filters, sorted), next_cursor: null};
}

async function ranked(context: Context, given: Given, common: Common, filtered: boolean): Promise<List> {
  if (given.after !== undefined) {
    throw new GraphError(
      'bad_request',
      'A text search has one window of 50 results and no cursor: page with `offset`.',
    );
  }
  const {filters, missing} = await understood(context, given);
  const ofNobody = unknownWords(context, given.q);
  const [{window, read, metBy, isApart}, gate, unknown] = await Promise.all([
    relevance(context, given.q, filters, ofNobody, filtered ? given.sort : undefined),
    filtered ? gateOf(context, filters) : undefined,
    ofNobody.then((words) => withoutIdentified(context, words, given.q, filters)),
  ]);
  if (gate !== undefined) context.meta.gate = gate;
  if (!filtered && given.sort !== undefined) context.meta.ignored = ['sort'];
  const shown = window.slice(given.offset, given.offset + given.limit);
  const scores = new Map(shown.map((hit) => [hit.rid, hit.score]));
  const results = await listItems(
    context.generation,
    shown.map((hit) => hit.rid),
    {
      ...context,
      fields: given.fields,
      extra: (rid) => ({score: scores.get(rid)}),
    },
  );
  const end = given.offset + shown.length;
  const next_offset = end < window.length && shown.length > 0 ? end : null;
  const total = Math.min(window.length, WINDOW);
  const said = {
    ...{filters, missing, read, isApart},
    unknown: read?.similar_to === undefined ? unknown : [],
    ...(metBy !== undefined && {metBy}),
  };
  return answered(given, common, said, {total, next_offset, next_cursor: null, results});
}

/** Words that no entity has; parts of an identifier that somebody has are no words. */
async function withoutIdentified(context: Context, words: string[], text: string, filters: Filters): Promise<string[]> {
  return words.length > 0 && (await identified(context, text, filters)).length > 0 ? [] : words;
}
