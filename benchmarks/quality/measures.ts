/** How well one query was answered. */
export interface Measures {
  ndcg10: number;
  mrr: number;
  recall: number;
}

export const MEASURES = ['ndcg10', 'mrr', 'recall'] as const;

/**
 * nDCG@10 with the judged grades as gains, 1 / place of the first relevant document, and the share of relevant documents that is there.
 * @param ranked Ids, best first, each once.
 * @param judged Grades by id; 0 and less is not relevant.
 */
export function measured(ranked: readonly string[], judged: ReadonlyMap<string, number>): Measures {
  const gain = (id: string) => Math.max(0, judged.get(id) ?? 0);
  const dcg = (gains: readonly number[]) =>
    gains.slice(0, 10).reduce((sum, one, index) => sum + one / Math.log2(index + 2), 0);
  const relevant = [...judged.values()].filter((grade) => grade > 0);
  const ideal = dcg(relevant.sort((a, b) => b - a));
  const first = ranked.findIndex((id) => gain(id) > 0);
  return {
    ndcg10: ideal === 0 ? 0 : dcg(ranked.map(gain)) / ideal,
    mrr: first < 0 ? 0 : 1 / (first + 1),
    recall: relevant.length === 0 ? 0 : ranked.filter((id) => gain(id) > 0).length / relevant.length,
  };
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** A mean difference and the interval that 95 of 100 samples of the queries lie in. */
export interface Difference {
  mean: number;
  low: number;
  high: number;
}

/**
 * Paired bootstrap over queries: the same queries are drawn with replacement for both rankings, so that what is hard for both does not blur what
 * they differ in. Where zero lies between `low` and `high` nothing is claimed.
 */
export function pairedBootstrap(
  ours: readonly number[],
  theirs: readonly number[],
  next: () => number,
  samples = 10_000,
): Difference {
  if (ours.length !== theirs.length) throw new Error('Both rankings have to answer the same queries');
  const differences = ours.map((value, index) => value - (theirs[index] ?? 0));
  const means = Float64Array.from({length: samples}, () => {
    let sum = 0;
    for (let n = 0; n < differences.length; n++) sum += differences[Math.floor(next() * differences.length)] ?? 0;
    return sum / Math.max(1, differences.length);
  }).sort();
  return {
    mean: mean(differences),
    low: means[Math.floor(samples * 0.025)] ?? 0,
    high: means[Math.ceil(samples * 0.975) - 1] ?? 0,
  };
}

export const isCertain = ({low, high}: Difference): boolean => low > 0 || high < 0;
