import {GraphError} from '../errors.ts';

export type OnError = (error: unknown) => void;

/**
 * The protocol's library passes an error's message to the caller; messages of unexpected errors must not reveal
 * internals.
 */
export async function shielded<T>(work: () => Promise<T>, onError: OnError): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError) throw error;
    onError(error);
    throw new GraphError('internal_error', 'The server failed; its log says why.');
  }
}
