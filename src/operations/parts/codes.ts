/** A research code: its maker's letters, then digits (AMG 510, MK-3475, BI655066). */
const CODE = /^([a-z]{1,6})( ?)(\d{2,}[a-z0-9 ]*)$/;

/**
 * The other spelling of a code as names are compared, with or without a blank between letters and digits; undefined if
 * a key is not a code.
 */
export function otherSpelling(key: string): string | undefined {
  const [, letters, blank, digits] = CODE.exec(key) ?? [];
  return letters === undefined ? undefined : `${letters}${blank === '' ? ' ' : ''}${digits}`;
}
