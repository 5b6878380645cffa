// One archive for a machine that reaches no registry: the product, its dependencies, the documents and a snapshot.
//
//   npm run archive -- [--platform linux-x64] [--snapshot FOLDER] [--modules node_modules] [--with-node] [--out .cache/archives]
//
// It reads what is installed here and asks the network for nothing. For another platform, install its packages beside
// this folder first (`npm ci --omit=dev --os=darwin --cpu=arm64 --force` in a copy) and name them with --modules.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
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
import {parseArgs} from 'node:util';

const {values: given} = parseArgs({
  options: {
    platform: {type: 'string', default: `${process.platform}-${process.arch}`},
    snapshot: {type: 'string', default: 'snapshots/sample/snapshot'},
    modules: {type: 'string', default: 'node_modules'},
    'with-node': {type: 'boolean', default: false},
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
if (given['with-node'] && given.platform !== `${process.platform}-${process.arch}`)
  fail('--with-node packs the Node that runs this, which is of this platform only');

const work = mkdtempSync(join(tmpdir(), 'biograph-archive-'));
const root = join(work, name);
mkdirSync(root);
try {
  for (const part of ['bin', 'dist', 'docs', 'examples']) cpSync(part, join(root, part), {recursive: true});
  for (const file of ['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'LICENSE', 'package.json'])
    if (existsSync(file)) copyFileSync(file, join(root, file));
  copyFileSync('docs/closed-network.md', join(root, 'INSTALL.md'));
  cpSync('snapshots/sample/snapshot', join(root, 'snapshots/sample/snapshot'), {recursive: true});
  cpSync(given.snapshot, join(root, 'snapshot'), {recursive: true});
  const count = copyPackages();
  launchers();
  if (given['with-node']) {
    mkdirSync(join(root, 'node'));
    copyFileSync(process.execPath, join(root, 'node', os === 'win32' ? 'node.exe' : 'node'));
  }
  const sums = sumsOf(root);
  writeFileSync(join(root, 'SHA256SUMS'), sums.join(''));
  mkdirSync(given.out, {recursive: true});
  const archive = resolve(given.out, `${name}.tar.gz`);
  execFileSync('tar', ['-czf', archive, '-C', work, name]);
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${digest}  ${name}.tar.gz\n`);
  process.stdout.write(`${archive}\n`);
  process.stderr.write(`${count} packages, ${sums.length} files\n`);
} finally {
  rmSync(work, {recursive: true, force: true});
}

/** Everything the product needs at run time on the platform, as the lock file names it. */
function copyPackages() {
  let count = 0;
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
    count += 1;
  }
  if (absent.length > 0)
    fail(
      `not installed for ${given.platform}: ${absent.join(', ')}. Install it in a copy and give its folder: --modules`,
    );
  return count;
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
      const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
      return `${digest}  ${relative(folder, file).replaceAll('\\', '/')}\n`;
    });
}
