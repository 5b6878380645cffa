import {distance} from 'fastest-levenshtein';
import {GraphError} from '../errors.ts';
import {fromText, type Operation, paramTypes, pathParams} from '../operation.ts';

export interface Query {
  params: Record<string, unknown>;
  /** Parameters the route does not know and does not mistake for its own. */
  ignored: string[];
}

/** Extra parameters that doors of every operation may carry. */
export type Decoder = (query: Record<string, unknown>, path: Record<string, string>, body: unknown) => Query;

/**
 * Reads a request's parameters by an operation's own definition. A name that is nearly one of the operation's is
 * refused, since a misspelt filter must not silently return everything.
 * @throws GraphError `validation_error`
 */
export function decoder(operation: Operation): Decoder {
  const types = paramTypes(operation);
  const inPath = new Set(pathParams(operation));
  const inQuery = Object.keys(types).filter((name) => !inPath.has(name) && operation.method === 'GET');
  return (query, path, body) => {
    const params: Record<string, unknown> = operation.method === 'POST' ? {...bodyObject(body)} : {};
    const ignored: string[] = [];
    for (const [name, value] of Object.entries(query)) {
      if (!inQuery.includes(name)) {
        const meant = inQuery.find((known) => name.length >= 4 && distance(name, known) <= 2);
        if (meant !== undefined) throw invalid(name, `Unknown parameter ${name}: did you mean ${meant}?`);
        ignored.push(name);
      } else if (typeof value !== 'string') throw invalid(name, 'Given more than once.');
      else params[name] = fromText(value, types[name]);
    }
    for (const [name, value] of Object.entries(path)) params[name] = value;
    return {params, ignored};
  };
}

function bodyObject(body: unknown): Record<string, unknown> {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalid('', 'The body must be a JSON object.');
  return body as Record<string, unknown>;
}

function invalid(path: string, message: string): GraphError {
  return new GraphError('validation_error', path === '' ? message : `${path}: ${message}`, {
    details: [{path, message}],
  });
}
