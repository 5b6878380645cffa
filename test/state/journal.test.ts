import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Journal, type Journaled} from '../../src/state/journal.ts';

interface Put {
  key: string;
  value: number;
}

class Sums implements Journaled<Put> {
  readonly values = new Map<string, number>();
  get size(): number {
    return this.values.size;
  }
  apply({key, value}: Put): void {
    this.values.set(key, value);
  }
  *events(): Iterable<Put> {
    for (const [key, value] of this.values) yield {key, value};
  }
}

const fresh = () => join(mkdtempSync(join(tmpdir(), 'biograph-journal-')), 'deep', 'j.ndjson');

async function reopened(path: string): Promise<Map<string, number>> {
  const sums = new Sums();
  await (await Journal.open(path, sums)).close();
  return sums.values;
}

describe('a journal', () => {
  it('cut off at any byte holds every event before the cut, and goes on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({key: fc.string({maxLength: 5}), value: fc.integer()}), {minLength: 1, maxLength: 12}),
        fc.double({min: 0, max: 1, noNaN: true}),
        async (events, part) => {
          const path = fresh();
          const journal = await Journal.open(path, new Sums());
          for (const event of events) await journal.append(event);
          await journal.close();
          const bytes = readFileSync(path);
          const cut = bytes.subarray(0, Math.floor(bytes.length * part));
          writeFileSync(path, cut);
          const whole = cut.toString('latin1').split('\n').length - 1;
          const expected = new Sums();
          for (const event of events.slice(0, whole)) expected.apply(event);
          expect(await reopened(path)).toEqual(expected.values);
          const again = await Journal.open(path, expected);
          await again.append({key: 'next', value: 1});
          await again.close();
          expect(await reopened(path)).toEqual(expected.values);
        },
      ),
      {numRuns: 60, seed: 11},
    );
  });

  it('is written anew when most of it is dead, with nothing lost', async () => {
    const path = fresh();
    const sums = new Sums();
    const journal = await Journal.open(path, sums);
    await Promise.all(
      Array.from({length: 9000}, (_, index) =>
        journal.append({key: `k${index % 7}`, value: index}, {isFlushed: index % 100 === 0}),
      ),
    );
    await journal.append({key: 'last', value: 1});
    await journal.close();
    expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(2100);
    expect(await reopened(path)).toEqual(sums.values);
    expect(sums.values.get('k6')).toBe(8994);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('names a line that is damaged in its midst', async () => {
    const path = fresh();
    const journal = await Journal.open(path, new Sums());
    await journal.append({key: 'a', value: 1});
    await journal.close();
    appendFileSync(path, 'rubbish\n{"key":"b","value":2}\n');
    await expect(Journal.open(path, new Sums())).rejects.toThrow(/line 2 is damaged/);
    // JSON, but no event.
    writeFileSync(path, '{"key":"a","value":1}\n{"key":"b","value":2}\nnull\n');
    await expect(Journal.open(path, new Sums())).rejects.toThrow(/line 3 is damaged/);
  });

  it('holds every acknowledged event of a process that was killed', async () => {
    const path = fresh();
    const program = `
      import {Journal} from './src/state/journal.ts';
      const values = new Map();
      const journal = await Journal.open(process.argv[1], {
        get size() { return values.size; },
        apply: ({key, value}) => values.set(key, value),
        *events() { for (const [key, value] of values) yield {key, value}; },
      });
      let n = Math.max(0, ...values.values());
      for (;;) {
        await Promise.all([1, 2, 3].map(async () => {
          const mine = ++n;
          await journal.append({key: 'k' + (mine % 50), value: mine}, {isFlushed: mine % 20 === 0});
          process.stdout.write(mine + '\\n');
        }));
      }`;
    for (let round = 0; round < 4; round++) {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, path]);
      let said = '';
      child.stdout.on('data', (part: Buffer) => {
        said += part;
        if (said.length > 20_000 + 30_000 * round) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const last = Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
      expect(last).toBeGreaterThan(1000);
      expect(Math.max(...(await reopened(path)).values())).toBeGreaterThanOrEqual(last);
    }
  });
});
