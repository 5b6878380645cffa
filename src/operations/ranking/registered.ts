import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {byLayer} from '../reading/layers.ts';
import {sumsOf} from '../scoring/best-scored.ts';
import {lookUp, type Term} from '../scoring/dictionary.ts';

/** What institutions are by the registry, by what texts call them; not all have that in their names (ETH Zurich, Léon Bérard). */
const REGISTERED: Readonly<Record<string, string>> = {university: 'education', hospital: 'healthcare'};

/** Some terms with the registered types of the institutions that they are of. */
export async function withRegistered(
  context: Context,
  terms: readonly Term[],
  kind: Kind | undefined,
): Promise<readonly Term[]> {
  if (kind !== 'institution') return terms;
  const pairs = Object.entries(REGISTERED);
  const found = await lookUp(context, pairs.flat());
  const types = pairs.flatMap(([called, type]) => {
    const said = terms.find(({tid}) => tid === found.get(called)?.tid);
    const registered = found.get(type);
    return said === undefined || registered === undefined ? [] : [{...said, tid: registered.tid, df: registered.df}];
  });
  return types.length === 0 ? terms : [...terms, ...types];
}

/** Some institutions with those first that are registered as what is asked for: of universities not their hospitals. */
export async function registeredFirst(
  context: Context,
  rids: readonly number[],
  terms: readonly Term[],
): Promise<readonly number[]> {
  const found = await lookUp(context, Object.values(REGISTERED));
  const types = new Set([...found.values()].map(({tid}) => tid));
  const asked = terms.filter(({tid}) => types.has(tid));
  if (asked.length === 0) return rids;
  const sums = await sumsOf(context, asked, rids);
  return byLayer(rids, (rid) => (sums.has(rid) ? 0 : 1));
}
