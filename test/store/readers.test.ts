import {expect, it} from 'vitest';
import {manyReaders} from '../soak/readers.ts';

// A tenth of what `npm run soak` does.
it('eight processes read while generations are swapped: nothing fails, nothing is mixed, old generations are let go', {
  tags: ['long'],
}, async () => {
  const report = await manyReaders({readers: 8, seconds: 8, seed: 5, entities: 600});
  expect(report.failures).toEqual([]);
  expect(report.answers).toBeGreaterThan(100);
  expect(report.generations).toBeGreaterThan(1);
  expect(report.held).toBeLessThanOrEqual(1);
});
