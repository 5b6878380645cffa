// The long form of the attacks in test/security: many more hostile requests with a new seed, more idle connections, and the
// load test. `npm run soak`; BIOGRAPH_FUZZ_SEED repeats a run.
import {spawnSync} from 'node:child_process';
import {randomInt} from 'node:crypto';

const env = {
  BIOGRAPH_FUZZ_RUNS: '3000',
  BIOGRAPH_FUZZ_SEED: String(randomInt(2 ** 31 - 1)),
  BIOGRAPH_IDLE: '5000',
  ...process.env,
};
process.stdout.write(`seed ${env.BIOGRAPH_FUZZ_SEED}, ${env.BIOGRAPH_FUZZ_RUNS} requests for each route\n`);
const options = {stdio: 'inherit', env, shell: process.platform === 'win32'};
const words = ['vitest', 'run', 'test/security', 'test/webhooks/kill.test.ts', '--testTimeout', '3600000'];
process.exitCode = spawnSync('npx', words, options).status ?? 1;
