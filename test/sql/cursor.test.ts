import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {GraphError} from '../../src/errors.ts';
import {decodeCursor, encodeCursor, fingerprint} from '../../src/sql/cursor.ts';

const cursors = fc.record({
  generation: fc.integer({min: 0, max: 2 ** 31 - 1}),
  position: fc.integer({min: 0, max: 2 ** 31 - 1}),
  key: fc.string(),
  id: fc.uuid(),
});

describe('cursor', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(cursors, fc.string(), (cursor, question) => {
        const print = fingerprint(question);
        expect(decodeCursor(encodeCursor(cursor, print), print)).toEqual(cursor);
      }),
    );
  });

  it('is refused for another question', () => {
    const cursor = {generation: 1, position: 2, key: 'k', id: 'i'};
    const text = encodeCursor(cursor, fingerprint(['entities', 'recent']));
    expect(() => decodeCursor(text, fingerprint(['entities', 'name']))).toThrow(/other filters/);
  });

  it('is refused when it is anything else', () => {
    const print = fingerprint('q');
    const forged = [
      [1, print, -1, 2, 'k', 'i'],
      [1, print, 1, 2 ** 40, 'k', 'i'],
      [1, print, 1, 1.5, 'k', 'i'],
      [2, print, 1, 2, 'k', 'i'],
      [1, print, '1', 2, 'k', 'i'],
      [1, print, 1, 2, {}, 'i'],
      [1, print, 1, 2, 'k'],
      {length: 6},
      null,
    ].map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
    const rubbish = fc.oneof(fc.string(), fc.base64String(), fc.constantFrom(...forged));
    fc.assert(
      fc.property(rubbish, (text) => {
        expect(() => decodeCursor(text, print)).toThrow(GraphError);
      }),
    );
  });
});
