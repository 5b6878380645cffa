import type {Context} from '../../context.ts';
import type {Reading} from './read-so-far.ts';
import {amongRows, rowsWith} from './rows-with.ts';
import {withoutDisease} from './spans.ts';

/** How texts say the way in which a drug is given, by the routes of agencies' files (ddl/bag.sql). The FDA's file calls most of what is injected so, and no more. */
const ROUTES: readonly (readonly [pattern: RegExp, route: string, values: readonly string[]])[] = [
  [/^oral(?:ly)?$/i, 'oral', ['oral']],
  [/^(?:topical(?:ly)?|creams?|ointments?)$/i, 'topical', ['topical']],
  [/^(?:inhaled|inhalers?|inhalation|inhalable|nebuli[sz]ed)$/i, 'inhalation', ['inhalation']],
  [/^subcutaneous(?:ly)?$/i, 'subcutaneous', ['subcutaneous']],
  [/^(?:intravenous(?:ly)?|infusions?|infused)$/i, 'intravenous', ['intravenous', 'iv (infusion)']],
  [/^intramuscular(?:ly)?$/i, 'intramuscular', ['intramuscular']],
  [
    /^(?:injections?|injectables?|injected|shots?)$/i,
    'injection',
    ['injection', 'subcutaneous', 'intramuscular', 'intravenous', 'intravitreal', 'intradermal'],
  ],
  [/^intravitreal(?:ly)?$/i, 'intravitreal', ['intravitreal']],
  [/^intrathecal(?:ly)?$/i, 'intrathecal', ['intrathecal']],
  [/^(?:intra)?nasal(?:ly)?$/i, 'nasal', ['nasal']],
  [/^(?:ophthalmic|eyedrops?)$/i, 'ophthalmic', ['ophthalmic']],
  [/^(?:transdermal|patch(?:es)?)$/i, 'transdermal', ['transdermal']],
  [/^sublingual(?:ly)?$/i, 'sublingual', ['sublingual']],
  [/^vaginal(?:ly)?$/i, 'vaginal', ['vaginal']],
  [/^(?:rectal(?:ly)?|suppositor(?:y|ies)|enemas?)$/i, 'rectal', ['rectal']],
];

/** Words of a route that stand beside another: nasal spray, skin patches. */
const BESIDE = /^(?:sprays?|skin|drops?)$/i;

/** The route by which drugs are given, of which no word is a disease's (rectal cancer, nasal polyps). */
export async function readRoute(context: Context, reading: Reading): Promise<void> {
  if (!reading.left.some((word) => ROUTES.some(([pattern]) => pattern.test(word)))) return;
  const words = await withoutDisease(context, reading.left);
  for (const [pattern, route, values] of ROUTES) {
    const said = words.find((word) => pattern.test(word));
    if (said === undefined) continue;
    const rids = await rowsWith(
      context,
      values.map((value) => `route ${value}`),
      'product',
    );
    if (rids === undefined) return;
    reading.take([said, ...words.filter((word) => BESIDE.test(word))].join(' '));
    reading.conditions.push(amongRows(rids, 'route'));
    reading.told.route = route;
    return;
  }
}
