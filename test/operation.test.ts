import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {JsonValue, RawJson, toJsonText, toJsonValue} from '../src/operation.ts';

const plain = fc.jsonValue();

/** Values as operations return them: with finished parts, dates, absent members and numbers that JSON does not have. */
const {answer} = fc.letrec((tie) => ({
  answer: fc.oneof(
    {maxDepth: 4},
    plain,
    fc.double(),
    fc.constantFrom(undefined, -0, Number.NaN, new Date(0)),
    plain.map((value) => new RawJson(JSON.stringify(value))),
    fc
      .dictionary(fc.string(), plain)
      .map((value) => new JsonValue(JSON.parse(JSON.stringify(value)) as Record<string, unknown>)),
    fc.array(tie('answer')),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('answer')),
  ),
}));

describe('an answer', () => {
  it('is the same as a value as when its text is parsed', () => {
    fc.assert(
      fc.property(answer, (value) => {
        expect(JSON.stringify(toJsonValue(value))).toBe(JSON.stringify(JSON.parse(toJsonText(value))));
        expect(toJsonValue(value)).toStrictEqual(JSON.parse(toJsonText(value)));
      }),
    );
  });

  it('has parts made as values, whose text is written when it is asked for', () => {
    const part = new JsonValue({name: 'Zeta', of: [1, null]});
    expect(toJsonText({parts: [part, part]})).toBe(
      '{"parts":[{"name":"Zeta","of":[1,null]},{"name":"Zeta","of":[1,null]}]}',
    );
  });
});
