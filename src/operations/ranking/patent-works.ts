import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {nameKey} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {questionIn} from '../reading/kind-words.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf, othersOf} from '../records/ends.ts';
import {rowsWith} from '../scoring/rows-with.ts';
import type {Works} from './company-works.ts';

/** Words of the longest name of a drug that is looked for. */
const LONGEST_NAME = 4;

/**
 * The patents that cover a drug, of a text that asks for patents and says the drug by whatever name (Xtandi patents): most patents of lists of
 * approvals are known by their number alone. Of drugs of which none is listed, as of biologics, those that say what the drug is called besides: no patent
 * says Keytruda.
 */
export async function patentWorks(context: Context, text: string, filters: Filters): Promise<Works[]> {
  const {kind} = filters;
  if (kind !== undefined && kind !== 'patent') return [];
  const {kinds, words} = questionIn(text);
  const said = words.join(' ').replace(/[.,;:?!]+$/, '');
  if (!kinds.includes('patent') || said === '' || words.length > LONGEST_NAME) return [];
  const named = await rowsByBareName(context.generation, [nameKey(said)], context);
  const ends = await endsOf(context, named, {
    patents: ['covers', 'in', 'patent'],
    approvals: ['approval_of', 'in', 'approval'],
  });
  const ofApprovals = await endsOf(context, othersOf(ends.approvals), {patents: ['covers', 'in', 'patent']});
  const listed = othersOf([...ends.patents, ...ofApprovals.patents]);
  const patents = listed.length > 0 ? listed : await sayingItsName(context, named, said);
  if (patents.length === 0) return [];
  const frequency = new Map(patents.map((rid) => [rid, 1]));
  // Who only says its name may have a patent on what is given beside it.
  return [{text: said, frequency, ...(listed.length === 0 && {isPart: true})}];
}

/** Patents that say the name of the drug whose brand, or other name, a text has. */
async function sayingItsName(context: Context, named: readonly number[], said: string): Promise<readonly number[]> {
  const products = named.filter((rid) => kindOfRid(rid) === 'product');
  const records = await recordsOf<{name: string}>(context, products);
  const names = [...records.values()].map(({name}) => nameKey(name));
  const others = names.filter((name) => /^\p{L}{6,}$/u.test(name) && name !== nameKey(said));
  return others.length === 0 ? [] : ((await rowsWith(context, others, 'patent')) ?? []);
}
