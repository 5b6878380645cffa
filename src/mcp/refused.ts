import {faultOf} from '../schema/body.ts';

/**
 * The answer to a message that is not passed on to the protocol's library, which drops some names silently and does not
 * survive deep nesting; undefined if it is passed on.
 */
export function refusalOf(message: unknown): {jsonrpc: '2.0'; id: string | number | null; error: object} | undefined {
  const fault = faultOf(message);
  if (fault === undefined) return undefined;
  const {id} = (message ?? {}) as {id?: unknown};
  const {path, message: reason} = fault;
  return {
    jsonrpc: '2.0',
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    error: {code: -32602, message: path === '' ? reason : `${path}: ${reason}`},
  };
}
