import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import {rowsByBareName} from './bare-names.ts';
import type {Filters} from './filters.ts';

/** What texts ask about a thing that its record tells. */
const ASPECT =
  '(?:(?:current|clinical|development(?:al)?|highest)\\s+)?(?:stage|status|phase)|mechanisms?(?:\\s+of\\s+action)?|mode\\s+of\\s+action|moa|indications?|(?:drug\\s+)?class|approval\\s+(?:date|status|year)|(?:stock\\s+)?ticker(?:\\s+symbol)?|headquarters|hq|location|website|overview|profile|function|aliases|synonyms|(?:brand|generic|trade)\\s+names?';

const BEHIND = new RegExp(`^(?:what\\s+(?:is|are)\\s+)?(?:the\\s+)?(\\S.*?)(?:['’]s)?\\s+(?:${ASPECT})[\\s?.!]*$`, 'i');
const BEFORE = new RegExp(
  `^(?:what\\s+(?:is|are)\\s+)?(?:the\\s+)?(?:${ASPECT})\\s+(?:of|for)\\s+(?:the\\s+)?(\\S.*?)[\\s?.!]*$`,
  'i',
);

/** Kinds whose records tell such things. */
const TELLING: readonly Kind[] = ['product', 'company', 'target', 'institution'];

/** A text that asks about a thing (olorofim stage, Vertex headquarters) as its name alone, if something is called so. */
export async function thingOf(context: Context, text: string, {kind}: Filters): Promise<string> {
  if (kind !== undefined && !TELLING.includes(kind)) return text;
  const name = (BEHIND.exec(text) ?? BEFORE.exec(text))?.[1];
  const key = bare(nameKey(name ?? ''));
  if (name === undefined || key.length < 3) return text;
  const whole = bare(nameKey(text));
  const [named, all] = await Promise.all([key, whole].map((one) => rowsByBareName(context.generation, [one], context)));
  if (named === undefined || (all?.length ?? 0) > 0) return text;
  return named.some((rid) => TELLING.includes(kindOfRid(rid))) ? name : text;
}
