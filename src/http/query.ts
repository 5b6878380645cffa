import {fromTexts, paramTypes, pathParams} from '../endpoint.ts';
import {GraphError} from '../errors.ts';
import type {Operation} from '../operation.ts';
import {operations} from '../operations/index.ts';
import {isHarmless, unknownName} from '../schema/names.ts';
import {bodyObject} from './endpoints.ts';

export interface Query {
  params: Record<string, unknown>;
  /** Parameters that no route has and that do not look like a misspelt one. */
  ignored: string[];
}

/** Extra query parameters that every route accepts. */
export type Decoder = (query: Record<string, unknown>, path: Record<string, string>, body: unknown) => Query;

/** The parameters of all GET routes. */
const ASKED = new Set(
  (operations as unknown as Operation[])
    .filter(({method}) => method === 'GET')
    .flatMap(({params}) => Object.keys(params.shape)),
);

/**
 * Parses a request's parameters by the operation's definition. A name that may be a misspelt filter is refused, and the
 * operation's own check suggests the right one.
 * @throws GraphError `validation_error`
 */
export function decoder(operation: Operation): Decoder {
  const types = paramTypes(operation);
  const inPath = new Set(pathParams(operation));
  const own = Object.keys(types).filter((name) => !inPath.has(name));
  const isBody = operation.method === 'POST';
  return (query, path, body) => {
    const params: Record<string, unknown> = isBody ? {...bodyObject(body)} : {};
    const ignored: string[] = [];
    for (const [name, value] of Object.entries(query)) {
      if (isBody || !own.includes(name)) {
        if (!isHarmless(name, own, ASKED)) throw invalid(name, misplaced(name, own, isBody));
        ignored.push(name);
      } else {
        params[name] = fromTexts([value].flat().map(String), types[name]);
        if (params[name] === undefined) throw invalid(name, 'Given more than once.');
      }
    }
    for (const [name, value] of Object.entries(path)) params[name] = value;
    return {params, ignored};
  };
}

function misplaced(name: string, own: readonly string[], isBody: boolean): string {
  return isBody && own.includes(name) ? 'Belongs in the body of this request.' : unknownName(name, own);
}

function invalid(path: string, message: string): GraphError {
  return new GraphError('validation_error', `${path}: ${message}`, {
    details: [{path, message}],
  });
}
