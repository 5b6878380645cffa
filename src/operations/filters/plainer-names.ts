const BEFORE =
  /^(?:(?:locally )?advanced|metastatic|recurrent|relapsed|refractory|unresectable|resectable|newly diagnosed|untreated|severe|moderate[ -]to[ -]severe|mild|stage (?:\d|[ivx]+)[a-c]?|and|or|\/|,)[\s/,]+/i;
const BEHIND =
  /[\s,]+(?:metastatic|advanced|recurrent|refractory|relapsed|unresectable|adult|childhood|stage (?:\d|[ivx]+)[a-c]?|(?:stage \S+ )?ajcc v\d+|in (?:adults|children|adolescents))$/i;

/**
 * A disease as registries of trials write it, with less and less of what they add to its name: an abbreviation in brackets at the end, MeSH's
 * inverted order (Dermatitis, Atopic), the stage of a cancer, the plural.
 */
export function plainerNames(text: string): string[] {
  const names: string[] = [];
  let name = text.trim();
  const take = (next: string) => {
    if (next === name || next.length < 3) return false;
    name = next;
    names.push(next);
    return true;
  };
  take(name.replace(/\s*\([^()]*\)$/, ''));
  const [, last, first] = /^([^,]+), ([^,]+)$/.exec(name) ?? [];
  if (last !== undefined && first !== undefined && !BEHIND.test(name)) take(`${first} ${last}`);
  while (take(name.replace(BEFORE, '')));
  while (take(name.replace(BEHIND, '')));
  if (/[a-z]{3}s$/i.test(name) && !/(?:is|us|ss)$/i.test(name)) take(name.replace(/ies$/i, 'y').replace(/s$/i, ''));
  return names;
}
