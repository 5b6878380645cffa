import fc from 'fast-check';
import type {Kind} from '../../src/schema/kinds.ts';
import type {RandomGraph} from './random-graph.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const AS_OF = Date.UTC(2026, 0, 1);
const day = (ago: number) => new Date(AS_OF - ago * 86_400_000).toISOString();
const rarely = <T>(arbitrary: fc.Arbitrary<T>, freq = 3) => fc.option(arbitrary, {nil: null, freq});

/** How many of each kind, so that each analytic has something to count and something to miss. */
const SIZES: Partial<Record<Kind, number>> = {
  company: 8,
  institution: 4,
  person: 9,
  paper: 14,
  patent: 12,
  trial: 10,
  approval: 6,
  product: 6,
  program: 5,
  funder: 2,
  funding_event: 9,
  catalyst: 8,
  technology: 2,
  target: 4,
};

/** What joins what: the relations that the analytics read, and wrong ends now and then. */
const JOINS: [string, Kind, Kind, number][] = [
  ['authored', 'person', 'paper', 24],
  ['invented', 'person', 'patent', 18],
  // A person who "authored" a patent wrote no paper.
  ['authored', 'person', 'patent', 2],
  ['assigned_to', 'patent', 'company', 14],
  ['assigned_to', 'patent', 'institution', 5],
  ['sponsors', 'company', 'trial', 12],
  ['sponsors', 'institution', 'trial', 3],
  ['investigates', 'person', 'trial', 5],
  ['affiliated_with', 'person', 'institution', 8],
  ['affiliated_with', 'person', 'company', 6],
  ['founded_by', 'company', 'person', 5],
  ['develops', 'company', 'program', 6],
  ['develops', 'company', 'product', 8],
  ['tested_in', 'program', 'trial', 5],
  ['tested_in', 'product', 'trial', 6],
  ['approval_of', 'approval', 'product', 6],
  ['holds', 'company', 'approval', 7],
  ['received', 'company', 'funding_event', 10],
  ['received', 'institution', 'funding_event', 3],
  ['awarded_by', 'funding_event', 'funder', 5],
  ['concerns', 'catalyst', 'product', 7],
  ['concerns', 'catalyst', 'program', 3],
  ['concerns', 'catalyst', 'trial', 3],
  ['targets', 'trial', 'target', 4],
  ['targets', 'patent', 'target', 4],
  ['employs', 'product', 'technology', 4],
];

/** Days at the edges of every window: today, a year, two years, three and their neighbours, and the future. */
const ago = fc.constantFrom(-400, -30, -1, 0, 1, 30, 89, 364, 365, 366, 729, 730, 731, 732, 1095, 1096, 2000, 9000);
const date = rarely(ago.map((days) => day(days).slice(0, 10)));

const attributes = (kind: Kind): fc.Arbitrary<Record<string, unknown>> => {
  if (kind === 'paper') return fc.record({published_at: date});
  if (kind === 'patent') return fc.record({filed_at: date, published_at: date});
  if (kind === 'trial')
    return fc.record({
      start_date: date,
      phase: rarely(
        fc.constantFrom(
          'phase 1',
          'phase 1/2',
          'phase 2',
          'phase 2/3',
          'phase 3',
          'phase 4',
          'not applicable',
          'early phase 1',
        ),
      ),
    });
  if (kind === 'approval') return fc.record({approved_at: date});
  if (kind === 'catalyst')
    return fc.record({
      date,
      type: rarely(fc.constantFrom('data_readout', 'pdufa')),
      status: rarely(fc.constantFrom('expected', 'past')),
    });
  return fc.constant({});
};

const funding = (kind: Kind) =>
  kind === 'funding_event'
    ? fc.record({
        type: rarely(fc.constantFrom('grant', 'Series A', 'seed')),
        amount_usd: rarely(fc.constantFrom(0, 1000, 250_000.5, 1_000_000)),
        currency: fc.constant('USD'),
        date,
        is_grant: fc.boolean(),
      })
    : fc.constant(null);

const entity = (kind: Kind, n: number) =>
  fc.record({
    id: fc.constant(uuid(n)),
    kind: fc.constant(kind),
    state: fc.constantFrom('live', 'live', 'live', 'live', 'live', 'live', 'merged', 'removed'),
    into: fc.nat({max: 5}),
    name: fc.constantFrom('Alpha', 'Beta Gamma', 'Gamma', 'Delta', 'Epsilon Labs', 'zeta'),
    slug: fc.constant(`${kind}-${n}`),
    target: rarely(fc.constantFrom('PD1', 'PDCD1', 'KRAS', 'unknown')),
    modality: rarely(fc.constantFrom('mRNA', 'peptide', 'antibody'), 6),
    secondary_modalities: rarely(fc.array(fc.constantFrom('peptide', 'mRNA'), {maxLength: 2}), 1),
    therapeutic_area: rarely(fc.constantFrom('oncology', 'Öncology', 'immunology')),
    moa_confidence: rarely(fc.constantFrom(0.3, 0.69, 0.7, 0.9, 1), 8),
    updated: fc.integer({min: 0, max: 3}),
    attributes: attributes(kind),
    funding: funding(kind),
    symbol: fc.constantFrom('PDCD1', 'KRAS', null),
  });

const KINDS_IN_ORDER = Object.entries(SIZES).flatMap(([kind, size]) => Array.from({length: size}, () => kind as Kind));
const placesOf = (kind: Kind) => KINDS_IN_ORDER.flatMap((other, place) => (other === kind ? [place] : []));

const edges = fc.tuple(
  ...JOINS.map(([relation, from, to, most]) =>
    fc.uniqueArray(
      fc.record({
        source: fc.constantFrom(...placesOf(from)),
        relation: fc.constant(relation),
        target: fc.constantFrom(...placesOf(to)),
        ago: rarely(ago),
        confidence: relation === 'targets' ? rarely(fc.constantFrom(0.5, 0.69, 0.8, 1)) : fc.constant(null),
      }),
      {minLength: Math.floor(most / 2), maxLength: most, selector: ({source, target}) => `${source} ${target}`},
    ),
  ),
);

/** Small graphs that every analytic has work with: merges, nulls, ties, people of both trades, cells with nothing in them. */
export const analyticGraph: fc.Arbitrary<RandomGraph> = fc
  .record({entities: fc.tuple(...KINDS_IN_ORDER.map((kind, n) => entity(kind, n))), edges})
  .map(({entities, edges: joins}) => {
    const rows = entities.map(({into, updated, state, attributes: stated, funding: money, symbol, ...row}, n) => {
      const peers = placesOf(row.kind);
      const survivor = peers[into % peers.length] ?? n;
      const isMerged = state === 'merged' && survivor !== n;
      return {
        ...row,
        target_symbol: row.kind === 'target' ? symbol : null,
        state: isMerged ? 'merged' : state === 'removed' ? 'removed' : 'live',
        merged_into: isMerged ? uuid(survivor) : null,
        source: 'random',
        updated_at: day(updated),
        attributes: JSON.stringify(Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null))),
        funding: money === null ? null : JSON.stringify(money),
      };
    });
    return {
      entities: rows,
      edges: joins.flat().map(({source, relation, target, ago: days, confidence}) => ({
        source: uuid(source),
        relation,
        target: uuid(target),
        observed_at: days === null ? null : day(days),
        confidence,
      })),
    };
  });
