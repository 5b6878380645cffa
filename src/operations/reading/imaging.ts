import type {Context} from '../../context.ts';
import {recordsOf} from '../records/document.ts';
import {textsOf} from '../records/texts-of.ts';

/** Those of some drugs that show a disease and treat none: tracers and contrast agents. */
export async function imagingAgents(context: Context, rids: readonly number[]): Promise<ReadonlySet<number>> {
  const records = await recordsOf<Imaging>(context, rids);
  return new Set(rids.filter((rid) => isImaging(records.get(rid))));
}

/** What tells that a drug shows a disease. */
export interface Imaging {
  name?: string;
  attributes?: {atc?: unknown; class_names?: unknown};
}

export function isImaging({name = '', attributes}: Imaging = {}): boolean {
  const codes = textsOf(attributes?.atc);
  if (codes.length > 0) return codes.every((code) => SHOWS.test(code));
  return textsOf(attributes?.class_names).some((one) => SHOWING.test(one)) || TRACER.test(name) || CONTRAST.test(name);
}

/** Diagnostic agents, contrast media and diagnostic radiopharmaceuticals in the ATC classification of the WHO. */
const SHOWS = /^V0[489]/;
const SHOWING = /\b(?:tracers?|imaging|contrast|diagnostics?)\b/i;

/** Isotopes that are used to show something; those that treat (iodine 131, lutetium 177, yttrium 90) are others. */
const TRACER =
  /\btechnetium\b|\bthallous\b|\bgallium citrate\b|\b(?:c[- ]?11|cu[- ]?64|f[- ]?18|ga[- ]?6[78]|i[- ]?12[34]|in[- ]?111|n[- ]?13|rb[- ]?82|tc[- ]?99m|tl[- ]?201|xe[- ]?133|zr[- ]?89)\b|\(?\[?(?:11c|18f|64cu|68ga|89zr|99mtc|111in|123i|124i)\b/i;

/** Contrast media by their international nonproprietary names. */
const CONTRAST =
  /^(?:gado\w+|gadolin\w+|perfl(?:utren|enapent|exane|uoropropane)|io(?:dixanol|hexol|meprol|pamidol|promide|thalamate|versol|xaglate|xilan)|diatrizo\w+)\b/i;
