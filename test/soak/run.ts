import {parseArgs} from 'node:util';
import {killWriters} from './kills.ts';
import {manyReaders} from './readers.ts';

/**
 * The long trials: `npm run soak -- [--seed N] [--kills N] [--readers N] [--minutes N] [kills] [readers]`. Prints a report as JSON; the
 * suite runs a seeded tenth of them.
 */
const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    seed: {type: 'string', default: String(Date.now() % 1_000_000)},
    kills: {type: 'string', default: '300'},
    readers: {type: 'string', default: '8'},
    minutes: {type: 'string', default: '3'},
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
  readers: () => manyReaders({readers: Number(values.readers), seconds: Number(values.minutes) * 60, seed}),
};
for (const name of positionals.length > 0 ? positionals : Object.keys(trials)) {
  const trial = trials[name];
  if (trial === undefined) throw new Error(`No trial ${name}; there are ${Object.keys(trials).join(', ')}`);
  process.stderr.write(`${name}, seed ${seed}\n`);
  process.stdout.write(`${JSON.stringify({trial: name, ...((await trial()) as object)})}\n`);
}
