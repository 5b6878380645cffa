import type {Context} from '../../context.ts';
import {APPROVED} from '../records/stages.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import type {Reading} from './read-so-far.ts';
import {withoutDisease} from './spans.ts';

/** How texts say the way in which a drug is given, by the routes of agencies' files (ddl/bag.sql). The FDA's file calls most of what is injected so, and no more. */
const ROUTES: readonly (readonly [pattern: RegExp, route: string, values: readonly string[]])[] = [
  [/^oral(?:ly)?$/i, 'oral', ['oral']],
  [/^(?:inhaled|inhalers?|inhalation|inhalable|nebuli[sz]ed)$/i, 'inhalation', ['inhalation']],
  [/^subcutaneous(?:ly)?$/i, 'subcutaneous', ['subcutaneous']],
  [/^(?:intravenous(?:ly)?|infusions?|infused)$/i, 'intravenous', ['intravenous', 'iv (infusion)']],
  [/^intramuscular(?:ly)?$/i, 'intramuscular', ['intramuscular']],
  [/^intravitreal(?:ly)?$/i, 'intravitreal', ['intravitreal']],
  [/^intrathecal(?:ly)?$/i, 'intrathecal', ['intrathecal']],
  [/^(?:intra)?nasal(?:ly)?$/i, 'nasal', ['nasal']],
  [/^(?:ophthalmic|eyedrops?|eye)$/i, 'ophthalmic', ['ophthalmic']],
  [/^(?:transdermal|patch(?:es)?)$/i, 'transdermal', ['transdermal']],
  [/^sublingual(?:ly)?$/i, 'sublingual', ['sublingual']],
  [/^vaginal(?:ly)?$/i, 'vaginal', ['vaginal']],
  [/^(?:rectal(?:ly)?|suppositor(?:y|ies)|enemas?)$/i, 'rectal', ['rectal']],
  // The broader ones last.
  [/^(?:topical(?:ly)?|creams?|ointments?)$/i, 'topical', ['topical']],
  [
    /^(?:injections?|injectables?|injected|shots?)$/i,
    'injection',
    ['injection', 'subcutaneous', 'intramuscular', 'intravenous', 'intravitreal', 'intradermal', 'intrathecal'],
  ],
];

/** Forms that are said behind a route: nasal spray, eye drops. */
const FORM = /^(?:sprays?|drops?|creams?|ointments?|injections?)$/i;

/** What drugs are for: behind it stands a symptom (nasal congestion), unless the text ends with the word. */
const FOR = /\b(?:against|for)\s/i;

/**
 * The route by which drugs are given, of which no word is a disease's (rectal cancer, nasal polyps).
 * @param isOfTarget Whether they are to hit a target: what does so by mouth is a small molecule, of which no file says before its approval how it is given.
 */
export async function readRoute(context: Context, reading: Reading, isOfTarget: boolean): Promise<void> {
  if (!reading.left.some((word) => ROUTES.some(([pattern]) => pattern.test(word)))) return;
  const words = await withoutDisease(context, reading.left);
  for (const [pattern, route, values] of ROUTES) {
    const at = words.findIndex((word) => pattern.test(word));
    const said = words[at];
    if (said === undefined || (isOfTarget && route === 'oral')) continue;
    const [before = '', behind = ''] = reading.text.split(said);
    const isPurpose = FOR.test(before) && /\p{L}/u.test(behind);
    const next = words[at + 1] ?? '';
    const hasForm = FORM.test(next);
    if ((isPurpose && !hasForm) || (/^eye$/i.test(said) && !hasForm)) continue;
    // Before its approval no file says it of a drug: what is taken by mouth is a small molecule.
    if (route === 'oral' && reading.stages !== undefined && !reading.stages.has(APPROVED)) {
      reading.take(said);
      reading.filters.modality = ['small molecule'];
      return;
    }
    const rids = await rowsWith(
      context,
      values.map((value) => `route ${value}`),
      'product',
    );
    if (rids === undefined) return;
    reading.take(hasForm ? `${said} ${next}` : said);
    reading.conditions.push(amongRows(rids, 'route'));
    reading.told.route = route;
    return;
  }
}
