import type {Context} from '../../context.ts';
import {recordsOf} from '../records/document.ts';
import {imagingAgents} from './imaging.ts';
import {byLayer} from './layers.ts';

/** Drugs that more companies develop than this are generics, nobody's own. */
const FEW = 4;

/**
 * Those of a company's drugs that whoever asks for its drugs seldom looks for: generics, what is off the market, and what shows a disease, unless the
 * company makes little else. Pfizer has docetaxel too, but palbociclib is its own.
 */
export async function minorDrugs(context: Context, rids: readonly number[]): Promise<ReadonlySet<number>> {
  const [generic, off, imaging] = await Promise.all([
    genericsOf(context, rids),
    offTheMarket(context, rids),
    imagingAgents(context, rids),
  ]);
  return new Set([...generic, ...off, ...(2 * imaging.size < rids.length ? imaging : [])]);
}

/** Those of some drugs that many companies develop. */
export async function genericsOf(context: Context, rids: readonly number[]): Promise<ReadonlySet<number>> {
  const neighbours = await context.generation.lookups.neighbours(rids, context);
  const developed = 2 * (context.generation.relationNumber('develops') ?? 0) + 1;
  const isGeneric = (rid: number) =>
    Array.from(neighbours.get(rid)?.steps ?? []).filter((step) => step === developed).length > FEW;
  return new Set(rids.filter(isGeneric));
}

/** Those of some drugs of which no approval is in force any more. */
export async function offTheMarket(context: Context, rids: readonly number[]): Promise<ReadonlySet<number>> {
  const records = await recordsOf<{attributes?: Record<string, unknown>}>(context, rids);
  const isOff = (rid: number) => records.get(rid)?.attributes?.marketing_status === OFF;
  return new Set(rids.filter(isOff));
}

/** Those of some drugs that are off the market, with combinations, whose parts mostly are still sold, behind the others. */
export async function withdrawnFrom(context: Context, rids: readonly number[]): Promise<readonly number[]> {
  const gone = [...(await offTheMarket(context, rids))];
  const records = await recordsOf<{name: string}>(context, gone);
  const isMixed = (rid: number) => /[;,]/.test(records.get(rid)?.name ?? '');
  return byLayer(gone, (rid) => Number(isMixed(rid)));
}

/** The attribute `marketing_status` of such a drug. */
export const OFF = 'off the market';
