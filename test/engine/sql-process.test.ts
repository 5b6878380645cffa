/** @module-tag long */
import {execFile} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {biograph, ended, start} from '../helpers/command.ts';
import {openFixture} from '../helpers/graph.ts';
import {until} from '../helpers/until.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openFixture({memory: '128MB'});
});
afterAll(() => graph.close());

/** What the engine computes while it prepares: 0.8 GB of numbers, and regular expressions for half a minute on a quick machine. */
const LARGE = 'select len(range(100000000)) as n';
const LONG = `select ${Array.from({length: 20}, (_, n) => `length(regexp_replace(repeat('ab', 50000000), '(a*)*b', '${n}'))`).join(' + ')} as x`;

/** Largest resident memory of the processes that answer statements for this one, in MB; 0 where none is left. */
const resident = () => largest(/VmRSS:\s+(\d+)/) / 1000;

/** The largest number that the status of the processes that answer statements for this one has at the given place; 0 where none is left. */
function largest(place: RegExp): number {
  let most = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sql-child')) continue;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (/PPid:\s+(\d+)/.exec(status)?.[1] !== String(process.pid)) continue;
      most = Math.max(most, Number(place.exec(status)?.[1] ?? 0));
    } catch {
      // It has ended meanwhile.
    }
  }
  return most;
}

describe('a statement of SQL', () => {
  it('may name a number beyond a double, and its texts stay what they are', async () => {
    const {rows} = await graph.sql(
      `select count(*) as n, 'Infinity' as a, '"Infinity' as b from live_entities where degree < 1e999 and degree > -1e999`,
    );
    expect(rows).toEqual([{n: expect.any(Number), a: 'Infinity', b: '"Infinity'}]);
    expect((await graph.sql(`select count(*) as n from live_entities where degree < 'inf'::double`)).rows[0]?.n).toBe(
      rows[0]?.n,
    );
    await expect(graph.sql('select 1e999 from read_csv($$x$$)')).rejects.toThrow(/read_csv/);
  });

  it('ends at its time limit and when told to, also while the engine prepares it', async () => {
    await expect(graph.sql(LONG, {timeout: 300})).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The statement took longer than 300 ms and was stopped.',
    });
    const stop = new AbortController();
    const running = graph.sql(LONG, {signal: stop.signal});
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await expect(running).rejects.toThrow('enough');
    if (existsSync('/proc')) await until(() => resident() === 0);
    expect((await graph.sql('select 1 as n')).rows).toEqual([{n: 1}]);
  });

  it('is refused for what it is where it changes something, whatever it names', async () => {
    for (const text of [
      'drop table x',
      "copy (select 1) to '/tmp/x.csv'",
      '-- why\n/* not */ insert into nothing values (1)',
    ])
      await expect(graph.sql(text), text).rejects.toThrow('Only SELECT');
    await expect(graph.sql('select * from nothing')).rejects.toThrow('nothing');
  });

  it.runIf(process.platform === 'linux')('leaves nothing of those that were refused before it', async () => {
    await graph.sql('select 1 as n');
    const before = largest(/Threads:\s+(\d+)/);
    expect(before).toBeGreaterThan(0);
    for (let n = 0; n < 40; n++) await expect(graph.sql('create table x as select 1')).rejects.toThrow('Only SELECT');
    expect(largest(/Threads:\s+(\d+)/)).toBeLessThan(before + 10);
  });

  it.runIf(process.platform === 'linux')('keeps to its memory where the engine does not', async () => {
    await graph.sql('select 1 as n');
    // The process that waits for the next statement: refused memory, it may be gone before the first look at it.
    let most = resident();
    expect(most).toBeGreaterThan(0);
    const watch = setInterval(() => {
      most = Math.max(most, resident());
    }, 20);
    await expect(graph.sql(LARGE)).rejects.toMatchObject({
      code: 'unavailable',
      message: /more than its memory limit of 128 MB/,
    });
    clearInterval(watch);
    expect(most).toBeLessThan(128 + 600);
    expect((await graph.sql('select 1 as n')).rows).toEqual([{n: 1}]);
  });

  it('is unavailable, not faulty, where the engine itself says that memory is too little', async () => {
    await expect(
      graph.sql('select count(*) as n from (select distinct i * 7919 as j from range(40000000) t(i))'),
    ).rejects.toMatchObject({code: 'unavailable', message: /128 MB/});
    const {rows} = await graph.sql("select current_setting('memory_limit') as memory");
    expect(rows).toEqual([{memory: '122.0 MiB'}]);
  });

  it('may be one of many at once, each with its own answer', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((n) => graph.sql(`select ${n} as n, range from range(3000)`)));
    answers.forEach(({rows, columns, truncated}, index) => {
      expect(rows).toHaveLength(3000);
      expect(rows.at(-1)).toEqual({n: index + 1, range: 2999});
      expect(columns).toEqual([
        {name: 'n', type: 'INTEGER'},
        {name: 'range', type: 'BIGINT'},
      ]);
      expect(truncated).toBe(false);
    });
    expect(await graph.sql('select range from range(5000)', {maxRows: 4999})).toMatchObject({truncated: true});
    expect((await graph.sql('select range from range(5000)', {maxRows: 0})).rows).toEqual([]);
    expect((await graph.sql('select range from range(5000) where range < 0')).columns).toHaveLength(1);
  });

  it('is answered by the built command, which leaves nothing behind', async () => {
    const {code, stdout} = await biograph(['sql', 'select 41 + 1 as n', '--format', 'json', '--memory', '80MB']);
    expect([code, JSON.parse(stdout)]).toEqual([0, [{n: 42}]]);
    const late = await biograph(['sql', LONG, '--timeout', '1']);
    expect(late).toMatchObject({code: 1, stderr: expect.stringMatching(/longer than 1000 ms/)});
    const child = start(['sql', LONG]);
    const end = ended(child);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    child.kill('SIGINT');
    expect((await end).code).toBe(1);
    if (process.platform === 'linux') {
      const run = promisify(execFile);
      await until(async () => !(await run('ps', ['-eo', 'ppid,args'])).stdout.includes(`${child.pid} `));
    }
  });
});
