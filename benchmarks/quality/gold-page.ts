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
  return `## Facts written down

Four lists of facts, each row with the public record it was taken from: [gold/](../benchmarks/quality/gold). They are asked as a
user would ask; the build does not read them. Where the records say nothing or contradict each other, nothing was written down, so these are the
clear cases. A drug that is not found is wrong in every line. The interval is Wilson's, 95 %; \`npm run quality -- --facts --wrong FILE\`
measures this part alone and writes down each case that is wrong.

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

A product's primary target counts where it reaches the trust gate; of viral and bacterial targets none is right. The developer is the head of
the group that holds an approval of the first year.

## One name, two entities

Pairs of live entities with one name (case, accents, punctuation and legal form aside), or of which one has the other's name as an alias.
Kept apart are those with different numbers of one registry, a gene and the family called after it, and names that several numbers bear or
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

${thousands(folded.records)} records were folded into ${thousands(folded.products)} products. Each is looked up in DrugBank's open vocabulary by its
number or its name; a product whose records lead to two substances is suspect, unless one is called after the other.

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
