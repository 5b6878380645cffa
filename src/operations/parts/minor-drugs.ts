import type {Context} from '../../context.ts';
import {recordOf} from './document.ts';

/** Drugs that more companies develop than this are generics, nobody's own. */
const FEW = 4;

/**
 * Those of a company's drugs that whoever asks for its drugs seldom looks for: generics, and what is off the market. Pfizer has docetaxel too, but
 * palbociclib is its own.
 */
export async function minorDrugs(context: Context, rids: readonly number[]): Promise<ReadonlySet<number>> {
  const {lookups} = context.generation;
  const [neighbours, documents] = await Promise.all([
    lookups.neighbours(rids, context),
    lookups.documents(rids, context),
  ]);
  const developed = 2 * (context.generation.relationNumber('develops') ?? 0) + 1;
  const isGeneric = (rid: number) =>
    Array.from(neighbours.get(rid)?.steps ?? []).filter((step) => step === developed).length > FEW;
  const isOff = (rid: number) => {
    const document = documents.get(rid);
    const {attributes} = document === undefined ? {} : (recordOf(document) as {attributes?: Record<string, unknown>});
    return attributes?.marketing_status === 'off the market';
  };
  return new Set(rids.filter((rid) => isGeneric(rid) || isOff(rid)));
}
