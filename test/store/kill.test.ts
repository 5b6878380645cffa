import {expect, it} from 'vitest';
import {killWriters} from '../soak/kills.ts';

// A tenth of what `npm run soak` does.
it('a writer killed at any moment leaves the old graph or the new one, and nothing for the next writer to trip over', async () => {
  const report = await killWriters({kills: 12, seed: 11, entities: 600});
  expect(report.old + report.new).toBe(12);
  expect(report.old).toBeGreaterThan(0);
}, 300_000);
