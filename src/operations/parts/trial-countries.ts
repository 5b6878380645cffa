import type {Context} from '../../context.ts';
import {endsOf, othersOf} from './ends.ts';
import {allOf, resolveFilters, selectionOf} from './filters.ts';
import {countryIn} from './places.ts';
import type {Reading} from './read-so-far.ts';
import {amongRows} from './rows-with.ts';

/** Institutions of a country that are looked at; a larger country's would take too long, and are most there are. */
const MOST = 20_000;

/** The country in which trials have a site. The sites of few are known, so that the others follow. */
export async function readTrialCountry(context: Context, reading: Reading): Promise<void> {
  const found = await countryIn(reading.left);
  if (found === undefined) return;
  const {groups} = await resolveFilters(context.generation, {country: found.found}, context);
  const filters = {...allOf('institution'), groups};
  const selection = selectionOf(filters);
  const selected = selection && (await context.generation.lookups.select(selection, context));
  const institutions = selected?.rows() ?? [];
  if (institutions.length === 0 || institutions.length > MOST) return;
  const {trials} = await endsOf(context, institutions, {trials: ['conducted_at', 'in', 'trial']});
  if (trials.length === 0) return;
  reading.take(found.said);
  reading.conditions.push(
    amongRows(
      othersOf(trials).sort((a, b) => a - b),
      'ids',
    ),
  );
  reading.told.country = found.found;
}
