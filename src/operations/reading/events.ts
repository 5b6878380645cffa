import type {Context} from '../../context.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import type {Reading} from './read-so-far.ts';

/** How texts say what sort of event is to come, by the types that catalysts have (ddl/bag.sql). */
const EVENTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:PDUFAs?(?:\s+(?:action\s+)?(?:dates?|decisions?))?|(?:FDA\s+)?action\s+dates?)\b/i, 'pdufa'],
  [/\b(?:AdComm?s?|advisory\s+committees?)(?:\s+meetings?)?\b/i, 'adcom'],
  [/\b(?:complete\s+response\s+letters?|CRLs?)\b/i, 'crl'],
  [/\brefuse[\s-]to[\s-]file(?:\s+letters?)?\b/i, 'rtf'],
  [/\bclinical\s+holds?\b/i, 'clinical_hold'],
  [/\b(?:(?:data|trial|top-?line)\s+)*(?:read-?outs?|results)\b|\btop-?line\s+data\b/i, 'data_readout'],
  [/\b(?:regulatory\s+)?(?:submissions?|filings?)\b/i, 'submission'],
];

/** The sort of event that catalysts are; where none is of it, its words are looked for. */
export async function readEvent(context: Context, reading: Reading): Promise<void> {
  const [pattern, type] = EVENTS.find(([one]) => one.test(reading.text)) ?? [];
  if (pattern === undefined || type === undefined) return;
  const rids = await rowsWith(context, [`type ${type}`], 'catalyst');
  if (rids === undefined) return;
  reading.shared.push(reading.takeBy(pattern) ?? '');
  reading.takeBy(/\bcatalysts?\b/i);
  reading.conditions.push(amongRows(rids, 'type'));
  reading.told.type = type;
}
