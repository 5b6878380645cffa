import type {Generation, QueryOptions} from '../../generation.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import {rowsByBareName} from './bare-names.ts';

/** A few letters that may as well be a name: without a dollar sign and without what says that it is a ticker. */
const BARE = /^\s*[a-z]{2,5}\s*$/i;

/**
 * The company that people mean by letters which are another one's ticker: that is called so, legal form aside, and has more to it than whose
 * ticker it is (CSL is CSL Limited, `$CSL` Carlisle).
 * @returns undefined where the ticker's company is called so itself or has more to it, or the text says that it is a ticker.
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
  const [[first]] = await generation.columns(
    sql`select rid from order_key where rid in ${numbers([...companies, owner])}
        order by prominence is null, prominence, rid = ${owner}, rid limit 1${GATHERED}`,
    [is.integer],
    options,
  );
  return first === owner ? undefined : first;
}
