import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {EdgeRecord, edgesOf, tiedTo} from '../../src/lookups/edge-record.ts';
import {NARROW, WIDE} from '../../src/sql/row-numbers.ts';

const NONE = -(2n ** 63n);

const moment = fc.oneof(
  fc.constant(null),
  fc.constantFrom(0, 1000, 4_294_967_294_000, 4_294_967_295_000, -1000, 1, 1_700_000_000_001),
  fc.integer({min: 0, max: 2_000_000_000}).map((seconds) => seconds * 1000),
);

describe.each([NARROW, WIDE])('the edges of a row, with $name row ids', (rows) => {
  const edge = fc.record({
    other: fc.nat(2 ** 20).map((place) => 3 * 2 ** rows.kindBits + rows.first + place),
    rel: fc.nat(200),
    isOut: fc.boolean(),
    moment,
    origin: fc.nat(3),
    confidence: fc.constantFrom(null, 0, 0.5, 0.93),
    record: fc.option(fc.string({maxLength: 12})),
  });
  const origins = [null, 'registry', 'llm', 'ü'];
  const whole = fc.array(edge, {maxLength: 60}).map((edges) => edges.filter((one) => (one.moment ?? 0) % 1000 === 0));

  it('are read as they were written, whatever moments they have, one row after another', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.array(edge, {maxLength: 1500}), whole), {maxLength: 4}), (lists) => {
        const record = new EdgeRecord(rows);
        for (const [rid, edges] of lists.entries()) {
          record.begin(rid);
          const milliseconds = BigInt64Array.from(edges, (one) => (one.moment === null ? NONE : BigInt(one.moment)));
          const columns = {
            others: Float64Array.from(edges, ({other}) => other),
            steps: Int32Array.from(edges, ({rel, isOut}) => rel * 2 + (isOut ? 0 : 1)),
            origins: Int32Array.from(edges, ({origin}) => origin),
            confidences: Float64Array.from(edges, ({confidence}) => confidence ?? Number.NaN),
            observed: new Int32Array(milliseconds.buffer),
            records: edges.map((one) => one.record),
          };
          for (const at of edges.keys()) record.add(columns, at, origins);
          let written: Buffer | undefined;
          record.end((own, bytes) => {
            expect(own).toBe(rid);
            written = Buffer.from(bytes);
          });
          if (edges.length === 0) {
            expect(written).toBeUndefined();
            continue;
          }
          // Numbers are read from where a multiple of their size begins.
          const aligned = Buffer.allocUnsafeSlow((written as Buffer).length);
          (written as Buffer).copy(aligned);
          const expected = edges.map((one) => ({
            rel: one.rel,
            direction: one.isOut ? 'out' : 'in',
            observed: one.moment === null ? null : new Date(one.moment).toISOString(),
            origin: [origins[one.origin], one.confidence, one.record],
            other: one.other,
          }));
          expect(edgesOf(aligned, rows)).toEqual(expected);
          const besides = edges[0]?.rel ?? 0;
          const ends = new Set(edges.filter(({rel}) => rel !== besides).map(({other}) => other));
          expect([...tiedTo({read: () => aligned}, {to: [rid], besides}, rows)]).toEqual(
            [...ends].sort((a, b) => a - b),
          );
        }
      }),
      {numRuns: 60},
    );
  });
});
