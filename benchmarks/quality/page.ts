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
\`FOLDER\` and measures it as below. Other files give other figures.

## Merges

Of each rule that makes two records one, pairs drawn by seed were looked at by hand, of a rule of few merges all:
[judgements.csv](../benchmarks/quality/judgements.csv) holds their ids and the verdicts, and a test holds the build to them. A pair that
could not be decided counts as wrong. The interval is Wilson's, 95 %; where every merge was looked at it is the share itself. A pair found
wrong that the rule no longer makes is in no figure, so these are a little better than a new draw would be.

${rules(merges)}

By kind:

${table(
  ['kind', 'pairs judged', 'one entity in this build', 'rightly', 'precision'],
  precision.map((row) => [row.kind, String(row.judged), String(row.one), String(row.right), percent(row.precision)]),
)}

Organisations together: ${percent(together(precision, ['company', 'institution']))}. What was found wrong or could not be decided: a name of three letters that two companies
share; hospitals and institutes whose name many bear (Mercy Hospital) and of which one only has a registry's number; one author whose affiliation could not be read for
certain; two applications filed on one and the same priority. A legal form does not count, so that a company and the holding of its name are one.

## What the import's rules tie together

An edge or a label that a rule of the import makes says so (\`origin\`, and the source in the provenance) and has the rule's confidence. Of each
rule whose links reach the trust gate (${GATE}), up to 200 drawn by seed were looked at by hand: [links.csv](../benchmarks/quality/links.csv). The
question is whether what the link says is so in the world, not whether a source says it. A rule that cannot show 95 % at the lower end of the interval stays below the
gate; a test sees to that. What was found wrong and is made no longer is in no figure. After the first mends the seven rules that had most of it were drawn
anew: of 759 links 743 were right; the one that then had least (of its substance, 102 of 110) was mended again, and of 100 more links all were right.

${rules(links)}

## Recall against lists kept by others

${table(['', 'cases', 'found'], share(recall))}

Tickers in the screener's trial records come from a search by name. Of ${thousands(tickers.trials)} trials whose sponsor is plainly not the company of
their ticker, ${thousands(tickers.repeated)} are tied to that company.

${goldSection(facts)}
## What is joined

${table(['', 'entities', 'share'], share(shares))}

## Finding a known entity

Entities drawn by seed ${seed} from all kinds, each asked for by something that no other entity bears; the share that comes first (hit@1), and the mean of
1 / place (MRR) among the first 25. \`autocomplete\` tolerates a slip of the keyboard, text search (\`q\`) looks for words as they are typed.

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
