import type {Judged} from './judged.ts';
import {type Difference, isCertain} from './measures.ts';
import {percent, table, thousands} from './table.ts';
import type {Typed} from './typing.ts';

/** What of docs/quality.md is about finding what was meant. */
export function searchSection({typed, judged, seed}: {typed: Typed[]; judged: Judged[]; seed: number}): string {
  return `## Type-ahead for popular entities

From the 300 approved products with most trials and the 300 companies with most edges, drawn by seed ${seed}; for typing errors, entities of all
kinds too. Two companies with the same name, or two drugs with the same prefix, cannot both be first.

${table(
  ['typed', 'asked', 'found', 'to reach'],
  typed.map(({what, asked, found, goal}) => [what, thousands(asked), percent(found / asked), percent(goal)]),
)}

## Judged collections

\`npm run quality -- --judged FOLDER\` (or \`BIOGRAPH_JUDGED\`) also measures text search on collections in BEIR's layout (\`corpus.jsonl\`,
\`queries.jsonl\`, \`qrels/test.tsv\` or \`qrels.tsv\`): one folder, or a folder of several. Titles become names, texts become abstracts; the window is the 50 results of a
text search. The reference is Lucene's BM25 over title and text as one field (k1 1.2, b 0.75, its English stop words, Porter's stemmer). A difference is ours
minus the reference, with the interval of a paired bootstrap over the queries (10,000 samples, 95 %); if it contains zero, we claim no difference.

${judged.length === 0 ? 'The repository contains no collection, and none was available for this page.' : judgedTable(judged)}
`;
}

function judgedTable(judged: readonly Judged[]): string {
  return table(
    ['collection', 'documents', 'queries', 'nDCG@10', 'difference', 'MRR', 'difference', 'recall@50', 'difference'],
    judged.map(({collection, documents, queries, ours, differences}) => [
      collection,
      thousands(documents),
      thousands(queries),
      ours.ndcg10.toFixed(3),
      difference(differences.ndcg10),
      ours.mrr.toFixed(3),
      difference(differences.mrr),
      ours.recall.toFixed(3),
      difference(differences.recall),
    ]),
  );
}

function difference(one: Difference): string {
  const interval = `${signed(one.low)} to ${signed(one.high)}`;
  return isCertain(one) ? `${signed(one.mean)} (${interval})` : `no claim (${interval})`;
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
