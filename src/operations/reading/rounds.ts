import type {Context} from '../../context.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import type {Reading} from './read-so-far.ts';

/** A type of funding as texts say it, with the word for what it is of: series B rounds, seed financings, IPOs. */
const ROUND =
  /\b(?<!\bcase\s+)(series\s+[a-h])\b(?:\s+(?:rounds?|financings?|funding))?|\b(pre-?seed|seed|debt|venture)\s+(?:rounds?|financings?|funding)|\b(ipo)s?\b/i;

/** The type of funding events, by the types that sources give them (ddl/bag.sql). */
export async function readRound(context: Context, reading: Reading): Promise<void> {
  const [said, ...types] = ROUND.exec(reading.text) ?? [];
  const type = types.find((one) => one !== undefined);
  if (said === undefined || type === undefined) return;
  const round = type.toLowerCase().replace(/\s+/g, ' ');
  const rids = await rowsWith(context, [`type ${round}`], 'funding_event');
  reading.told.round = round;
  reading.take(said);
  if (rids === undefined) reading.isLacking = true;
  else reading.conditions.push(amongRows(rids, 'round'));
}
