import {type GoldFigures, goldSection} from './gold-page.ts';
import type {Share} from './joins.ts';
import type {Judged} from './judged.ts';
import {GATE, type RulePrecision} from './links.ts';
import type {Precision} from './merges.ts';
import type {Found} from './retrieval.ts';
import {searchSection} from './search-page.ts';
import {percent, table, thousands} from './table.ts';
import type {Typed} from './typing.ts';

export interface Quality {
  precision: Precision[];
  merges: RulePrecision[];
  links: RulePrecision[];
  recall: Share[];
  tickers: {trials: number; repeated: number};
  shares: Share[];
  facts: GoldFigures;
  found: Found[];
  typed: Typed[];
  /** Collections that lay beside it. */
  judged: Judged[];
  seed: number;
}

/** Precision over several kinds. */
function together(precision: Precision[], kinds: string[]): number {
  const some = precision.filter(({kind}) => kinds.includes(kind));
  return some.reduce((sum, {right}) => sum + right, 0) / some.reduce((sum, {one}) => sum + one, 0);
}

/** Rules with their figures. */
function rules(figures: readonly RulePrecision[]): string {
  const rows = figures.map(({rule, made, judged, here, right, low, high}) =>
    here === 0
      ? [rule, thousands(made), String(judged), '', '', 'not looked at']
      : [
          rule,
          thousands(made),
          String(judged),
          String(here),
          percent(right / here),
          `${percent(low)} – ${percent(high)}`,
        ],
  );
  return table(['rule', 'made', 'looked at', 'of these in this build', 'right', '95 %'], rows);
}

/** docs/quality.md, from what was measured. */
export function qualityPage({
  precision,
  merges,
  links,
  recall,
  tickers,
  shares,
  facts,
  found,
  typed,
  judged,
  seed,
}: Quality): string {
  const share = (rows: Share[]) => rows.map(({what, of, joined}) => [what, thousands(of), percent(joined / of)]);
  return `<!-- Made by \`npm run quality -- --write\`; edits here are lost. -->
# Quality of the public graph

\`npm run quality -- --data FOLDER\` builds the graph of [examples/public-graph.json](../examples/public-graph.json) from the files in
\`FOLDER\` and measures it as described below. Other files give other figures.

## Merges

For each rule that merges two records, a random sample of pairs was checked by hand; for rules with few merges, all pairs.
[judgements.csv](../benchmarks/quality/judgements.csv) has their ids and the verdicts, and a test compares the build with them. An undecided
pair counts as wrong. The interval is Wilson's, 95 %; if every merge was checked, it is the share itself. Wrong pairs that
the rule no longer makes are not counted, so the figures are slightly better than those of a new sample would be.

${rules(merges)}

By kind:

${table(
  ['kind', 'pairs judged', 'one entity in this build', 'rightly', 'precision'],
  precision.map((row) => [row.kind, String(row.judged), String(row.one), String(row.right), percent(row.precision)]),
)}

Organisations together: ${percent(together(precision, ['company', 'institution']))}. Wrong or undecided were: a name of three letters that two companies share;
institutes with a common name (Instituto Nacional de Salud) of which only one has a registry's number; one author whose affiliation was not
certain; two applications with the same priority. Legal forms are ignored, so a company and a holding of the same name are one.

## Links made by rules

An edge or label made by an import rule names the rule (\`origin\`, and the source in the provenance) and has the rule's confidence. For each
rule whose links reach the trust gate (${GATE}), a random sample of up to 200 links was checked by hand: [links.csv](../benchmarks/quality/links.csv). The
question is whether the link is true in the world, not whether a source states it. A rule stays below the gate unless the lower end of its interval is at least 95 %;
a test enforces this. Wrong links that are no longer made are not counted. After the first fixes, the seven rules with the most errors were sampled
again: 743 of 759 links were right. The worst of them (of its substance, 102 of 110) was fixed once more, and all of another 100 links were right.
Later the two rules that decide most targets were sampled again. Of 100 links by INN stems 16 were wrong: mostly members of a family that the stem does not
tell apart, which are now below the gate, and names that end like a stem by chance; all 1,150 names were then read, and 58 of 60 new links were right. Of 100 links by the list of drugs 98 were right.

${rules(links)}

## Recall against third-party lists

${table(['', 'cases', 'found'], share(recall))}

Tickers in the screener's trial records come from a search by name. Of ${thousands(tickers.trials)} trials whose sponsor is plainly not the company of
their ticker, ${thousands(tickers.repeated)} are linked to that company.

${goldSection(facts)}
## Linked entities

${table(['', 'entities', 'share'], share(shares))}

## Finding a known entity

Entities drawn by seed ${seed} from all kinds, each searched for by something that no other entity has: the share that comes first (hit@1), and the mean of
1 / rank (MRR) among the first 25. \`autocomplete\` tolerates typing errors; text search (\`q\`) looks for words as they are typed.

${table(
  ['asked by', 'entities', 'autocomplete hit@1', 'MRR', 'q hit@1', 'MRR'],
  found.map(({by, asked, autocomplete, q}) => [
    by,
    thousands(asked),
    percent(autocomplete.hit1),
    autocomplete.mrr.toFixed(3),
    percent(q.hit1),
    q.mrr.toFixed(3),
  ]),
)}

${searchSection({typed, judged, seed})}`;
}
