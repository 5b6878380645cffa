import {stemmer} from 'stemmer';

/** The stop words of Lucene's English analysis. */
const STOP = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

function termsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP.has(word))
    .map((word) => stemmer(word));
}

/** A ranking to compare with: BM25 as in Lucene (k1 1.2, b 0.75, English stop words, Porter's stemmer), title and text as one field. */
export function reference(documents: readonly {id: string; text: string}[]): (query: string, most: number) => string[] {
  const postings = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  for (const [index, {text}] of documents.entries()) {
    const terms = termsOf(text);
    lengths.push(terms.length);
    for (const term of terms) {
      const own = postings.get(term) ?? new Map<number, number>();
      own.set(index, (own.get(index) ?? 0) + 1);
      postings.set(term, own);
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return (query, most) => {
    const scores = new Map<number, number>();
    for (const term of termsOf(query)) {
      const own = postings.get(term);
      if (own === undefined) continue;
      const idf = Math.log(1 + (documents.length - own.size + 0.5) / (own.size + 0.5));
      for (const [index, tf] of own) {
        const norm = 1.2 * (1 - 0.75 + (0.75 * (lengths[index] ?? 0)) / average);
        scores.set(index, (scores.get(index) ?? 0) + (idf * tf) / (tf + norm));
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, most)
      .map(([index]) => documents[index]?.id ?? '');
  };
}
