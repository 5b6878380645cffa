import {NIH_INSTITUTES} from '../../schema/nih-institutes.ts';
import type {Reading} from './read-so-far.ts';

const INSTITUTES = NIH_INSTITUTES.map(([name]) => name);

/** Who calls for applications, as texts say it, and the agencies of the graph that it stands for. */
const AGENCIES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:EU|EIC|ERC|MSCA|European\s+(?:Commission|Union)|Horizon(?:\s+Europe)?)\b/i, ['European Commission']],
  [/\bNIH\b/i, INSTITUTES],
];

/** What opportunities are called, which says nothing of any. */
const CALLED = /\b(?:calls?(?:\s+for\s+(?:proposals|applications))?|opportunit(?:y|ies)|funding|grants?)\b/gi;

/** The agency that calls for applications. */
export function readAgency(reading: Reading): void {
  for (const [said] of reading.text.matchAll(CALLED)) {
    reading.take(said);
    reading.shared.push(said);
  }
  const [pattern, agencies] = AGENCIES.find(([said]) => said.test(reading.text)) ?? [];
  if (pattern === undefined || agencies === undefined) return;
  reading.filters.agency = [...agencies];
  const said = reading.takeBy(pattern) ?? '';
  reading.shared.push(said);
  reading.told.agency = said;
}
