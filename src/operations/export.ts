import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation, RowStream} from '../operation.ts';
import {timestamp, uuid} from '../schema/entity.ts';
import {family, kind} from '../schema/kinds.ts';
import {sql} from '../sql/sql.ts';
import {kindNumber} from '../store/generation.ts';
import {type Filters, resolveFilters} from './parts/filters.ts';

const COLUMNS = ['id', 'kind', 'name', 'slug', 'target', 'modality', 'product_family', 'updated_at'] as const;

/** Rows per query: small enough to hold, large enough that the query is not the cost. */
const CHUNK = 25_000;

export const exportRows = defineOperation({
  name: 'export',
  path: '/v1/export',
  summary: 'A filtered slice of the graph as a stream of rows.',
  description:
    'Newest change first, in keyset chunks. CSV is quoted by RFC 4180, and cells that a spreadsheet would run are defused.',
  params: z.object({
    kind: kind.optional().describe('Restrict to one kind.'),
    family: family.optional().describe('Product family.'),
    format: z.enum(['ndjson', 'csv']).default('ndjson').describe('Newline-delimited JSON or CSV.'),
    max: z.int().min(1).max(50_000).default(50_000).describe('The row cap, 1 to 50,000.'),
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
  example: {kind: 'company', max: 3},
  async run(context, given) {
    const filters = await resolveFilters(context.generation, {kind: given.kind, family: given.family}, context);
    return new RowStream(COLUMNS, chunks(context, filters, given.max));
  },
});

async function* chunks(context: Context, filters: Filters, max: number): AsyncGenerator<string[]> {
  const [group] = filters.groups;
  if (group !== undefined && group.vids.length === 0) return;
  const scope = filters.kind === undefined ? 0 : kindNumber(filters.kind);
  const family = group === undefined ? undefined : sql`rid in (select rid from label where vid in ${group.vids})`;
  let position = 0;
  let left = max;
  while (left > 0) {
    const wanted = Math.min(CHUNK, left);
    // Without a filter the places are dense, and an upper bound keeps the rest of the order unread.
    const within = family ?? sql`pos <= ${position + wanted}`;
    const [positions = [], rows = []] = (await context.generation.columns(
      sql`with page as (
            select rid, pos from ranked where scope = ${scope} and sort = 1 and pos > ${position} and ${within} order by pos limit ${wanted}
          )
          select p.pos, to_json({id: e.id::varchar, kind: k.kind, name: e.name, slug: e.slug, target: e.target, modality: e.modality,
            product_family: e.product_family, updated_at: iso(e.updated_at)})::varchar
          from page p join entity e using (rid) join kind k on k.kind_no = kind_of(e.rid)
          order by p.pos`,
      context,
    )) as [number[], string[]];
    if (rows.length > 0) yield rows;
    if (rows.length < wanted) return;
    left -= rows.length;
    position = positions.at(-1) ?? position;
  }
}
