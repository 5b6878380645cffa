/** A research code or a gene: letters, then digits (AMG 510, MK-3475, BI655066, ADAMTS-5, p38 alpha). */
const CODE = /^([a-z]{1,6}) ?(\d+)([a-z0-9 ]*)$/;

/** Numbers of fewer digits are also written with zeros before them (MK-476, MK-0476). */
const DIGITS = 4;

/**
 * The other spellings of a code as names are compared, with or without blanks around the digits and zeros before these; none if a key is
 * not a code.
 */
export function otherSpellings(key: string): string[] {
  const [, letters, digits = '', more = ''] = CODE.exec(key) ?? [];
  if (letters === undefined) return [];
  const bare = digits.replace(/^0+(?=\d{2})/, '');
  const numbers = digits.length === 1 ? [digits] : [digits, bare, bare.padStart(DIGITS, '0')];
  const ends = [more, more.replaceAll(' ', '')];
  const spelled = numbers.flatMap((number) =>
    ['', ' '].flatMap((blank) => ends.map((end) => `${letters}${blank}${number}${end}`)),
  );
  return [...new Set(spelled)].filter((one) => one !== key);
}
