import {it} from 'vitest';

/**
 * A property as two tests: a few runs in `npm test`, none where `few` is 0, and all of them in `npm run test:all`.
 * @param timeout Milliseconds of the few.
 */
export function property(
  title: string,
  {few, all}: {few: number; all: number},
  check: (numRuns: number) => Promise<void>,
  timeout = 120_000,
): void {
  if (few > 0) it(title, () => check(few), timeout);
  it(`${title} (${all} runs)`, {tags: ['long']}, () => check(all));
}
