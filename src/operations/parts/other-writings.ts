/** Words behind a drug's name that say how it is given, and how much of it. */
const STRENGTH = /[\s,]+\d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|ug|g|ml|iu|units?|%)(?:\s?\/\s?[\w.]+)?.*$/i;
const FORM =
  /[\s,]+(?:(?:film[- ]coated|oral|extended[- ]release|delayed[- ]release|topical|ophthalmic|subcutaneous|intravenous)\s+)*(?:tablets?|capsules?|injections?|infusions?|solutions?|suspensions?|cream|gel|ointment|vials?|pens?|autoinjectors?|syringes?|inhalers?|patch(?:es)?)$/i;

/** The abbreviations that addresses use, and their words. */
const ABBREVIATED: readonly [RegExp, string][] = [
  [/\bU(?:niv)?\.?(?=\s+of\b)/gi, 'University'],
  [/\bUniv\b\.?/gi, 'University'],
  [/\bInst\b\.?/gi, 'Institute'],
  [/\bHosp\b\.?/gi, 'Hospital'],
  [/\bCtr\b\.?/gi, 'Center'],
  [/\bNat(?:'|’)?l\b\.?/gi, 'National'],
  [/\bColl\b\.?/gi, 'College'],
  [/\bDept\b\.?/gi, 'Department'],
];

/** The names in a text of a table; none where it has nothing to take away. All of them should mean one thing. */
export function otherWritings(text: string): string[] {
  const plain = text.trim();
  const [, outer = '', inner = ''] = /^([^()]{2,}?)\s*\(([^()]{2,})\)$/.exec(plain) ?? [];
  if (outer !== '') return [outer, inner];
  const halves = plain.split('/').map((half) => half.trim());
  if (halves.length === 2 && halves.every((half) => /^\p{L}[\p{L}\p{N} -]{3,}$/u.test(half))) return halves;
  const drug = plain.replace(STRENGTH, '').replace(FORM, '').replace(FORM, '');
  if (drug !== plain && drug.length > 2) return [drug];
  const whole = spelledOut(plain);
  return whole === plain ? [] : [whole];
}

/** A text with the words of its abbreviations: University of Tok, of "univ of tok". */
export function spelledOut(text: string): string {
  return ABBREVIATED.reduce((spelled, [from, to]) => spelled.replace(from, to), text);
}
