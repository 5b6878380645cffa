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
