import type {Generation, QueryOptions} from '../../generation.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import {rowsByBareName} from './bare-names.ts';

/** A few letters that may be a name: without a dollar sign or a word that makes them a ticker. */
const BARE = /^\s*[a-z]{2,5}\s*$/i;

/**
 * The company meant by letters that are another company's ticker: one with that name, ignoring the legal form, and with
 * more data than the ticker's company (CSL is CSL Limited, `$CSL` Carlisle). Capitals that the other company does not have in its name
 * are the ticker (QURE is not Qure Healthcare).
 * @returns undefined if the ticker's company has the name itself or has more data, or the text marks a ticker.
 */
export async function meantByTicker(
  generation: Generation,
  text: string,
  owner: number,
  options: QueryOptions,
): Promise<number | undefined> {
  if (!BARE.test(text)) return undefined;
  const called = await rowsByBareName(generation, [bare(nameKey(text))], options);
  const companies = called.filter((rid) => kindOfRid(rid) === 'company');
  if (companies.length === 0 || companies.includes(owner)) return undefined;
  if (isCapitals(text) && !(await isWrittenSo(generation, text, companies, options))) return undefined;
  const [[first]] = await generation.columns(
    sql`select rid from order_key where rid in ${numbers([...companies, owner])}
        order by prominence is null, prominence, rid = ${owner}, rid limit 1${GATHERED}`,
    [is.integer],
    options,
  );
  return first === owner ? undefined : first;
}

const isCapitals = (text: string) => text === text.toUpperCase();

/** Whether one of these companies has the letters in its name as they are typed. */
async function isWrittenSo(
  generation: Generation,
  text: string,
  companies: readonly number[],
  options: QueryOptions,
): Promise<boolean> {
  const headers = await generation.lookups.headers(companies, options);
  const names = [...headers.values()].map(({name}) => JSON.parse(name) as string);
  return names.some((name) => name.split(/[^\p{L}\p{N}]+/u).includes(text.trim()));
}
