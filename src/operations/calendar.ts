import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import {defineOperation, type RawJson} from '../operation.ts';
import {ref, uuid} from '../schema/entity.ts';
import {limit} from '../schema/params.ts';
import {empty, type Sql, sql} from '../sql/sql.ts';
import {kindNumber} from '../store/generation.ts';
import {briefs} from './parts/brief.ts';
import {PARTIAL} from './parts/mechanism-cell.ts';
import {dayOf, withRefs} from './parts/ref.ts';
import {subject} from './parts/subject.ts';

const day = z.iso.date();

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
        _links: z.object({self: z.string()}),
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
    const product = given.product === undefined ? undefined : await subject({...context, follow: true}, given.product);
    const concerns = context.generation.relationNumber('concerns') ?? 0;
    const rows = await context.generation.rows(
      sql`select rid, day, type, source from catalyst
          where day >= ${from}::date ${given.to === undefined ? empty : sql`and day <= ${given.to}::date`}
            ${given.type === undefined ? empty : sql`and type = ${given.type.trim().toLowerCase()}`}
            ${product === undefined ? empty : sql`and rid in (select src from edge_in where dst = ${product.rid} and rel = ${concerns})`}
          order by day, rid limit ${given.limit}`,
      context,
    );
    const rids = rows.map((row) => Number(row.rid));
    const [found, about, undated] = await Promise.all([
      briefs(context.generation, rids, context),
      concerned(context, rids, concerns),
      undatedCatalysts(context),
    ]);
    const results = rows.map((row) => {
      const rid = Number(row.rid);
      const brief = found.get(rid);
      return {
        id: brief?.id,
        date: dayOf(row.day),
        type: row.type,
        name: JSON.parse(brief?.name ?? '""') as string,
        products: about.products.get(rid) ?? [],
        companies: about.companies.get(rid) ?? [],
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

function undatedCatalysts({generation, ...options}: Context): Promise<number> {
  return generation.cache.remember('undated catalysts', 8, async () => {
    const [column] = await generation.columns(sql`select count(*) from catalyst where day is null`, options);
    return Number(column?.[0] ?? 0);
  });
}

/** What catalysts concern: products (of a trial, those tested in it), and who develops them or sponsors the trial. */
async function concerned(context: Context, catalysts: readonly number[], concerns: number) {
  const {generation} = context;
  const rel = (name: string) => generation.relationNumber(name) ?? 0;
  const [product, trial, company] = [kindNumber('product'), kindNumber('trial'), kindNumber('company')];
  const pairs = async (query: Sql) => {
    const [from = [], to = []] = (await generation.columns(query, context)) as [number[], number[]];
    return from.map((rid, index) => [rid, to[index] ?? 0] as const);
  };
  const about = new Map<number, Set<number>>();
  for (const [catalyst, rid] of await pairs(
    sql`select src, dst from edge_out where src in ${catalysts} and rel = ${concerns} order by dst`,
  ))
    about.set(catalyst, (about.get(catalyst) ?? new Set()).add(rid));
  const trials = [...new Set([...about.values()].flatMap((rids) => [...rids]))].filter((rid) => rid >> 26 === trial);
  const tested = grouped(
    trials.length === 0
      ? []
      : await pairs(sql`select dst, src from edge_in where dst in ${trials} and rel = ${rel('tested_in')}`),
  );
  for (const rids of about.values())
    for (const rid of [...rids])
      for (const other of tested.get(rid) ?? []) if (other >> 26 === product) rids.add(other);
  const subjects = [...new Set([...about.values()].flatMap((rids) => [...rids]))];
  const owners = grouped(
    subjects.length === 0
      ? []
      : await pairs(
          sql`select dst, src from edge_in where dst in ${subjects} and rel in ${[rel('develops'), rel('sponsors')]}`,
        ),
  );
  const rows: {catalyst: number; rid: number}[] = [];
  for (const [catalyst, rids] of about) {
    const named = new Set([...rids].filter((rid) => rid >> 26 === product));
    for (const rid of rids) for (const owner of owners.get(rid) ?? []) if (owner >> 26 === company) named.add(owner);
    for (const rid of [...named].sort((a, b) => a - b)) rows.push({catalyst, rid});
  }
  const all = [...new Set(rows.map((row) => Number(row.rid)))].map((rid) => ({rid}));
  const references = await withRefs(context, all);
  const refs = new Map(all.map(({rid}, index) => [rid, references[index] as RawJson]));
  const lists = {products: new Map<number, RawJson[]>(), companies: new Map<number, RawJson[]>()};
  for (const row of rows) {
    const rid = Number(row.rid);
    const list = rid >> 26 === company ? lists.companies : lists.products;
    const reference = refs.get(rid);
    if (reference !== undefined) list.set(Number(row.catalyst), [...(list.get(Number(row.catalyst)) ?? []), reference]);
  }
  return lists;
}

function grouped(pairs: readonly (readonly [number, number])[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}
