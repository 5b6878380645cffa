import {GraphError} from '../errors.ts';

export type OnError = (error: unknown) => void;

/** The protocol's library tells a caller what an error says; of what is not ours it is to say nothing of the inside. */
export async function shielded<T>(work: () => Promise<T>, onError: OnError): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError) throw error;
    onError(error);
    throw new GraphError('internal_error', 'The server failed; its log says why.');
  }
}
