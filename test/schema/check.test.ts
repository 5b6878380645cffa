import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {GraphError} from '../../src/errors.ts';
import {parseParams} from '../../src/schema/check.ts';

const schema = z.object({name: z.string(), limit: z.int().max(9).optional()});

function refusal(given: unknown): GraphError {
  try {
    parseParams(schema, given);
  } catch (error) {
    if (error instanceof GraphError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('a value that JSON has no form for', () => {
  it('is refused by name like any other', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    let deep: unknown[] = [];
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];
    for (const value of [circle, [circle], deep, 12n, [12n], {n: 12n}, Symbol('x'), () => 1])
      expect(refusal({name: value})).toMatchObject({code: 'validation_error', details: [{path: 'name'}]});
    expect(refusal({name: 'x', limit: 12n}).message).toBe('limit must be a whole number, not 12n.');
    expect(refusal({name: circle}).message).toBe('name must be a text, not such an object.');
  });
});

describe('what points at something', () => {
  it('is malformed with a NUL in it, where other texts are no value', () => {
    const pointers = z.object({entity_id: z.string(), after: z.string().min(1).optional(), q: z.string().optional()});
    const code = (given: unknown) => {
      try {
        return parseParams(pointers, given) && 'none';
      } catch (error) {
        return (error as GraphError).code;
      }
    };
    expect(code({entity_id: '\0'})).toBe('bad_request');
    expect(code({entity_id: ''})).toBe('bad_request');
    expect(code({entity_id: 'x', after: 'x\0'})).toBe('bad_request');
    expect(code({entity_id: 'x', q: 'x\0'})).toBe('validation_error');
    expect(code({entity_id: 'x\ud800'})).toBe('bad_request');
    expect(code({entity_id: 'x', q: '\udc00x'})).toBe('validation_error');
    expect(code({entity_id: 'x', q: '😀'})).toBe('none');
    // A wrong name is said first.
    expect(code({entity_id: '\0', query: 'x'})).toBe('validation_error');
    expect(() => parseParams(pointers, {entity_id: 'x', after: ''})).toThrow('after must have at least 1 character.');
  });
});

describe('a value of several forms', () => {
  const ofForms = z.object({
    target: z.union([z.string().max(5), z.array(z.string().max(5)).min(1).max(2)]).optional(),
    kind: z.union([z.enum(['trial', 'paper']), z.array(z.enum(['trial', 'paper'])).max(2)]).optional(),
    value: z
      .union([z.union([z.string(), z.number(), z.null()]), z.array(z.union([z.string(), z.number()])).max(2)])
      .optional(),
  });
  it.each([
    [{target: ['a', 'b', 'c']}, 'target: must have at most 2 entries.'],
    [{target: []}, 'target: must have at least 1 entry.'],
    [{target: 'abcdef'}, 'target must have at most 5 characters.'],
    [{target: ['abcdef']}, 'target.0 must have at most 5 characters.'],
    [{target: 5}, 'target must be a text or a list, not 5.'],
    [{target: [5]}, 'target.0 must be a text, not 5.'],
    [{kind: 'trail'}, 'kind must be one of: trial, paper; not "trail". Did you mean trial?'],
    [{kind: ['x']}, 'kind.0 must be one of: trial, paper; not "x".'],
    [{kind: 5}, 'kind must be one of: trial, paper; not 5.'],
    [{value: true}, 'value must be a text, a number, null or a list, not true.'],
    [{value: [1, 2, 3]}, 'value must have at most 2 entries.'],
    [{value: [1, true]}, 'value.1 must be a text or a number, not true.'],
  ])('is refused by what is wrong with the form that was meant: %j', (given, message) => {
    expect(() => parseParams(ofForms, given)).toThrow(message.replace(': must', ' must'));
  });
});

it('what keeps its members elsewhere is refused, since they would be overlooked', () => {
  for (const [given, name] of [
    [new Map([['name', 'x']]), 'Map'],
    [new Date(0), 'Date'],
    [new URLSearchParams('name=x'), 'URLSearchParams'],
  ] as const)
    expect(refusal(given).message).toBe(`parameters must be one plain object, not a ${name}.`);
  expect(refusal(Object.create({name: 'x'})).message).toContain('one that inherits its members');
  expect(refusal(Object.create(Object.create(Object.create(null)))).message).toContain('inherits its members');
  class Asked {
    name = 'x';
  }
  for (const given of [Object.assign(Object.create(null), {name: 'x'}), new Asked()])
    expect(parseParams(schema, given)).toEqual({name: 'x'});
});
