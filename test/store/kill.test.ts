/** @module-tag long */
import {expect} from 'vitest';
import {property} from '../helpers/property.ts';
import {killWriters} from '../soak/kills.ts';

// A tenth of what `npm run soak` does.
property(
  'a writer killed at any moment leaves the old graph or the new one, and nothing for the next writer to trip over',
  {few: 1, all: 12},
  async (kills) => {
    const report = await killWriters({kills, seed: 11, entities: 600});
    expect(report.old + report.new).toBe(kills);
    expect(report.old).toBeGreaterThan(0);
  },
);
