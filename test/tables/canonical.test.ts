/** @module-tag long */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {type Operation, toJsonText} from '../../src/operation.ts';
import {operations} from '../../src/operations/index.ts';
import {numbersGraph} from '../helpers/numbers-graph.ts';
import {property} from '../helpers/property.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';

const changes = operations.find(({name}) => name === 'changes') as unknown as Operation;

describe('what a generation keeps as text', () => {
  property('is as JavaScript would write it, and says what the source said', {few: 4, all: 30}, async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(numbersGraph, async (random) => {
        const store = join(mkdtempSync(join(tmpdir(), 'biograph-canonical-')), 'store');
        await loadSnapshot({snapshot: await writeRandomGraph(random), store});
        await using graph = await openGraph(store);
        const {value} = await graph.answer(changes, {since: '2000-01-01', limit: 200, include: 'edges'});
        const text = toJsonText(value);
        const parsed = JSON.parse(text) as {changes: Record<string, unknown>[]};
        expect(text).toBe(JSON.stringify(parsed));
        for (const row of parsed.changes) {
          const source = random.entities.find(({id}) => id === row.id);
          const stated = JSON.parse(String(source?.attributes ?? '{}')) as object;
          const aliases = (source?.aliases as string[] | null) ?? [];
          const whole = {...(aliases.length > 0 && {aliases}), ...stated};
          expect(JSON.stringify(row.attributes)).toBe(JSON.stringify(whole));
          expect(JSON.stringify(row.funding)).toBe(JSON.stringify(JSON.parse(String(source?.funding ?? 'null'))));
          expect((row.provenance as Record<string, unknown>).identity_confidence).toBe(source?.identity_confidence);
        }
      }),
      {numRuns},
    );
  });
});
