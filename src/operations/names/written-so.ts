import type {Generation, QueryOptions} from '../../generation.ts';
import {norm} from '../../text/words.ts';
import {recordOf} from '../records/document.ts';
import {CONFIDENCE, type Named} from './by-name.ts';

/**
 * Decides between entities of one name, as names are compared, by how the text is written: Salbutamol is not (−)-Salbutamol, its isomer.
 * Those that no or several of the candidates are written as stay ambiguous.
 */
export async function bySpelling(
  generation: Generation,
  named: ReadonlyMap<string, Named>,
  least: number,
  options: QueryOptions,
): Promise<Map<string, Named>> {
  const open = [...named].filter(([, {rid, candidates}]) => rid === null && candidates.length > 1);
  const decided = new Map<string, Named>();
  if (open.length === 0) return decided;
  const rids = [...new Set(open.flatMap(([, {candidates}]) => candidates))];
  const documents = await generation.lookups.documents(rids, options);
  const namesOf = new Map<number, string[]>();
  for (const [rid, document] of documents) {
    const {name, attributes} = recordOf(document) as {name: string; attributes: {aliases?: string[]}};
    namesOf.set(rid, [name, ...(attributes.aliases ?? [])].map(norm));
  }
  for (const [text, {candidates}] of open) {
    const written = candidates.filter((rid) => namesOf.get(rid)?.includes(norm(text)));
    const [rid] = written;
    if (rid === undefined || written.length > 1) continue;
    const how = namesOf.get(rid)?.[0] === norm(text) ? 'name' : 'alias';
    if (CONFIDENCE[how] >= least) decided.set(text, {rid, how, candidates: []});
  }
  return decided;
}

/**
 * Texts that name a disease and are only some entity's alias: COPD is no gene, though an alias of one is spelled so. That entity is a
 * candidate.
 */
export async function diseasesAmong(
  generation: Generation,
  named: ReadonlyMap<string, Named>,
  options: QueryOptions,
): Promise<Map<string, Named>> {
  const aliases = [...named].filter(([, {how}]) => how === 'alias');
  if (aliases.length === 0) return new Map();
  const keyOf = (text: string) => `disease:${norm(text)}`;
  const diseases = await generation.lookups.values(
    aliases.map(([text]) => keyOf(text)),
    options,
  );
  return new Map(
    aliases.flatMap(([text, {rid}]) =>
      rid !== null && diseases.has(keyOf(text)) ? [[text, {rid: null, how: null, candidates: [rid]}] as const] : [],
    ),
  );
}
