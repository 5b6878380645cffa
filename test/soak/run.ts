import {spawnSync} from 'node:child_process';
import {parseArgs} from 'node:util';
import {killWriters} from './kills.ts';
import {manyReaders} from './readers.ts';

/**
 * The long trials: `npm run soak -- [--seed N] [--kills N] [--readers N] [--minutes N] [--requests N] [kills] [readers] [attacks]`.
 * Prints a report as JSON; the suite runs a seeded tenth of them.
 */
const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    seed: {type: 'string', default: String(Date.now() % 1_000_000)},
    kills: {type: 'string', default: '300'},
    readers: {type: 'string', default: '8'},
    minutes: {type: 'string', default: '3'},
    requests: {type: 'string', default: '3000'},
  },
});
const seed = Number(values.seed);
const trials: Record<string, () => Promise<unknown>> = {
  kills: () =>
    killWriters({
      kills: Number(values.kills),
      seed,
      onKill: (done) => done % 20 === 0 && process.stderr.write(`kills ${done}/${values.kills}\n`),
    }),
  // The tests of test/security and the webhooks' kill test, with many more hostile requests and idle connections.
  attacks: async () => {
    const env = {
      ...process.env,
      BIOGRAPH_FUZZ_RUNS: values.requests,
      BIOGRAPH_FUZZ_SEED: values.seed,
      BIOGRAPH_IDLE: '5000',
    };
    const words = ['vitest', 'run', 'test/security', 'test/webhooks/kill.test.ts', '--testTimeout', '3600000'];
    const {status} = spawnSync('npx', words, {stdio: ['ignore', 2, 2], env, shell: process.platform === 'win32'});
    if (status !== 0) throw new Error(`The attacks of seed ${seed} found something: see above`);
    return {seed, requests: Number(values.requests)};
  },
  readers: () => manyReaders({readers: Number(values.readers), seconds: Number(values.minutes) * 60, seed}),
};
for (const name of positionals.length > 0 ? positionals : Object.keys(trials)) {
  const trial = trials[name];
  if (trial === undefined) throw new Error(`No trial ${name}; there are ${Object.keys(trials).join(', ')}`);
  process.stderr.write(`${name}, seed ${seed}\n`);
  process.stdout.write(`${JSON.stringify({trial: name, ...((await trial()) as object)})}\n`);
}
