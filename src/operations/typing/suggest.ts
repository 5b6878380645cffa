import type {Context} from '../../context.ts';
import type {Header} from '../../generation.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {nameKey} from '../../text/words.ts';
import {allOf} from '../filters/filters.ts';
import {identified} from '../filters/identifier.ts';
import {otherSpellings} from '../names/codes.ts';
import {genesInGreek} from '../names/greek.ts';
import {spelledOut} from '../names/other-writings.ts';
import {meantByTicker} from '../names/tickers.ts';
import {mistyped} from './mistyped.ts';
import {startingWith} from './starting.ts';

/** Works that occur in families under one title: a patent and its continuations, a paper and its reprint. */
const WORKS: ReadonlySet<Kind> = new Set(['patent', 'paper', 'trial']);

/** Type-ahead: the results of `autocomplete`, best first. Among all kinds, works with the same title are shown once. */
export async function suggest(
  context: Context,
  text: string,
  kind: Kind | undefined,
  limit: number,
): Promise<Header[]> {
  const found = await matching(context, text, kind, limit);
  if (kind !== undefined) return found;
  const shown = oncePerTitle(found);
  if (shown.length === found.length || found.length < limit) return shown;
  return oncePerTitle(await matching(context, text, kind, limit * 3)).slice(0, limit);
}

function oncePerTitle(headers: Header[]): Header[] {
  const seen = new Set<string>();
  return headers.filter(({kind, name}) => {
    const title = `${kind} ${name.toLowerCase()}`;
    const isNew = !WORKS.has(kind) || !seen.has(title);
    seen.add(title);
    return isNew;
  });
}

async function matching(context: Context, text: string, kind: Kind | undefined, limit: number): Promise<Header[]> {
  const key = nameKey(text);
  const whole = nameKey(spelledOut(text));
  const words = key
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 16);
  const [named, greek, matches] = await Promise.all([
    identified(context, text, allOf(kind)),
    kind === undefined || kind === 'target' ? genesInGreek(context, text) : [],
    words.length === 0 ? [] : startingWith(context, key, words, kind, limit),
  ]);
  const [owner] = named;
  const meant =
    owner === undefined || kindOfRid(owner) !== 'company'
      ? undefined
      : await meantByTicker(context.generation, text, owner, context);
  const others = [...(named.length + matches.length > 0 ? [] : otherSpellings(key)), ...(whole === key ? [] : [whole])];
  const spelled = await Promise.all(
    others.map((other) => (matches.length >= limit ? [] : startingWith(context, other, other.split(' '), kind, limit))),
  );
  const found = new Set([...(meant === undefined ? [] : [meant]), ...named, ...greek, ...matches, ...spelled.flat()]);
  if (found.size < limit && words.length > 0) {
    const more = await context.guess(async (work) => {
      const unknown = await mistyped(work, words, kind, limit);
      // Every word exists, but no name has them all: one of them may be a misspelling of another word.
      return found.size + unknown.length > 0 || words.length === 1
        ? unknown
        : mistyped(work, words, kind, limit, 'any');
    });
    for (const rid of more) found.add(rid);
  }
  const rids = [...found].slice(0, limit);
  const byRid = await context.generation.lookups.headers(rids, context);
  return rids.flatMap((rid) => byRid.get(rid) ?? []);
}
