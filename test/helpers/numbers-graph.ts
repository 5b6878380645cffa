import fc from 'fast-check';
import {KINDS} from '../../src/schema/kinds.ts';
import type {RandomGraph} from './random-graph.ts';

/** Every way to write a number that JSON allows, and some that JavaScript writes in another way. */
const NUMBERS = [
  ...[
    '0',
    '1',
    '-1',
    '1.0',
    '1.50',
    '100.00',
    '-0',
    '-0.0',
    '0.1',
    '0.30000000000000004',
    '1e21',
    '1E5',
    '1e+3',
    '1.0e2',
  ],
  ...['1e-7', '0.0000001', '0.000001', '5e-324', '1.7976931348623157e308', '1e300', '-1e300', '123456789.125'],
  ...['9007199254740993', '12345678901234567890', '0.1234567890123456789', '1000000000000000000000', '3000000000.0'],
];

const TEXTS = [
  '""',
  '"a"',
  '"1.0"',
  '"\\u00e9\\/x"',
  '"\\ud83d\\ude00"',
  '"say \\"1.0\\", then"',
  '"x, 1e5]"',
  '"\\\\u0041"',
];

const blank = fc.constantFrom('', '', '', ' ', '\n  ');

const key = fc.constantFrom('"a"', '"b"', '"b"', '"10"', '"2"', '"amount_usd"', '"\\u0061"');

/** A JSON text as any program may have written it: blanks, escapes, names twice, numbers in every form. */
const {object} = fc.letrec<{value: string; object: string}>((tie) => ({
  value: fc.oneof(
    {maxDepth: 3, depthSize: 'small'},
    fc.constantFrom(...NUMBERS),
    fc.constantFrom(...TEXTS, 'true', 'false', 'null'),
    tie('object'),
    fc
      .tuple(blank, fc.array(tie('value'), {maxLength: 3}))
      .map(([space, items]) => `[${space}${items.join(`,${space}`)}${space}]`),
  ),
  object: fc
    .tuple(blank, fc.array(fc.tuple(key, tie('value')), {maxLength: 4}))
    .map(
      ([space, members]) =>
        `{${space}${members.map(([name, value]) => `${name}:${space}${value}`).join(`,${space}`)}${space}}`,
    ),
}));

const confidence = fc.constantFrom(null, 0, 1, 0.7, 0.95, 1e-7, 0.30000000000000004, 0.1);

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Two entities of each kind, whose texts and numbers come in every form. */
export const numbersGraph: fc.Arbitrary<RandomGraph> = fc
  .tuple(
    ...[...KINDS, ...KINDS].map((kind, n) =>
      fc.record({
        id: fc.constant(uuid(n)),
        kind: fc.constant(kind),
        state: fc.constant('live'),
        name: fc.constantFrom('Alpha', 'Beta "1.0"', 'Gamma/é', 'tab\\u0041'),
        slug: fc.constant(`${kind}-${n}`),
        aliases: fc.constantFrom(null, [], ['A/1.0'], ['x', '"y"']),
        target: fc.constantFrom('KRAS', null),
        modality: fc.constantFrom('peptide', null),
        moa_confidence: confidence,
        identity_confidence: confidence,
        pos_probability: fc.constantFrom(null, 1, 0.524, 1e-7),
        pos_phase: fc.constantFrom('phase 2', null),
        funding: fc.oneof(fc.constant(null), object),
        attributes: fc.oneof(fc.constant(null), object),
        source: fc.constant('numbers'),
        updated_at: fc.constantFrom('2025-01-01T00:00:00Z', '2025-06-01T12:30:15.123Z'),
      }),
    ),
  )
  .chain((entities) =>
    fc.record({
      entities: fc.constant(entities),
      edges: fc.constant(
        entities.slice(1).map(({id}, n) => ({
          source: uuid(0),
          relation: ['develops', 'targets', 'authored'][n % 3],
          target: id,
          observed_at: n % 2 === 0 ? '2025-05-01T00:00:00Z' : null,
        })),
      ),
      provenance: fc.tuple(
        ...entities.map(({id}) =>
          fc.record({
            entity_id: fc.constant(id),
            field: fc.constant('moa.target'),
            source: fc.constantFrom('a/b', 'said "1.0"'),
            confidence,
            observed_at: fc.constantFrom(null, '2025-05-01T00:00:00Z'),
          }),
        ),
      ),
    }),
  );
