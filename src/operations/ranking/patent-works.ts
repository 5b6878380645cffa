import type {Context} from '../../context.ts';
import {nameKey} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {questionIn} from '../reading/kind-words.ts';
import {endsOf, othersOf} from '../records/ends.ts';
import type {Works} from './company-works.ts';

/** Words of the longest name of a drug that is looked for. */
const LONGEST_NAME = 4;

/**
 * The patents that cover a drug, of a text that asks for patents and says the drug by whatever name (Xtandi patents): most patents of lists of
 * approvals are known by their number alone.
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
  const patents = othersOf([...ends.patents, ...ofApprovals.patents]);
  return patents.length === 0 ? [] : [{text: said, frequency: new Map(patents.map((rid) => [rid, 1]))}];
}
