import {norm} from '../../text/words.ts';
import {meaningsOf} from '../filters/vocabulary.ts';
import {ACTIVATING, INHIBITING} from '../reading/drug-classes.ts';
import {textsOf} from '../records/texts-of.ts';
import type {Search} from './searched.ts';

/** What a drug does to its targets. */
export interface Acting {
  moa?: {mechanism?: string | null};
  attributes?: {mechanisms?: unknown; class_names?: unknown};
}

/** How a mechanism says that a drug activates its target: an inverse agonist inhibits, and an agonist-antagonist does both. */
const IS_ACTIVATING = new RegExp(`(?<!\\binverse )\\b(?:${ACTIVATING})s?\\b`, 'i');
const IS_INHIBITING = new RegExp(`\\b(?:${INHIBITING}|inverse agonist)s?\\b`, 'i');

/** What drugs are to do: to inhibit their target or to activate it; undefined if a text says neither. */
export function wantedAction({said, isInhibition}: Search['action']): 'inhibit' | 'activate' | undefined {
  if (isInhibition === true) return 'inhibit';
  return IS_ACTIVATING.test(said) ? 'activate' : undefined;
}

/**
 * Whether a drug does the opposite of what is wanted to the targets that are meant, by the mechanisms that its sources state of these, or else by its
 * mechanism as a whole, or what it is called: of antagonists of GLP-1 no agonist is one, whatever it is approved for.
 * @param targets In normalised form.
 */
export function isOpposed(
  {moa, attributes}: Acting,
  wanted: 'inhibit' | 'activate',
  targets: ReadonlySet<string>,
): boolean {
  const stated = Array.isArray(attributes?.mechanisms) ? (attributes.mechanisms as unknown[]) : [];
  const ofTargets = stated.flatMap((one) => {
    const {mechanism, targets: hit} = (one ?? {}) as {mechanism?: unknown; targets?: unknown};
    const isMeant = Array.isArray(hit) && hit.some((name) => targets.has(norm(String(name))));
    return isMeant && typeof mechanism === 'string' ? [mechanism] : [];
  });
  const whole = moa?.mechanism == null ? textsOf(attributes?.class_names) : [moa.mechanism];
  const texts = ofTargets.length > 0 ? ofTargets : whole;
  const does = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  return wanted === 'inhibit'
    ? does(IS_ACTIVATING) && !does(IS_INHIBITING)
    : does(IS_INHIBITING) && !does(IS_ACTIVATING);
}

/** All names of some targets, in normalised form. */
export const targetNames = (targets: readonly string[]): ReadonlySet<string> =>
  new Set([...targets, ...targets.flatMap((one) => meaningsOf('target', one))].map(norm));
