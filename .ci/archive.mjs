// One archive for a machine that reaches no registry: the product, its dependencies, a Node that is kept up, the documents, a
// snapshot, a bill of materials and every licence; and the same folder as a bundle for desktop agents (.mcpb).
//
//   npm run archive -- [--platform linux-x64] [--snapshot FOLDER] [--modules node_modules] [--node FILE | --without-node]
//     [--sign KEY.pem] [--out .cache/archives]
//
// It reads what is installed here; only Node is fetched, from the registry, unless --node gives one. For another platform,
// install its packages beside this folder first (`npm ci --omit=dev --os=darwin --cpu=arm64 --force` in a copy) and name them
// with --modules.
import {execFile} from 'node:child_process';
import {createHash, createPrivateKey, createPublicKey, sign} from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative, resolve} from 'node:path';
import {parseArgs, promisify} from 'node:util';
import {billOfMaterials, licences} from './archive/bom.mjs';
import {bundleManifest, writeBundle} from './archive/bundle.mjs';
import {nodeOf} from './archive/node.mjs';

const {values: given} = parseArgs({
  options: {
    platform: {type: 'string', default: `${process.platform}-${process.arch}`},
    snapshot: {type: 'string', default: 'snapshots/sample/snapshot'},
    modules: {type: 'string', default: 'node_modules'},
    node: {type: 'string'},
    'without-node': {type: 'boolean', default: false},
    sign: {type: 'string'},
    out: {type: 'string', default: '.cache/archives'},
  },
});

const [os, cpu] = given.platform.split('-');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const name = `biograph-${manifest.version}-${given.platform}`;

function fail(message) {
  process.stderr.write(`archive: ${message}\n`);
  process.exit(1);
}

if (!existsSync('dist/index.js')) fail('there is no dist: npm run build');
if (!existsSync(join(given.snapshot, 'manifest.json'))) fail(`${given.snapshot} is no snapshot`);
if (given.node !== undefined && given['without-node']) fail('--node gives a Node and --without-node wants none');
const key = keyOf(given.sign);
const snapshot = JSON.parse(readFileSync(join(given.snapshot, 'manifest.json'), 'utf8'));
const cache = '.cache/node';

const work = mkdtempSync(join(tmpdir(), 'biograph-archive-'));
const root = join(work, name);
mkdirSync(root);
mkdirSync(given.out, {recursive: true});
try {
  const node = given['without-node'] ? undefined : nodeOf({platform: given.platform, given: given.node, cache});
  for (const part of ['bin', 'dist', 'docs', 'examples']) cpSync(part, join(root, part), {recursive: true});
  for (const file of ['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'LICENSE', 'package.json'])
    if (existsSync(file)) copyFileSync(file, join(root, file));
  copyFileSync('docs/closed-network.md', join(root, 'INSTALL.md'));
  cpSync('snapshots/sample/snapshot', join(root, 'snapshots/sample/snapshot'), {recursive: true});
  cpSync(given.snapshot, join(root, 'snapshot'), {recursive: true});
  const packed = copyPackages();
  launchers();
  if (node !== undefined) {
    const program = join(root, 'node', os === 'win32' ? 'node.exe' : 'node');
    mkdirSync(join(root, 'node'));
    copyFileSync(node.program, program);
    chmodSync(program, 0o755);
    if (node.licence !== undefined) copyFileSync(node.licence, join(root, 'node', 'LICENSE'));
  }
  const all = {manifest, packed, node, snapshot};
  writeFileSync(join(root, 'bom.cdx.json'), `${JSON.stringify(billOfMaterials(all), null, 2)}\n`);
  writeFileSync(join(root, 'LICENSES.txt'), licences(all));
  const sums = sumsOf(root);
  writeFileSync(join(root, 'SHA256SUMS'), sums.join(''));
  signed(join(root, 'SHA256SUMS'));
  const archive = resolve(given.out, `${name}.tar.gz`);
  const bundle = resolve(given.out, `${name}.mcpb`);
  const said = await bundleManifest({manifest, platform: given.platform, hasNode: node !== undefined});
  await Promise.all([promisify(execFile)('tar', ['-czf', archive, '-C', work, name]), writeBundle(root, said, bundle)]);
  copyFileSync(join(root, 'bom.cdx.json'), `${archive}.bom.cdx.json`);
  for (const file of [archive, bundle]) {
    writeFileSync(`${file}.sha256`, `${digestOf(file)}  ${file.split(/[\\/]/).at(-1)}\n`);
    signed(`${file}.sha256`);
  }
  process.stdout.write(`${archive}\n`);
  const with_ = node === undefined ? 'no Node' : `Node ${node.version} (kept up until ${node.ends})`;
  process.stderr.write(`${packed.length} packages, ${sums.length} files, ${with_}\n${bundle}\n`);
} catch (error) {
  process.stderr.write(`archive: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(work, {recursive: true, force: true});
}

/** @throws Error (ends) for a file that is no Ed25519 key. */
function keyOf(file) {
  if (file === undefined) return undefined;
  try {
    const found = createPrivateKey(readFileSync(file));
    if (found.asymmetricKeyType === 'ed25519') return found;
  } catch (error) {
    fail(`--sign ${file}: ${error.message}`);
  }
  return fail(`--sign ${file} is no Ed25519 key: openssl genpkey -algorithm ed25519 -out ${file}`);
}

/** The signature of a file's bytes beside it, and the key to verify it with. */
function signed(file) {
  if (key === undefined) return;
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), key));
  const shown = createPublicKey(key).export({type: 'spki', format: 'pem'});
  writeFileSync(join(given.out, 'release.pub.pem'), shown);
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Everything the product needs at run time on the platform, as the lock file names it. */
function copyPackages() {
  const packed = [];
  const absent = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.dev === true || entry.devOptional === true) continue;
    if (!fits(entry)) continue;
    const from = join(given.modules, relative('node_modules', path));
    if (!existsSync(from)) {
      // Alternatives for other C libraries are left out by the installer itself.
      if (entry.libc === undefined) absent.push(path);
      continue;
    }
    // Packages within it have entries of their own.
    cpSync(from, join(root, path), {recursive: true, filter: (file) => relative(from, file) !== 'node_modules'});
    packed.push({name: path.split('node_modules/').at(-1), version: entry.version, folder: from});
  }
  if (absent.length > 0)
    throw new Error(
      `not installed for ${given.platform}: ${absent.join(', ')}. Install it in a copy and give its folder: --modules`,
    );
  return packed;
}

function fits(entry) {
  return (entry.os ?? [os]).includes(os) && (entry.cpu ?? [cpu]).includes(cpu);
}

/** Commands that find their own folder, through links too, and take the Node that came along where one did. */
function launchers() {
  writeFileSync(
    join(root, 'biograph'),
    `#!/bin/sh
path=$0
while [ -h "$path" ]; do
  link=$(readlink "$path")
  case $link in /*) path=$link ;; *) path=$(dirname "$path")/$link ;; esac
done
here=$(CDPATH= cd -- "$(dirname -- "$path")" && pwd)
node=$here/node/node
[ -x "$node" ] || node=node
exec "$node" "$here/bin/biograph.js" "$@"
`,
  );
  chmodSync(join(root, 'biograph'), 0o755);
  writeFileSync(
    join(root, 'biograph.cmd'),
    '@echo off\r\nset "NODE=%~dp0node\\node.exe"\r\nif not exist "%NODE%" set "NODE=node"\r\n"%NODE%" "%~dp0bin\\biograph.js" %*\r\n',
  );
}

/** In the format of `sha256sum --check`. */
function sumsOf(folder) {
  return readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      return `${digestOf(file)}  ${relative(folder, file).replaceAll('\\', '/')}\n`;
    });
}
