import type {z} from 'zod';
import {GraphError} from '../errors.ts';

/**
 * What a caller gave, as its schema reads it.
 * @throws GraphError `validation_error` naming each wrong parameter.
 */
export function parseParams<Schema extends z.ZodObject>(schema: Schema, given: unknown): z.output<Schema> {
  const nul = Object.entries((given ?? {}) as object).find(
    ([, value]) => typeof value === 'string' && value.includes('\u0000'),
  );
  if (nul !== undefined) {
    throw new GraphError('validation_error', `${nul[0]}: A NUL character is not text.`, {
      details: [{path: nul[0], message: 'A NUL character is not text.'}],
    });
  }
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: valueAt(given, issue.path) === undefined ? `Required. ${issue.message}` : issue.message,
  }));
  const [first] = details;
  throw new GraphError(
    'validation_error',
    first === undefined ? 'Invalid parameters.' : `${first.path || 'parameters'}: ${first.message}`,
    {details},
  );
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given);
}
