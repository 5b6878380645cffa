import {randomBytes} from 'node:crypto';
import type {Context, Meta} from '../../src/context.ts';
import type {Generation, Lookups} from '../../src/generation.ts';
import {type Operation, toJsonText} from '../../src/operation.ts';
import {parseParams} from '../../src/schema/check.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';

const cursorKey = randomBytes(32);

/**
 * An operation's answer as JSON text, and what it says of the answer; nothing is cached.
 * @param byStatement Look-ups that this generation does not have, so that statements answer instead.
 * @param instead Look-ups that take the place of its own.
 */
export async function answerOf(
  generation: StoredGeneration,
  operation: Operation,
  given: object,
  byStatement: readonly (keyof Lookups)[] = [],
  instead: Partial<Lookups> = {},
): Promise<string> {
  const lookups = new Proxy(generation.lookups, {
    get: (target, name) => {
      if (byStatement.includes(name as keyof Lookups)) return async () => undefined;
      const member: unknown = instead[name as keyof Lookups] ?? Reflect.get(target, name, target);
      return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
    },
  });
  const own = {
    ...{number: generation.number, file: generation.file, release: generation.release, entities: generation.entities},
    ...{asOf: generation.asOf, relations: generation.relations, lookups},
    cache: {
      get: () => undefined,
      set: () => undefined,
      remember: (_: string, __: unknown, make: () => unknown) => make(),
    },
    relationNumber: (name: string) => generation.relationNumber(name),
    relationName: (number: number) => generation.relationName(number),
    rows: generation.rows.bind(generation),
    columns: generation.columns.bind(generation),
  } as unknown as Generation;
  const meta: Meta = {snapshot: '', generation: generation.number};
  const context: Context = {
    ...{generation: own, cursorKey, follow: true, state: '', meta},
    pinned: async () => undefined,
    guess: (work) => work(context),
  };
  const value = await operation.run(context, parseParams(operation.params, given) as never);
  return `${toJsonText(value)} ${JSON.stringify(meta)}`;
}
