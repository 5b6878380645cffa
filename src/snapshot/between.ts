import {randomUUID} from 'node:crypto';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import pLimit from 'p-limit';
import {z} from 'zod';
import {FileError, GraphError} from '../errors.ts';
import {parseParams} from '../schema/check.ts';
import {generationsOf} from '../store/store.ts';
import {type Comparison, compareGenerations, diffFilter} from './compare.ts';
import {type PairOptions, pairOf} from './pair.ts';
import {type Digest, watchGenerations} from './watch.ts';

/** Parameters of a comparison of two kept generations. */
export const diffParams = diffFilter.extend({
  watch: z
    .array(z.string().min(1).max(1000))
    .min(1)
    .max(1000)
    .optional()
    .describe(
      'Names or ids: report what happened around each of them, a company with its group. Cannot be combined with filters.',
    ),
  from: z.int().min(1).optional().describe('The older generation; default: the one before `to`.'),
  to: z.int().min(1).optional().describe('The newer generation; default: the current one.'),
  limit: z.int().min(1).max(1000).default(20).describe('Rows per section at most, 1 to 1,000; default 20.'),
});

export type DiffParams = z.input<typeof diffParams>;

/** A comparison reads two generations completely, so only one runs at a time. */
const one = pLimit(1);

/** In addition to the memory of the rest of the process. */
const MEMORY = '1GB';

/**
 * Changes between two kept generations of a store: a comparison or, with `watch`, a digest.
 * @throws GraphError `validation_error` for wrong parameters, `bad_request` if there are no two generations to compare
 */
export async function changesBetween(
  store: string,
  given: unknown,
  signal?: AbortSignal,
): Promise<Comparison | Digest> {
  const {watch, from, to, limit, ...filter} = parseParams(diffParams, given);
  const names = Object.keys(filter);
  if (watch !== undefined && names.length > 0)
    throw new GraphError('validation_error', `watch: cannot be combined with filters (${names.join(', ')}).`, {
      details: [{path: 'watch', message: 'Cannot be combined with filters.'}],
    });
  return one(async () => {
    const spill = join(tmpdir(), `biograph-diff-${randomUUID()}`);
    const input = {...filesOf(store, {from, to}), limit, spill, signal, memoryLimit: MEMORY};
    return watch === undefined ? compareGenerations({...input, filter}) : watchGenerations({...input, watch});
  });
}

/** Like `pairOf`, but messages do not reveal the store's path to remote callers. */
function filesOf(store: string, numbers: PairOptions): {before: string; after: string} {
  try {
    return pairOf(store, numbers);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const kept = generationsOf(store).join(', ');
    throw new GraphError('bad_request', `There are no two such generations to compare; kept: ${kept}.`);
  }
}
