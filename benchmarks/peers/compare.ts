import type {Question} from './questions.ts';

/** What a peer's answers to one question have in common with biograph's. */
export interface Likeness {
  /** Share of answers that are the same. */
  same: number;
  /** Mean share of biograph's results that the other has too. */
  shared: number;
}

/** @throws Error where answers that have to be the same are not: times of different answers say nothing. */
export function compared(
  question: Question,
  peer: string,
  ours: readonly (readonly string[])[],
  theirs: readonly (readonly string[])[],
): Likeness {
  let same = 0;
  let shared = 0;
  for (const [at, answer] of ours.entries()) {
    const other = theirs[at] ?? [];
    const isSame = answer.length === other.length && answer.every((line, place) => line === other[place]);
    if (isSame) same++;
    else if (question.compare === 'same')
      throw new Error(
        `${question.name} ${JSON.stringify(question.params[at])}: ${peer} answers otherwise:\n${difference(answer, other)}`,
      );
    const set = new Set(other);
    shared += answer.length === 0 ? Number(isSame) : answer.filter((line) => set.has(line)).length / answer.length;
  }
  return {same: same / ours.length, shared: shared / ours.length};
}

function difference(answer: readonly string[], other: readonly string[]): string {
  const at = Math.max(
    0,
    answer.findIndex((line, place) => line !== other[place]),
  );
  return `${answer.length} and ${other.length} lines; first ${JSON.stringify(answer[at])} and ${JSON.stringify(other[at])}`;
}
