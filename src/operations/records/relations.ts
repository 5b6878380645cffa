import type {Context} from '../../context.ts';
import {GraphError} from '../../errors.ts';
import {RELATIONS} from '../../schema/kinds.ts';

/**
 * The numbers of named relations, ascending. A valid relation without edges in this graph has none.
 * @param path Parameter that names them
 * @throws GraphError `validation_error` naming an unknown relation.
 */
export function relationNumbers({generation}: Context, names: readonly string[], path: string): number[] {
  const unknown = names.filter(
    (name) => generation.relationNumber(name) === undefined && !Object.hasOwn(RELATIONS, name),
  );
  if (unknown.length > 0) {
    const message = `Unknown relation ${unknown.join(', ').slice(0, 200)}. Relations: ${generation.relations.join(', ')}.`;
    throw new GraphError('validation_error', `${path}: ${message}`, {details: [{path, message}]});
  }
  return names.flatMap((name) => generation.relationNumber(name) ?? []).sort((a, b) => a - b);
}

/** Relations of a comma-separated text; all relations if there is none. */
export function relationsNamed(context: Context, text: string | undefined, path: string): number[] {
  const named = text?.split(',').map((name) => name.trim());
  const names = named === undefined ? context.generation.relations : [...new Set(named)].filter((name) => name !== '');
  return relationNumbers(context, names, path);
}
