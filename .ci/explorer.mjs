// Builds the explorer: hashed scripts and style, each beside its compressed forms, and the page that names them.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {build} from 'esbuild';

/** @returns esbuild's account of what went in. */
export async function buildExplorer(folder) {
  const assets = join(folder, 'assets');
  mkdirSync(assets, {recursive: true});
  const {metafile} = await build({
    entryPoints: {explorer: 'src/explorer/main.tsx'},
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  const [entry, {cssBundle}] = Object.entries(metafile.outputs).find(([, {entryPoint}]) =>
    entryPoint?.endsWith('main.tsx'),
  );
  const page = readFileSync('src/explorer/index.html', 'utf8')
    .replace('%SCRIPT%', basename(entry))
    .replace('%STYLE%', basename(cssBundle));
  writeFileSync(join(folder, 'index.html'), page);
  for (const file of readdirSync(assets)) {
    const text = readFileSync(join(assets, file));
    writeFileSync(join(assets, `${file}.br`), brotliCompressSync(text));
    writeFileSync(join(assets, `${file}.gz`), gzipSync(text, {level: 9}));
  }
  return metafile;
}
