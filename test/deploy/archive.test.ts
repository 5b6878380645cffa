import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {ended} from '../helpers/command.ts';

/** Runs in a namespace without any network but a loopback; with words in place of a shell where there are no namespaces. */
function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up && ip addr show lo | grep -q 127.0.0.1'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

const hasShell = process.platform !== 'win32';

describe.skipIf(!hasShell)('the archive for a closed network', () => {
  const at = mkdtempSync(join(tmpdir(), 'biograph-archive-test-'));
  let root: string;
  beforeAll(() => {
    const archive = execFileSync(process.execPath, ['.ci/archive.mjs', '--out', at], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
    mkdirSync(join(at, 'opt'));
    execFileSync('tar', ['-xzf', archive, '-C', join(at, 'opt')]);
    root = join(at, 'opt', basename(archive).replace('.tar.gz', ''));
  });

  it('has what it says, whole, and nothing that is for development only', () => {
    expect(
      execFileSync('sh', ['-c', 'sha256sum --quiet --check SHA256SUMS && echo whole'], {cwd: root}).toString(),
    ).toBe('whole\n');
    for (const there of [
      'INSTALL.md',
      'README.md',
      'docs/reference/openapi.json',
      'snapshot/manifest.json',
      'biograph.cmd',
    ])
      expect(existsSync(join(root, there)), there).toBe(true);
    for (const absent of ['vitest', 'typescript', '@biomejs', 'esbuild', 'autocannon'])
      expect(existsSync(join(root, 'node_modules', absent)), absent).toBe(false);
  });

  it.skipIf(!canUnshare())(
    'is installed and served with the network off (skipped where the system allows no namespace)',
    async () => {
      mkdirSync(join(at, 'home'));
      symlinkSync(join(root, 'biograph'), join(at, 'home', 'biograph'));
      const script = `
      set -e
      ip link set lo up
      ./biograph snapshot verify "$ROOT/snapshot" >&2
      ./biograph store load "$ROOT/snapshot" --data store >&2
      ./biograph search melanoma --data store --format json > search.json
      ./biograph keys create --admin > key.json
      ./biograph serve --data store --port 0 > address 2> log &
      server=$!
      while ! [ -s address ]; do sleep 0.1; done
      "$NODE" -e 'fetch(process.argv[1] + "/v1/stats").then((r) => r.text()).then(console.log)' "$(head -1 address)"
      kill $server
      wait $server`;
      const child = spawn('unshare', ['-rn', 'sh', '-c', script], {
        cwd: join(at, 'home'),
        // Nothing of this project can be found from here.
        env: {
          HOME: join(at, 'home'),
          PATH: process.env.PATH,
          ROOT: root,
          NODE: process.execPath,
          npm_config_offline: 'true',
        },
      });
      const {code, stdout, stderr} = await ended(child);
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({total: expect.any(Number)});
      expect(JSON.parse(readFileSync(join(at, 'home', 'search.json'), 'utf8')).results.length).toBeGreaterThan(0);
      expect(JSON.parse(readFileSync(join(at, 'home', 'key.json'), 'utf8'))).toMatchObject({
        key: expect.stringMatching(/^bg_/),
      });
    },
  );
});
