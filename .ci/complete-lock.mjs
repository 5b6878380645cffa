// A registry that mirrors one platform leaves the others out of the lock file, and npm then refuses `npm ci` here and
// installs no native binding there. This adds what is missing: `node .ci/complete-lock.mjs` after every change of a dependency.
import {readFileSync, writeFileSync} from 'node:fs';

const path = 'package-lock.json';
const lock = JSON.parse(readFileSync(path, 'utf8'));
const OS = ['darwin', 'win32', 'linux', 'freebsd', 'netbsd', 'openbsd', 'android', 'sunos', 'aix', 'openharmony'];
const CPU = ['x64', 'arm64', 'arm', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'wasm32'];
let added = 0;
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] !== undefined || !/^\d/.test(version)) continue;
    const parts = name.split('/').at(-1)?.split('-') ?? [];
    const os = parts.find((part) => OS.includes(part));
    const cpu = parts.find((part) => CPU.includes(part));
    lock.packages[place] = {
      version,
      ...(cpu !== undefined && {cpu: [cpu]}),
      ...(entry.dev === true && {dev: true}),
      ...(parts.includes('musl') && {libc: ['musl']}),
      optional: true,
      ...(os !== undefined && {os: [os]}),
    };
    if (parent !== '') added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} added\n`);
