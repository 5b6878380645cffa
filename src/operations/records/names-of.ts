import type {Context} from '../../context.ts';
import type {Document} from '../../generation.ts';
import {nameOf} from './header.ts';

/** More than so many entities are better looked up by a statement: each takes some 20 microseconds where it is in memory. */
export const MOST_BY_NAMES = 200;

interface Row {
  rid: number;
}

/** Those of some entities whose own names meet a condition, in their order. */
export async function whoseName<T extends Row>(
  {generation, ...options}: Context,
  some: readonly T[],
  meets: (name: string) => boolean,
): Promise<T[]> {
  const headers = await generation.lookups.headers(
    some.map(({rid}) => rid),
    options,
  );
  return some.filter(({rid}) => {
    const header = headers.get(rid);
    return header !== undefined && meets(nameOf(header));
  });
}

/** Those of some entities whose aliases, given together with the own name, meet a condition, in their order. */
export async function whoseAliases<T extends Row>(
  {generation, ...options}: Context,
  some: readonly T[],
  meets: (aliases: readonly string[], name: string) => boolean,
): Promise<T[]> {
  if (some.length === 0) return [];
  const documents = await generation.lookups.documents(
    some.map(({rid}) => rid),
    options,
  );
  return some.filter(({rid}) => {
    const document = documents.get(rid);
    if (document === undefined) return false;
    const aliases = aliasesIn(document);
    return aliases.length > 0 && meets(aliases, nameOf(document.header));
  });
}

/** Those of some entities whose names, all together, meet a condition, which more names never break; in their order. */
export async function whoseNames<T extends Row>(
  context: Context,
  some: readonly T[],
  meet: (names: readonly string[]) => boolean,
): Promise<T[]> {
  const named = new Set(await whoseName(context, some, (name) => meet([name])));
  const others = some.filter((one) => !named.has(one));
  for (const one of await whoseAliases(context, others, (aliases, name) => meet([name, ...aliases]))) named.add(one);
  return some.filter((one) => named.has(one));
}

/** Its aliases, and the symbol of a target. */
function aliasesIn({header, pieces: [top, attributes]}: Document): string[] {
  const names: string[] = [];
  // Aliases come first among the attributes (ddl/document.sql).
  if (attributes.startsWith('"attributes":{"aliases":[')) {
    const {aliases} = (JSON.parse(`{${attributes}}}`) as {attributes: {aliases: unknown[]}}).attributes;
    names.push(...aliases.filter((alias) => typeof alias === 'string'));
  }
  if (header.kind === 'target') {
    const {moa} = JSON.parse(`{${top}"signals":null}`) as {moa: {target_symbol: string | null} | null};
    if (typeof moa?.target_symbol === 'string') names.push(moa.target_symbol);
  }
  return names;
}
