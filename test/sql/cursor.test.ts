import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {GraphError} from '../../src/errors.ts';
import {decodeCursor, encodeCursor, fingerprint, seal} from '../../src/sql/cursor.ts';

const KEY = Buffer.alloc(32, 7);

const cursors = fc.record({
  generation: fc.integer({min: 0, max: 2 ** 31 - 1}),
  position: fc.integer({min: 0, max: 2 ** 31 - 1}),
  key: fc.string(),
  id: fc.uuid(),
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('cursor', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(cursors, fc.string(), (cursor, question) => {
        const print = fingerprint(question);
        expect(decodeCursor(encodeCursor(cursor, print, KEY), print, KEY)).toEqual(cursor);
      }),
    );
  });

  it('is refused for another question', () => {
    const cursor = {generation: 1, position: 2, key: 'k', id: 'i'};
    const text = encodeCursor(cursor, fingerprint(['entities', 'recent']), KEY);
    expect(() => decodeCursor(text, fingerprint(['entities', 'name']), KEY)).toThrow(/other filters/);
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
    ].flatMap((value) => [
      Buffer.from(JSON.stringify(value)).toString('base64url'),
      // Signed, and yet none: what another version, or another sort of cursor, might say.
      seal(JSON.stringify(value), 'page', KEY),
    ]);
    const rubbish = fc.oneof(fc.string(), fc.base64String(), fc.constantFrom(...forged));
    fc.assert(
      fc.property(rubbish, (text) => {
        expect(() => decodeCursor(text, print, KEY)).toThrow(GraphError);
      }),
    );
  });

  it('is refused where other letters stand for its bytes', () => {
    const print = fingerprint('q');
    fc.assert(
      fc.property(cursors, (cursor) => {
        const text = encodeCursor(cursor, print, KEY);
        const bytes = Buffer.from(text, 'base64url');
        const others = [...`${LETTERS}`].map((letter) => `${text.slice(0, -1)}${letter}`).concat(`${text}A`);
        for (const other of others.filter((one) => one !== text && Buffer.from(one, 'base64url').equals(bytes)))
          expect(() => decodeCursor(other, print, KEY)).toThrow(GraphError);
      }),
    );
  });

  it('is refused when any of it was altered, when another key signed it, or when it is another sort', () => {
    const print = fingerprint('q');
    fc.assert(
      fc.property(cursors, fc.nat(), fc.integer({min: 1, max: 255}), (cursor, place, flip) => {
        const text = encodeCursor(cursor, print, KEY);
        const bytes = Buffer.from(text, 'base64url');
        bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ flip;
        expect(() => decodeCursor(bytes.toString('base64url'), print, KEY)).toThrow(GraphError);
        expect(() => decodeCursor(text, print, Buffer.alloc(32, 8))).toThrow(/another store/);
        const said = JSON.stringify([1, print, cursor.generation, cursor.position, cursor.key, cursor.id]);
        expect(() => decodeCursor(seal(said, 'changes', KEY), print, KEY)).toThrow(/another store/);
      }),
    );
  });
});
