import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import type {Row} from '../generation.ts';
import {defineOperation, type RawJson} from '../operation.ts';
import {ref, selfLink, uuid} from '../schema/entity.ts';
import type {Kind} from '../schema/kinds.ts';
import {day, limit} from '../schema/params.ts';
import {empty, sql} from '../sql/sql.ts';
import {kindOfRid} from '../store/rid.ts';
import {PARTIAL} from './parts/mechanism-cell.ts';
import {dayOf, withRefs} from './parts/ref.ts';
import {subject} from './parts/subject.ts';

/** Dated catalysts, oldest first, each with its products and their companies. */
export const calendar = defineOperation({
  name: 'calendar',
  tool: 'catalyst_calendar',
  path: '/v1/calendar',
  summary: 'Dated catalysts, oldest first, each with its products and companies.',
  description:
    'Without `from` it starts at the snapshot’s as_of; without `to` it has no end; both days are included. Dates are the source’s expected dates and may shift.',
  params: z.object({
    from: day.optional().describe('First day, ISO date; default: the snapshot’s as_of.'),
    to: day.optional().describe('Last day, ISO date; default: no end.'),
    type: z.string().min(1).max(100).optional().describe('Type of catalyst, for example `data_readout` or `pdufa`.'),
    product: z.string().min(1).max(400).optional().describe('Only catalysts that concern this product: its id.'),
    limit: limit({default: 50, max: 200}),
  }),
  result: z.object({
    from: z.string(),
    to: z.string().nullable(),
    type: z.string().nullable(),
    product: z.string().nullable(),
    count: z.int(),
    results: z.array(
      z.object({
        id: uuid,
        date: z.string(),
        type: z.string().nullable(),
        name: z.string(),
        products: z.array(ref),
        companies: z.array(ref),
        source: z.string(),
        _links: selfLink,
      }),
    ),
    caveats: z.array(z.string()),
  }),
  rows: 'results',
  columns: ['date', 'type', 'name', 'source'],
  example: {from: '2025-01-01', type: 'data_readout'},
  async run(context, given) {
    const from = given.from ?? new Date(context.generation.asOf).toISOString().slice(0, 10);
    if (given.to !== undefined && given.to < from)
      throw new GraphError('validation_error', '`to` is before `from`.', {
        details: [{path: 'to', message: `Before ${from}, where the calendar starts.`}],
      });
    const product =
      given.product === undefined ? undefined : await subject({...context, follow: true}, given.product, 'product');
    const concerns = context.generation.relationNumber('concerns') ?? 0;
    const rows = await context.generation.rows(
      sql`select c.*, o.others from (
            select rid, day, type, source from catalyst
            where day >= ${from}::date ${given.to === undefined ? empty : sql`and day <= ${given.to}::date`}
            ${given.type === undefined ? empty : sql`and type = ${given.type.trim().toLowerCase()}`}
            ${product === undefined ? empty : sql`and rid in (select src from edge_in where dst = ${product.rid} and rel = ${concerns})`}
            order by day, rid limit ${given.limit}
          ) c left join concern o using (rid) order by c.day, c.rid`,
      context,
    );
    const others = [...new Set(rows.flatMap(othersOf))];
    const [found, undated] = await Promise.all([
      context.generation.lookups.headers([...rows.map((row) => Number(row.rid)), ...others], context),
      undatedCatalysts(context),
    ]);
    const references = await withRefs(
      context,
      others.map((rid) => ({rid})),
    );
    const refs = new Map(others.map((rid, index) => [rid, references[index] as RawJson]));
    const ofKind = (row: Row, kind: Kind) =>
      othersOf(row).flatMap((rid) => (kindOfRid(rid) === kind ? (refs.get(rid) ?? []) : []));
    const results = rows.map((row) => {
      const rid = Number(row.rid);
      const brief = found.get(rid);
      return {
        id: brief?.id,
        date: dayOf(row.day),
        type: row.type,
        name: JSON.parse(brief?.name ?? '""') as string,
        products: ofKind(row, 'product'),
        companies: ofKind(row, 'company'),
        source: row.source,
        _links: {self: `/v1/entities/${brief?.id}`},
      };
    });
    return {
      from,
      to: given.to ?? null,
      type: given.type ?? null,
      product: product?.id ?? null,
      count: results.length,
      results,
      caveats: [
        'Dates are the source’s expected dates and may shift.',
        ...(undated > 0 ? [`${undated.toLocaleString('en')} catalysts have no date and are not here.`] : []),
        PARTIAL,
      ],
    };
  },
});

/** The products and companies of a catalyst, by row id. */
function othersOf(row: Row): number[] {
  return (row.others ?? []) as number[];
}

function undatedCatalysts({generation, ...options}: Context): Promise<number> {
  return generation.cache.remember('undated catalysts', 8, async () => {
    const [column] = await generation.columns(sql`select count(*) from catalyst where day is null`, options);
    return Number(column?.[0] ?? 0);
  });
}
