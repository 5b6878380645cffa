import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import {defineOperation, type RawJson} from '../operation.ts';
import {ref, selfLink, uuid} from '../schema/entity.ts';
import type {Kind} from '../schema/kinds.ts';
import {day, limit} from '../schema/params.ts';
import {kindOfRid} from '../schema/rid.ts';
import {asDay, countIf, GATHERED} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {and, sql} from '../sql/sql.ts';
import {dayOfTime} from '../time.ts';
import {PARTIAL} from './filters/mechanism-cell.ts';
import {subject} from './filters/subject.ts';
import {groupsOf, headsOf, rolledUp, rollup} from './records/group.ts';
import {dayOf, withRefs} from './records/ref.ts';

const MOST = 200;

/** Dated catalysts, oldest first, each with its products and their companies. */
export const calendar = defineOperation({
  name: 'calendar',
  tool: 'catalyst_calendar',
  path: '/v1/calendar',
  summary: 'Dated catalysts, oldest first, each with its products and companies.',
  description:
    'Without `from` it starts at the snapshot’s as_of; without `to` it has no end; both days are included. A date known only to the month, quarter, half or year is given as the first day of that period; `date_precision` says which. `confidence` is that of the date. All catalysts are listed, whatever their confidence, unless `min_confidence` is given. Companies are those that announced the catalyst, develop its products or sponsor its trial, as the heads of their groups unless `rollup=false`. Dates are the source’s expected dates and may shift.',
  params: z.object({
    from: day.optional().describe('First day, ISO date; default: the snapshot’s as_of.'),
    to: day.optional().describe('Last day, ISO date; default: no end.'),
    type: z.string().min(1).max(100).optional().describe('Type of catalyst, for example `data_readout` or `pdufa`.'),
    product: z.string().min(1).max(400).optional().describe('Only catalysts that concern this product: its id.'),
    min_confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Only catalysts whose date has at least this confidence, 0 to 1; default: all.'),
    rollup,
    limit: limit({default: 50, max: MOST}),
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
        date_precision: z.enum(['day', 'month', 'quarter', 'half', 'year']),
        confidence: z.number().nullable(),
        type: z.string().nullable(),
        name: z.string(),
        products: z.array(ref),
        companies: z.array(ref),
        source: z.string(),
        _links: selfLink,
      }),
    ),
    rolled_up: rolledUp,
    caveats: z.array(z.string()),
  }),
  rows: 'results',
  mayMiss: true,
  columns: ['date', 'date_precision', 'type', 'name', 'companies', 'confidence'],
  example: {from: '2025-01-01', type: 'data_readout'},
  async run(context, given) {
    const from = given.from ?? dayOfTime(context.generation.asOf);
    if (given.to !== undefined && given.to < from)
      throw new GraphError('validation_error', '`to` is before `from`.', {
        details: [{path: 'to', message: `Is before ${from}, the start of the calendar.`}],
      });
    const product =
      given.product === undefined ? undefined : await subject({...context, follow: true}, given.product, 'product');
    if (product !== undefined && !CONCERNED.has(kindOfRid(product.rid)))
      throw new GraphError('validation_error', 'product: No catalyst concerns such a thing.', {
        details: [{path: 'product', message: `This is a ${kindOfRid(product.rid)}; name a product, program or trial.`}],
      });
    const types = given.type === undefined ? [] : writtenAs(given.type);
    const concerns = context.generation.relationNumber('concerns') ?? 0;
    const {trusted_confidence: trusted} = context.generation.release;
    const asked = [
      given.type === undefined ? undefined : sql`type in ${types}`,
      product && sql`rid in (select src from edge_in where dst = ${product.rid} and rel = ${concerns})`,
      given.min_confidence === undefined ? undefined : sql`confidence >= ${given.min_confidence}`,
    ];
    const within = and([
      sql`day >= ${asDay(from)}`,
      given.to === undefined ? undefined : sql`day <= ${asDay(given.to)}`,
      ...asked,
    ]);
    const begun = and([sql`day < ${asDay(from)} and until >= ${asDay(from)}`, ...asked]);
    const [found, undated] = await Promise.all([
      context.generation.rows(
        sql`select t.unsure, t.matching, t.open, t.earliest, c.*, o.others from (
              select ${countIf(sql`${within} and not coalesce(confidence >= ${trusted}, false)`)} as unsure,
                ${countIf(within)} as matching, ${countIf(begun)} as open, min(case when ${begun} then day end) as earliest
              from catalyst
            ) t
            left join (select * from catalyst where ${within} order by day, rid limit ${given.limit}) c on true
            left join catalyst_subject o on o.rid = c.rid order by c.day, c.rid${GATHERED}`,
        CATALYST,
        context,
      ),
      undatedCatalysts(context),
    ]);
    const rows = found.flatMap(({rid, ...row}) => (rid === null ? [] : {...row, rid}));
    const {unsure: many = 0, matching = 0, open = 0, earliest = null} = found[0] ?? {};
    const [later, last] = [matching - rows.length, dayOf(rows.at(-1)?.day ?? null)];
    const heads = given.rollup
      ? await headsOf(
          context,
          rows.flatMap((row) => row.others ?? []).filter((rid) => kindOfRid(rid) === 'company'),
        )
      : new Map<number, number>();
    const shown = rows.map((row) => ({...row, others: unique((row.others ?? []).map((rid) => heads.get(rid) ?? rid))}));
    const others = unique(shown.flatMap((row) => row.others));
    const [headers, references, rolled_up] = await Promise.all([
      context.generation.lookups.headers(
        rows.map((row) => row.rid),
        context,
      ),
      withRefs(
        context,
        others.map((rid) => ({rid})),
      ),
      groupsOf(context, below(heads)),
    ]);
    const refs = new Map(others.map((rid, index) => [rid, references[index] as RawJson]));
    const ofKind = (row: {others: number[]}, kind: Kind) =>
      row.others.flatMap((rid) => (kindOfRid(rid) === kind ? (refs.get(rid) ?? []) : []));
    const results = shown.map((row) => {
      const header = headers.get(row.rid);
      return {
        id: header?.id,
        date: dayOf(row.day),
        date_precision: row.precision,
        confidence: row.confidence,
        type: row.type,
        name: JSON.parse(header?.name ?? '""') as string,
        products: ofKind(row, 'product'),
        companies: ofKind(row, 'company'),
        source: row.source,
        _links: {self: `/v1/entities/${header?.id}`},
      };
    });
    return {
      from,
      to: given.to ?? null,
      type: given.type ?? null,
      product: product?.id ?? null,
      count: results.length,
      results,
      rolled_up,
      caveats: [
        'Dates are the source’s expected dates and may shift.',
        ...(given.type !== undefined && rows.length === 0 ? await otherTypes(context, given.type, types) : []),
        ...(later > 0
          ? [
              `${later.toLocaleString('en')} more are dated ${last} or later: a later \`from\`, or a higher \`limit\` up to ${MOST}, lists them.`,
            ]
          : []),
        ...(open > 0
          ? [
              `${open.toLocaleString('en')} more are dated to a period that began before ${from} and has not ended by then; from=${dayOf(earliest)} lists them.`,
            ]
          : []),
        ...(many > 0
          ? [`${many.toLocaleString('en')} of these catalysts have a date with a confidence below ${trusted}.`]
          : []),
        ...(undated > 0 ? [`${undated.toLocaleString('en')} catalysts have no date and are not listed.`] : []),
        PARTIAL,
      ],
    };
  },
});

/** Every row has the totals; if there are no catalysts, there is one row without any. */
const CATALYST = {
  rid: is.integer.orNull,
  day: is.text.orNull,
  precision: is.text.orNull,
  confidence: is.number.orNull,
  type: is.text.orNull,
  source: is.text.orNull,
  /** Its products and companies, by row id. */
  others: is.integers.orNull,
  /** Of all catalysts asked for, shown or not, those whose date is not trusted. */
  unsure: is.integer,
  /** All catalysts asked for, shown or not. */
  matching: is.integer,
  /** Catalysts of periods that began before the calendar and end in it, and the first day of the earliest. */
  open: is.integer,
  earliest: is.text.orNull,
};

/** What catalysts concern. */
const CONCERNED: ReadonlySet<Kind> = new Set(['product', 'program', 'trial']);

/** A type as sources write it: data_readout for "data readout". */
function writtenAs(type: string): string[] {
  const said = type.trim().toLowerCase();
  return [...new Set([said, said.replace(/[\s-]+/g, '_')])];
}

/** That no catalyst at all has a type, and which there are. */
async function otherTypes(
  {generation, ...options}: Context,
  asked: string,
  types: readonly string[],
): Promise<string[]> {
  const known = await generation.cache.remember('catalyst types', 1024, async () => {
    const all = sql`select type from catalyst where type is not null group by type order by count(*) desc, type limit 12`;
    const [found] = await generation.columns(all, [is.text], options);
    return found;
  });
  if (known.length === 0 || known.some((type) => types.includes(type))) return [];
  return [`No catalyst has the type ${JSON.stringify(asked.slice(0, 80))}; types are ${known.join(', ')}.`];
}

function unique(rids: readonly number[]): number[] {
  return [...new Set(rids)];
}

/** Each head with the companies it stands for. */
function below(heads: ReadonlyMap<number, number>) {
  const groups = new Map<number, number[]>();
  for (const [company, head] of heads) groups.set(head, [...(groups.get(head) ?? []), company]);
  return [...groups].map(([head, subsidiaries]) => ({head, subsidiaries}));
}

function undatedCatalysts({generation, ...options}: Context): Promise<number> {
  return generation.cache.remember('undated catalysts', 8, async () => {
    const undated = sql`select count(*) from catalyst where day is null`;
    const [[count = 0]] = await generation.columns(undated, [is.integer], options);
    return count;
  });
}
