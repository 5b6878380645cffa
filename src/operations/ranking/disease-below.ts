import type {Context} from '../../context.ts';
import {is} from '../../sql/results.ts';
import {norm} from '../../text/words.ts';
import {meaningsOf} from '../filters/vocabulary.ts';
import {ownNamesOf} from '../records/below-disease.ts';

/** A disease that a text names. */
export interface DiseaseBelow {
  /** The labels of the diseases that it may be, in normalised form. */
  labels: readonly string[];
  /** The names of these and of all below them in the tree, in normalised form; none if no entity has one of them. */
  names: ReadonlySet<string>;
}

/** What a disease may be, by any of its names. */
export function diseaseBelow({generation, ...options}: Context, disease: string): Promise<DiseaseBelow> {
  const sizeOf = ({labels, names}: DiseaseBelow) => (labels.length + names.size) * 48;
  return generation.cache.remember(`disease ${disease}`, sizeOf, async () => {
    const said = [disease, ...meaningsOf('disease', disease)].map(norm);
    const values = await generation.lookups.values(
      said.map((one) => `disease:${one}`),
      options,
    );
    const ids = [...values.values()].flat().map(({label_id}) => label_id);
    if (ids.length === 0) return {labels: [], names: new Set()};
    const [owns, keys] = await generation.columns(ownNamesOf(ids), [is.text, is.text], options);
    // A disease that is not in the tree is what it is called.
    return {labels: [...new Set([...owns, ...said])], names: new Set([...keys, ...said])};
  });
}
