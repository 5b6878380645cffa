import {z} from 'zod';
import {defineOperation} from '../operation.ts';
import {ref} from '../schema/entity.ts';
import {asDay, countIf, GATHERED, maxIf, monthOf, sumIf} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {dayOfTime} from '../time.ts';
import {PARTIAL} from './filters/mechanism-cell.ts';
import {firstById, firstOfEachKind} from './records/first-by-id.ts';
import {dayOf, withRefs} from './records/ref.ts';

const TOP = 15;

/** No sum is above the greatest number that JSON can say, whatever a source calls an amount. */
const MOST = Number.MAX_VALUE;

const SUMS = {deals: is.integer, amount_usd: is.number};

/** Sums of all deals in the window, of a month or of a type; or how many deals have no day, and the latest that have one. */
const LINE = {
  part: is.text,
  name: is.text.orNull,
  ...SUMS,
  with_amount: is.integer,
  grants: is.integer,
  latest: is.text.orNull,
};

/** Rounds and grants of the trailing calendar months, the last of which contains `as_of`. */
export const fundingAnalytics = defineOperation({
  name: 'fundingAnalytics',
  command: 'funding',
  path: '/v1/funding/analytics',
  summary: 'Funding over the last months: totals, by month, by type, and the top recipients.',
  description:
    'Covers whole calendar months up to that of the snapshot’s as_of, including months without deals. Every deal counts; `amount_usd` sums grant awards only. A deal without a type is `unknown`.',
  params: z.object({
    months: z.int().min(1).max(600).default(12).describe('Calendar months to look back over; 1 to 600, default 12.'),
  }),
  result: z.object({
    months: z.int(),
    from: z.string(),
    to: z.string(),
    totals: z.object({deals: z.int(), amount_usd: z.number(), with_amount: z.int()}),
    by_month: z.array(z.object({month: z.string(), deals: z.int(), amount_usd: z.number()})),
    by_type: z.array(z.object({type: z.string(), deals: z.int(), amount_usd: z.number()})),
    top_recipients: z.array(ref.extend({deals: z.int(), amount_usd: z.number()})),
    data_until: z.string().nullable().describe('The day of the latest deal; null if there is none.'),
    caveats: z.array(z.string()),
  }),
  rows: 'by_month',
  example: {months: 24},
  async run(context, {months}) {
    const {generation} = context;
    const last = new Date(generation.asOf);
    const first = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - months + 1, 1));
    const end = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 0));
    const [from, to] = [first, end].map((date) => dayOfTime(date.getTime())) as [string, string];
    const window = sql`day between ${asDay(from)} and ${asDay(to)}`;
    const sums = sql`count(*) as deals, least(round(coalesce(${sumIf('d.amount_usd', 'is_grant')}, 0), 2), ${MOST}) as amount_usd`;
    const received = generation.relationNumber('received') ?? 0;
    const [lines, recipients] = await Promise.all([
      generation.rows(
        sql`select * from (
              select 'all' as part, '' as name, ${sums}, ${countIf(sql`is_grant and d.amount_usd is not null`)} as with_amount,
                ${countIf('is_grant')} as grants, null as latest from deal d where ${window}
              union all
              select 'month', ${monthOf('day')} as name, ${sums}, 0, 0, null from deal d where ${window} group by name
              union all
              select 'type', type, ${sums}, 0, 0, null from deal d where ${window} group by type
              union all
              select 'undated', '', ${countIf(sql`day is null`)}, 0, 0, 0, ${maxIf('day', sql`day <= ${asDay(to)}`)} from deal
            ) lines order by part, deals desc, name`,
        LINE,
        context,
      ),
      generation.rows(
        sql`${firstOfEachKind(
          sql`select e.src as rid, ${sums} from deal d join edge_in e on e.dst = d.rid and e.rel = ${received}
              where ${window} group by e.src`,
          sql`amount_usd desc, deals desc`,
          TOP,
        )}${GATHERED}`,
        {rid: is.integer, ...SUMS},
        context,
      ),
    ]);
    const top = await firstById(context, recipients, (a, b) => b.amount_usd - a.amount_usd || b.deals - a.deals, TOP);
    const of = (part: string) => lines.filter((line) => line.part === part);
    const known = new Map(of('month').map(({name, deals, amount_usd}) => [name, {deals, amount_usd}]));
    const all = Array.from({length: months}, (_, index) =>
      new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1)).toISOString().slice(0, 7),
    );
    const [{deals = 0, amount_usd = 0, with_amount = 0, grants = 0} = {}] = of('all');
    const [{deals: undated = 0, latest = null} = {}] = of('undated');
    const until = dayOf(latest);
    return {
      months,
      from,
      to,
      totals: {deals, amount_usd, with_amount},
      by_month: all.map((month) => ({month, ...(known.get(month) ?? {deals: 0, amount_usd: 0})})),
      by_type: of('type').map(({name, ...sums}) => ({type: name, deals: sums.deals, amount_usd: sums.amount_usd})),
      top_recipients: await withRefs(context, top, ({deals, amount_usd}) => ({deals, amount_usd})),
      data_until: until,
      caveats: [
        'Deals are those in the sources; summed amounts cover grant awards only, never private rounds.',
        ...(grants > with_amount
          ? [
              `${(grants - with_amount).toLocaleString('en')} of ${grants.toLocaleString('en')} grants in the window state no amount.`,
            ]
          : []),
        ...(undated > 0
          ? [`${undated.toLocaleString('en')} deals have no date and are not counted in any month.`]
          : []),
        ...(until !== null && until < from
          ? [`The latest deal of the sources is dated ${until}, before this window: ask for more months.`]
          : []),
        PARTIAL,
      ],
    };
  },
});
