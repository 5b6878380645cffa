import type {DuckDBInstance} from '@duckdb/node-api';
import {afterEach, describe, expect, it} from 'vitest';
import {openDatabase} from '../../src/engine/database.ts';
import {engineSize} from '../../src/engine/memory.ts';
import {Pool} from '../../src/engine/pool.ts';
import {sql} from '../../src/sql/sql.ts';

let instance: DuckDBInstance | undefined;
let pool: Pool | undefined;

/** Nothing is spilled, so what does not fit fails. */
async function open(memory: number, sessions = 3): Promise<Pool> {
  instance = await openDatabase({memoryLimit: engineSize(memory), threads: 1});
  pool = await Pool.open(instance, {
    sessions: {lookup: 1, guess: 1, work: sessions},
    memory,
    catalog: 'memory',
  });
  return pool;
}

afterEach(async () => {
  await pool?.close();
  instance?.closeSync();
});

const MILLION = 1_000_000;
const distinct = (rows: number) =>
  sql`select count(*) as n from (select distinct i * 7919 as j from range(${rows}) t(i))`;
const answerOf = (n: number) => ({names: ['n'], columns: [[n]], rows: 1});
const endless = sql`select count(*) from range(100000000) a(i), range(100000000) b(j) where (i * j) % 7 = 3`;

describe('a pool of sessions', () => {
  it('asks once more, alone, what found no memory beside others', async () => {
    const asked = await open(96 * MILLION);
    const answers = await Promise.all(Array.from({length: 6}, () => asked.answer(distinct(1.5 * MILLION))));
    expect(answers).toEqual(Array.from({length: 6}, () => answerOf(1.5 * MILLION)));
  });

  it('says that it is unavailable where even all memory is too little, and goes on', async () => {
    const asked = await open(64 * MILLION);
    await expect(asked.answer(distinct(30 * MILLION))).rejects.toMatchObject({code: 'unavailable', status: 503});
    await expect(asked.answer(distinct(30 * MILLION), {lane: 'lookup'})).rejects.toMatchObject({code: 'unavailable'});
    expect(await asked.answer(distinct(1000))).toEqual(answerOf(1000));
  });

  it('runs at once only what there is memory for', async () => {
    const asked = await open(128 * MILLION);
    const stop = new AbortController();
    const first = asked.answer(endless, {need: 90, signal: stop.signal});
    let isDone = false;
    const second = asked.answer(sql`select 1 as n`, {need: 90}).then((answer) => {
      isDone = true;
      return answer;
    });
    expect(await asked.answer(sql`select 2 as n`, {lane: 'lookup'})).toEqual(answerOf(2));
    expect(isDone).toBe(false);
    stop.abort();
    await expect(first).rejects.toThrow(/abort/);
    expect(await second).toEqual(answerOf(1));
  });

  it('answers look-ups while every other session is busy', async () => {
    const asked = await open(512 * MILLION, 2);
    const stop = new AbortController();
    const busy = Array.from({length: 5}, () => asked.answer(endless, {signal: stop.signal}).catch(String));
    for (let n = 0; n < 20; n++)
      expect(await asked.answer(sql`select ${n} as n`, {lane: 'lookup'})).toEqual(answerOf(n));
    stop.abort();
    for (const end of await Promise.all(busy)) expect(end).toMatch(/abort/i);
  });

  it('lets go of a query that is still waiting as soon as nobody wants it', async () => {
    const asked = await open(512 * MILLION, 1);
    const [stop, leave] = [new AbortController(), new AbortController()];
    const busy = asked.answer(endless, {signal: stop.signal}).catch(String);
    const waiting = asked.answer(sql`select 1`, {signal: leave.signal});
    leave.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    stop.abort();
    await busy;
    expect(await asked.answer(sql`select 1 as n`)).toEqual(answerOf(1));
  });

  it('stops what nobody wants any more, in whatever state it is', async () => {
    const asked = await open(512 * MILLION, 1);
    let query = sql`select count(*) from range(1000000000000) a(i) where i % 7 = 9`;
    for (let turns = 0; turns < 40; turns++) {
      const stop = new AbortController();
      // A text of its own, so that it is prepared.
      query = sql`${query} and true`;
      const unwanted = asked.answer(query, {signal: stop.signal});
      unwanted.catch(() => {});
      if (turns < 20) for (let turn = 0; turn < turns; turn++) await null;
      else await new Promise((resolve) => setTimeout(resolve, turns - 20));
      stop.abort();
      await expect(unwanted).rejects.toThrow(/abort/i);
      // Answered by the same session, once it is free.
      expect(await asked.answer(sql`select 1 as n`)).toEqual(answerOf(1));
    }
  });
});
