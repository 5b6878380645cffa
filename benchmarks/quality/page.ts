import {type GoldFigures, goldSection} from './gold-page.ts';
import type {Share} from './joins.ts';
import type {Judged} from './judged.ts';
import type {Precision} from './merges.ts';
import type {Found} from './retrieval.ts';
import {searchSection} from './search-page.ts';
import {percent, table, thousands} from './table.ts';
import type {Typed} from './typing.ts';

export interface Quality {
  precision: Precision[];
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

/** docs/quality.md, from what was measured. */
export function qualityPage({precision, recall, tickers, shares, facts, found, typed, judged, seed}: Quality): string {
  const share = (rows: Share[]) => rows.map(({what, of, joined}) => [what, thousands(of), percent(joined / of)]);
  return `<!-- Made by \`npm run quality -- --write\`; edits here are lost. -->
# Quality of the public graph

\`npm run quality -- --data FOLDER\` builds the graph of [examples/public-graph.json](../examples/public-graph.json) from the files in
\`FOLDER\` and measures it as below. Other files give other figures.

## Merges

Of each kind, 200 pairs that a rule made one without a shared identifier (of patents: by family or number) were looked at by hand:
[judgements.csv](../benchmarks/quality/judgements.csv) holds their ids and the verdicts, and a test holds the build to them. A pair that
could not be decided counts as wrong.

${table(
  ['kind', 'pairs judged', 'one entity in this build', 'rightly', 'precision'],
  precision.map((row) => [row.kind, String(row.judged), String(row.one), String(row.right), percent(row.precision)]),
)}

Organisations together: ${percent(together(precision, ['company', 'institution']))}. What was found wrong or could not be decided: a name of three letters that two companies
share; hospitals and institutes whose name many bear (Mercy Hospital) and of which one only has a registry's number; one author whose affiliation could not be read for
certain; two applications filed on one and the same priority. A legal form does not count, so that a company and the holding of its name are one.

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
