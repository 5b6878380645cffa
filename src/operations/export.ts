import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {timestamp, uuid} from '../schema/entity.ts';
import {family, kind} from '../schema/kinds.ts';
import {bom, entityFilters, format, ids, minConfidence} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import {GATHERED, jsonOf, kindOf, numbers} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {type Filters, isEmpty, matching, ofKind, resolveFilters} from './filters/filters.ts';
import {type Listed, listedIds, passing} from './filters/ids.ts';
import {count, gateOf} from './filters/listing.ts';
import {rowStream} from './records/row-stream.ts';

const COLUMNS = ['id', 'kind', 'name', 'slug', 'target', 'modality', 'product_family', 'updated_at'] as const;

/** Rows per query: few enough for memory, and enough that the query's overhead does not matter. */
const CHUNK = 25_000;

/** Megabytes needed by a chunk's statement: measured at 96. */
const CHUNK_NEED = 128;

export const exportRows = defineOperation({
  name: 'export',
  path: '/v1/export',
  summary: 'Entities that match a filter, as a stream of rows.',
  description:
    'Takes every filter of entities. Latest change first, or in the order of `ids`. CSV is quoted as in RFC 4180, and cells that a spreadsheet would run are escaped. A workbook (`xlsx`) has a second sheet with the query, the snapshot and the licences of its sources. `X-Biograph-Total` is the number of matching rows; `X-Biograph-Truncated` says that `max` cut them.',
  isStream: true,
  params: z.object({
    ...entityFilters,
    ids,
    min_confidence: minConfidence,
    format: format('ndjson', 'json', 'csv', 'arrow', 'parquet', 'xlsx'),
    bom,
    max: z.int().min(1).max(50_000).default(50_000).describe('Most rows to return, 1 to 50,000.'),
  }),
  result: z.object({
    id: uuid,
    kind,
    name: z.string(),
    slug: z.string(),
    target: z.string().nullable(),
    modality: z.string().nullable(),
    product_family: family.nullable(),
    updated_at: timestamp,
  }),
  columns: ['kind', 'name', 'target', 'modality', 'updated_at', 'slug'],
  example: {kind: 'company', max: 3},
  async run(context, given) {
    const filters = await resolveFilters(context.generation, given, context);
    const {rows, missing} = given.ids === undefined ? {} : await listedIds(context, given.ids);
    if (Object.keys(filters.didYouMean).length > 0) context.meta.did_you_mean = filters.didYouMean;
    if (missing !== undefined && missing.length > 0) context.meta.missing = missing;
    const isGated = filters.groups.some((group) => group.gated);
    const named = rows === undefined ? undefined : await passing(context, filters, rows);
    const [total, gate] = await Promise.all([
      named !== undefined ? named.length : isEmpty(filters) ? 0 : count(context, filters, 'recent'),
      isGated ? gateOf(context, filters) : undefined,
    ]);
    if (gate !== undefined) context.meta.gate = gate;
    return rowStream(context, given.max, total, {
      columns: COLUMNS,
      chunks: named === undefined ? chunks(context, filters, given.max) : ofIds(context, named.slice(0, given.max)),
    });
  },
});

const ROW = jsonOf(
  {
    id: sql`e.id::varchar`,
    kind: 'k.kind',
    name: 'e.name',
    slug: 'e.slug',
    target: 'e.target',
    modality: 'e.modality',
    product_family: 'e.product_family',
    updated_at: 'e.updated_at',
  },
  ['updated_at'],
);

/** Rows in the order of a short list of ids. */
async function* ofIds(context: Context, rows: readonly Listed[]): AsyncGenerator<string[]> {
  const rids = rows.map(({rid}) => rid);
  const [found, texts] = await context.generation.columns(
    sql`select e.rid, ${ROW} from entity e join kind k on k.kind_no = ${kindOf('e.rid')} where e.rid in ${numbers(rids)}${GATHERED}`,
    [is.integer, is.text],
    context,
  );
  const byRid = new Map(found.map((rid, index) => [rid, texts[index] ?? '']));
  yield rids.flatMap((rid) => byRid.get(rid) ?? []);
}

async function* chunks(context: Context, filters: Filters, max: number): AsyncGenerator<string[]> {
  if (isEmpty(filters)) return;
  const scope = filters.kind === undefined ? 0 : kindNumber(filters.kind);
  const within = filters.groups.length === 0 ? undefined : sql`rid in (${matching(filters)})`;
  let position = 0;
  let left = max;
  while (left > 0) {
    const wanted = Math.min(CHUNK, left);
    // Without a filter the ranks are dense, and an upper bound avoids reading the rest of the order.
    const upTo = within ?? sql`pos <= ${position + wanted}`;
    const [positions, rows] = await context.generation.columns(
      sql`with page as (
            select rid, pos from recent_rank where scope = ${scope} and pos > ${position} and ${upTo} order by pos limit ${wanted}
          )
          select p.pos, ${ROW}
          from page p join entity e using (rid) join kind k on k.kind_no = ${kindOf('e.rid')}
          where ${ofKind(filters.kind, sql`e.rid`)}
          order by p.pos${GATHERED}`,
      [is.integer, is.text],
      {...context, need: CHUNK_NEED},
    );
    if (rows.length > 0) yield rows;
    if (rows.length < wanted) return;
    left -= rows.length;
    position = positions.at(-1) ?? position;
  }
}
