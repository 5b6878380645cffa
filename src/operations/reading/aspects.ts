import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsByBareName} from '../names/bare-names.ts';

/** What texts ask about a thing that its record tells. */
const ASPECT =
  '(?:(?:current|clinical|development(?:al)?|highest)\\s+)?(?:stage|status|phase)|mechanisms?(?:\\s+of\\s+action)?|mode\\s+of\\s+action|moa|indications?|(?:drug\\s+)?class|approval\\s+(?:date|status|year)|(?:stock\\s+)?ticker(?:\\s+symbol)?|headquarters|hq|location|website|overview|profile|function|aliases|synonyms|(?:brand|generic|trade)\\s+names?';

/** The same of what no record tells. */
const UNTOLD =
  'ceo|chief\\s+executive(?:\\s+officer)?|founders?|(?:number\\s+of\\s+)?employees|revenues?|market\\s+cap(?:itali[sz]ation)?|(?:(?:stock|share|list)\\s+)?prices?|costs?|(?:annual\\s+|global\\s+)?sales|side\\s+effects?|adverse\\s+(?:effects?|events?|reactions?)|dos(?:age|es?|ing)|(?:drug\\s+)?interactions?|contraindications?|half[\\s-]li(?:fe|ves)';

const BEHIND = new RegExp(
  `^(?:what\\s+(?:is|are)\\s+)?(?:the\\s+)?(\\S.*?)(?:['’]s)?\\s+(?:${ASPECT}|(${UNTOLD}))[\\s?.!]*$`,
  'i',
);
const BEFORE = new RegExp(
  `^(?:(?:what|who)\\s+(?:is|are)\\s+)?(?:the\\s+)?(?:${ASPECT}|(${UNTOLD}))\\s+(?:for|of)\\s+(?:the\\s+)?(\\S.*?)[\\s?.!]*$`,
  'i',
);

/** Kinds whose records tell such things. */
const TELLING: readonly Kind[] = ['product', 'company', 'target', 'institution'];

/** A text as what it asks about. */
interface Thing {
  text: string;
  /** What is asked of it that no record tells: the price of Humira. */
  untold?: string | undefined;
}

/** A text that asks about a thing (olorofim stage, Vertex headquarters) as its name alone, if something is called so. */
export async function thingOf(context: Context, asked: string, {kind}: Filters): Promise<Thing> {
  const whole = {text: asked};
  if (kind !== undefined && !TELLING.includes(kind)) return whole;
  const [, behind, untoldBehind] = BEHIND.exec(asked) ?? [];
  const [, untoldBefore, before] = BEFORE.exec(asked) ?? [];
  const name = behind ?? before;
  const key = bare(nameKey(name ?? ''));
  if (name === undefined || key.length < 3) return whole;
  const all = bare(nameKey(asked));
  const [named, called] = await Promise.all(
    [key, all].map((one) => rowsByBareName(context.generation, [one], context)),
  );
  if (called !== undefined && called.length > 0) return whole;
  const isOne = named?.some((rid) => TELLING.includes(kindOfRid(rid))) === true;
  return isOne ? {text: name, untold: untoldBehind ?? untoldBefore} : whole;
}
