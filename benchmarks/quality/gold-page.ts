import type {Accuracy} from './accuracy.ts';
import type {Folded} from './folded.ts';
import {percent, table, thousands} from './table.ts';
import type {Twins} from './twins.ts';

export interface GoldFigures {
  accuracies: Accuracy[];
  twins: Twins[];
  folded: Folded | null;
}

/** The part of docs/quality.md about the lists of facts. */
export function goldSection({accuracies, twins, folded}: GoldFigures): string {
  return `## Known facts

Four lists of facts, each row with the public record it comes from: [gold/](../benchmarks/quality/gold). They are queried as a
user would query; the build does not read them. If records are silent or contradict each other, the fact was left out, so these are the
clear cases. A drug that is not found is wrong in every line. The interval is Wilson's, 95 %; \`npm run quality -- --facts --wrong FILE\`
measures this part alone and lists every wrong case.

${table(
  ['asked', 'cases', 'right', 'share', '95 %', 'goal'],
  accuracies.map(({what, cases, right, low, high, goal}) => [
    what,
    String(cases),
    String(right),
    percent(right / cases),
    `${percent(low)} – ${percent(high)}`,
    goal === undefined ? '' : percent(goal),
  ]),
)}

A product's primary target counts if it reaches the trust gate; for viral and bacterial targets, the right answer is none. The developer is the head of
the group that holds an approval from the first year.

## One name, two entities

Pairs of live entities with the same name (ignoring case, accents, punctuation and legal form), or of which one has the other's name as an alias.
Rightly kept apart are pairs with different numbers of one registry, institutions in two countries, a gene and the family named after it, and names that belong to several numbers or
that the import lists as ambiguous.

${table(
  ['kind', 'same name', 'alias is a name', 'kept apart', 'should be one'],
  twins.map(({kind, sameName, aliasIsName, apart, open}) => [
    kind,
    ...[sameName, aliasIsName, apart, open].map(thousands),
  ]),
)}
${
  folded === null
    ? ''
    : `
## Every product merge

${thousands(folded.records)} records were merged into ${thousands(folded.products)} products. Each is looked up in DrugBank's open vocabulary by
number or name. A product whose records lead to two substances is suspect, unless one is named after the other.

${table(
  ['suspect', 'products'],
  folded.checks.map(({what, suspects}) => [what, thousands(suspects.length)]),
)}
`
}`;
}

/** Each case that is wrong, for whoever looks into it. */
export function wrongCases({accuracies, twins, folded}: GoldFigures): string {
  const lists: [string, string[]][] = [
    ...accuracies.map(({what, wrong}): [string, string[]] => [what, wrong]),
    ...twins.map(({kind, examples}): [string, string[]] => [`${kind}: should be one`, examples]),
    ...(folded?.checks ?? []).map(({what, suspects}): [string, string[]] => [`product with ${what}`, suspects]),
  ];
  return lists
    .map(([what, lines]) => `# ${what}: ${lines.length}\n${lines.map((line) => `${line}\n`).join('')}`)
    .join('\n');
}
