/** @module-tag long */
import {execFileSync, spawn} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {ended, firstLine, spawned, start} from '../helpers/command.ts';

/** A preload that ends the process at the first step towards any other machine, name look-ups included. */
const GUARD = `
const net = require('node:net'), dns = require('node:dns');
const stop = (what) => { process.stderr.write('REACHED OUT: ' + what + '\\n'); process.exit(99); };
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [{host = '127.0.0.1', path} = {}] = Array.isArray(args[0]) ? args[0] : args;
  if (path === undefined && !/^(127\\.|::1$|localhost$)/.test(host)) stop(host);
  return connect.apply(this, args);
};
for (const target of [dns, dns.promises]) for (const name of Object.keys(target)) if (/^(lookup|resolve)/.test(name) && typeof target[name] === 'function') {
  const own = target[name];
  target[name] = (host, ...rest) => (/^(127\\.|::1$|localhost$|0\\.0\\.0\\.0$)/.test(String(host)) ? own.call(target, host, ...rest) : stop(name + ' ' + host));
}
`;

const at = mkdtempSync(join(tmpdir(), 'biograph-offline-'));
const guard = join(at, 'guard.cjs');
writeFileSync(guard, GUARD);
const env = {NODE_OPTIONS: `--require ${guard}`, BIOGRAPH_CACHE: join(at, 'cache')};

function hasNamespaces(): boolean {
  try {
    execFileSync('unshare', ['-rn', 'true'], {stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
}

const WORDS = [
  ['stats'],
  ['search', 'kinase'],
  ['autocomplete', 'pem'],
  ['sql', 'select count(*) from live_entities'],
  ['snapshot', 'generate', '--entities', '200', '--out', join(at, 'made')],
  ['import', '--build', 'snapshots/sample/build.json', '--out', join(at, 'built')],
];

describe('with the network off', () => {
  it('every command works, and none reaches out', async () => {
    for (const words of WORDS) {
      const {code, stderr} = await spawned(words, {env});
      expect(stderr).not.toMatch(/REACHED OUT/);
      expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
    }
    const child = start(['serve', '--sample', '--port', '0'], env);
    const url = await firstLine(child);
    for (const path of ['/docs', '/openapi.json', '/v1/stats', '/v1/entities?q=melanoma'])
      expect((await fetch(url + path)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended(child)).code).toBe(0);
  });

  it.skipIf(!hasNamespaces())(
    'also in a namespace that has no network at all (skipped where the system allows none)',
    {tags: ['long']},
    async () => {
      for (const words of WORDS.slice(0, 4)) {
        const child = spawn('unshare', ['-rn', process.execPath, 'bin/biograph.js', ...words], {
          env: {...process.env, BIOGRAPH_CACHE: join(at, 'cache-2')},
        });
        const {code, stdout, stderr} = await ended(child);
        expect(code, stderr).toBe(0);
        expect(stdout.length).toBeGreaterThan(2);
      }
    },
  );
});
