import fc from 'fast-check';
import {it} from 'vitest';

const LONG = 600_000;

/**
 * A property as two tests: a few runs in `npm test`, none where `few` is 0, and all of them in `npm run test:all`. At four fifths of its time it
 * ends: with as many runs as there was time for, or with the smallest counterexample so far, which a test that times out never shows. A single
 * run that takes a quarter of it hangs, and is a counterexample itself.
 * @param timeout Milliseconds of the few.
 */
export function property(
  title: string,
  {few, all}: {few: number; all: number},
  check: (numRuns: number) => Promise<void>,
  timeout = 120_000,
): void {
  const within = async (milliseconds: number, numRuns: number) => {
    const usual = fc.readConfigureGlobal() ?? {};
    fc.configureGlobal({...usual, interruptAfterTimeLimit: milliseconds * 0.8, timeout: milliseconds / 4});
    try {
      await check(numRuns);
    } finally {
      fc.configureGlobal(usual);
    }
  };
  if (few > 0) it(title, () => within(timeout, few), timeout);
  it(`${title} (${all} runs)`, {tags: ['long']}, () => within(LONG, all));
}
