import {describe, expect, it} from 'vitest';
import {Turns} from '../src/turns.ts';

/** Work that ends when it is told to. */
function held() {
  let end: () => void = () => undefined;
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {work: () => work, end};
}

describe('turns', () => {
  it('are given in order, no more at once than there are places', async () => {
    const turns = new Turns(2);
    const seen: number[] = [];
    let atOnce = 0;
    let most = 0;
    await Promise.all(
      Array.from({length: 20}, (_, n) =>
        turns.take('x', {}, async () => {
          seen.push(n);
          most = Math.max(most, ++atOnce);
          await new Promise((resolve) => setTimeout(resolve, 1));
          atOnce--;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(turns.counts).toEqual({running: 0, waiting: 0});
    expect(turns.wait('x')).toBe(0);
  });

  it('are refused at once where the wait would be longer than the patience', async () => {
    const turns = new Turns(1);
    const first = held();
    const running = turns.take('x', {}, first.work);
    const waiting = Array.from({length: 100}, () => turns.take('x', {}, async () => undefined));
    // A hundred of a sort that is not known yet, at 50 ms each.
    const refused = await turns.take('y', {patience: 2000}, async () => undefined).catch((error: unknown) => error);
    expect(refused).toMatchObject({code: 'unavailable', status: 503});
    expect((refused as {retryAfter: number}).retryAfter).toBeGreaterThanOrEqual(5);
    expect(turns.counts).toEqual({running: 1, waiting: 100});
    first.end();
    await Promise.all([running, ...waiting]);
    // Those were quick: now as many are not too much.
    const second = held();
    const again = turns.take('x', {}, second.work);
    const more = Array.from({length: 100}, () => turns.take('x', {}, async () => undefined));
    const admitted = turns.take('x', {patience: 2000}, async () => 'admitted');
    second.end();
    expect(await admitted).toBe('admitted');
    await Promise.all([again, ...more]);
  });

  it('are given to light work before heavy, and to heavy work all the same', async () => {
    const turns = new Turns(1);
    for (let n = 0; n < 6; n++) await turns.take('heavy', {}, () => new Promise((resolve) => setTimeout(resolve, 120)));
    for (let n = 0; n < 3; n++) await turns.take('light', {}, async () => undefined);
    const running = held();
    const first = turns.take('light', {}, running.work);
    const seen: string[] = [];
    const ask = (sort: string, patience?: number) =>
      turns.take(sort, {patience}, async () => {
        seen.push(sort);
      });
    const heavy = [ask('heavy'), ask('heavy')];
    const light = Array.from({length: 20}, () => ask('light', 2000));
    running.end();
    await Promise.all([first, ...heavy, ...light]);
    expect(seen.map((sort, at) => (sort === 'heavy' ? at : -1)).filter((at) => at >= 0)).toEqual([8, 17]);
    expect(turns.counts).toEqual({running: 0, waiting: 0});
  });

  it('are not refused because one of the sort took long', async () => {
    const turns = new Turns(1);
    // The first of all, which read from the disk, say.
    await turns.take('x', {}, () => new Promise((resolve) => setTimeout(resolve, 300)));
    const running = held();
    const first = turns.take('x', {}, running.work);
    const more = Array.from({length: 20}, () => turns.take('x', {patience: 2000}, async () => 'admitted'));
    running.end();
    await first;
    expect(new Set(await Promise.all(more))).toEqual(new Set(['admitted']));
  });

  it('are refused at once when a sort keeps taking long', async () => {
    const turns = new Turns(1);
    for (let n = 0; n < 12; n++) await turns.take('x', {}, () => new Promise((resolve) => setTimeout(resolve, 150)));
    const running = held();
    const first = turns.take('x', {}, running.work);
    const patient = Array.from({length: 20}, () => turns.take('x', {}, async () => undefined));
    await expect(turns.take('x', {patience: 2000}, async () => undefined)).rejects.toMatchObject({code: 'unavailable'});
    running.end();
    await Promise.all([first, ...patient]);
  });

  it('are refused to who has waited as long as it may', async () => {
    const turns = new Turns(1);
    const first = held();
    const running = turns.take('x', {}, first.work);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await expect(turns.take('x', {patience: 20}, async () => undefined)).rejects.toMatchObject({code: 'unavailable'});
    expect(turns.counts).toEqual({running: 1, waiting: 0});
    first.end();
    await running;
    expect(await turns.take('x', {patience: 20}, async () => 1)).toBe(1);
  });

  it('are given back by work that fails, and by who leaves', async () => {
    const turns = new Turns(1);
    const leave = new AbortController();
    const failing = turns.take('x', {}, () => Promise.reject(new Error('failed')));
    const leaving = turns.take('x', {signal: leave.signal}, async () => undefined);
    const last = turns.take('x', {}, async () => 'last');
    leave.abort(new Error('left'));
    await expect(failing).rejects.toThrow('failed');
    await expect(leaving).rejects.toThrow('left');
    expect(await last).toBe('last');
    await expect(turns.take('x', {signal: leave.signal}, async () => undefined)).rejects.toThrow('left');
  });
});
