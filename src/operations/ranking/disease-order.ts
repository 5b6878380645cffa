import type {Context} from '../../context.ts';
import {is} from '../../sql/results.ts';
import {norm} from '../../text/words.ts';
import {meaningsOf} from '../filters/vocabulary.ts';
import {type Imaging, isImaging} from '../reading/imaging.ts';
import {OFF} from '../reading/minor-drugs.ts';
import {namesOf} from '../records/below-disease.ts';
import {recordsOf} from '../records/document.ts';

interface Drug {
  name?: string;
  moa?: {disease_id?: string | null; disease_label?: string | null};
  attributes?: Imaging['attributes'] & {
    indications?: {id?: string | null; label?: string | null; phase?: string | null}[];
    marketing_status?: string;
  };
}

/** What a drug counts for a disease for which it is not approved, is not first of all, or no longer sold, and what shows the disease. */
const UNAPPROVED = 0.5;
const SECOND = 0.92;
const GONE = 0.3;
const SHOWN = 0.3;

/**
 * Drugs for a disease by what their texts say of it, those that are approved for it and those that are first of all for it counting more; each with its
 * place. Undefined if none is for it.
 */
export async function diseaseOrder(
  context: Context,
  rids: readonly number[],
  disease: string,
  sumOf: (rid: number) => number,
): Promise<ReadonlyMap<number, number> | undefined> {
  const [names, records] = await Promise.all([namesBelow(context, disease), recordsOf<Drug>(context, rids)]);
  const isOne = (id: string | null | undefined, label: string | null | undefined) =>
    (label != null && names.has(norm(label))) || (id != null && names.has(norm(id)));
  let isAny = false;
  const counted = (rid: number) => {
    const {moa, attributes} = records.get(rid) ?? {};
    const uses = attributes?.indications ?? [];
    const isApproved = uses.some(({id, label, phase}) => phase === 'approved' && isOne(id, label));
    const isOwn = isOne(moa?.disease_id, moa?.disease_label);
    isAny ||= isApproved || isOwn;
    const isGone = attributes?.marketing_status === OFF;
    const use = isGone ? GONE : isImaging(records.get(rid)) ? SHOWN : 1;
    return sumOf(rid) * (isApproved ? 1 : UNAPPROVED) * (isOwn ? 1 : SECOND) * use;
  };
  const counts = new Map(rids.map((rid) => [rid, counted(rid)]));
  if (!isAny) return undefined;
  const order = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return new Map(order.map(([rid], at) => [rid, at]));
}

/** The names of a disease and of all below it in the tree, as they are compared. */
export async function namesBelow(context: Context, disease: string): Promise<ReadonlySet<string>> {
  const said = [disease, ...meaningsOf('disease', disease)];
  const values = await context.generation.lookups.values(
    said.map((one) => `disease:${norm(one)}`),
    context,
  );
  const ids = [...values.values()].flat().map(({label_id}) => label_id);
  if (ids.length === 0) return new Set();
  const [keys] = await context.generation.columns(namesOf(ids), [is.text], context);
  return new Set([...keys, ...said.map(norm)]);
}
