// Builds dist: the types by tsc, the library and the command as a few files each by esbuild.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {dirname, join, relative, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {describeTypes} from './describe.mjs';
import {buildExplorer} from './explorer.mjs';

const OUT = 'dist';
const {dependencies} = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * What the command carries in its own files, because it is read at every start and comes as many small ones. The engine's native
 * half cannot be carried; the rest is loaded by few commands, and from its package.
 */
const CARRIED = [
  '@duckdb/node-api',
  'zod',
  'yargs',
  'p-limit',
  'async-mutex',
  'stemmer',
  'fastest-levenshtein',
  'csv-stringify',
  'string-width',
];
const LEFT = Object.keys(dependencies).filter((name) => !CARRIED.includes(name));

/** `sqlTexts('./ddl/', import.meta.url)` and its like become what they give; see src/inline.ts. */
const INLINED = /\b(fileText|sqlTexts)\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g;

/** A program started by another, `new URL('./child.ts', import.meta.url)`, is built as an entry of its own. */
const STARTED = /new URL\(\s*'([^']+)\.ts',\s*import\.meta\.url,?\s*\)/g;

const sources = readdirSync('src', {recursive: true, encoding: 'utf8'})
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('src', file));

const started = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(STARTED)].map(([, path]) => join(dirname(file), `${path}.ts`)),
);

const entryName = (file) => relative('src', file).replace(/\.ts$/, '').replaceAll(/[/\\]/g, '-');

function sqlTexts(folder) {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.sql') ? [file.slice(0, -4)] : []));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, `${name}.sql`), 'utf8')]));
}

function inlined(file) {
  const at = dirname(file);
  return (
    readFileSync(file, 'utf8')
      .replace(INLINED, (_, call, path) => {
        const found = resolve(at, path);
        const value = call === 'fileText' ? readFileSync(found, 'utf8') : sqlTexts(found);
        // Of the package's own description, only what the program asks for.
        if (path.endsWith('package.json')) {
          const {name, version, dependencies} = JSON.parse(value);
          return JSON.stringify(JSON.stringify({name, version, dependencies}));
        }
        return JSON.stringify(value);
      })
      .replace(STARTED, (_, path) => `new URL('./${entryName(resolve(at, `${path}.ts`))}.js', import.meta.url)`)
      // A namespace lets go of the parts of zod that nobody uses.
      .replace(/^import \{z\} from 'zod';$/m, "import * as z from 'zod';")
  );
}

/** Source files with what belongs in them written in, and `instead` of some of them other text. */
const plugin = (instead = {}) => ({
  name: 'biograph',
  setup(work) {
    const src = resolve('src');
    // Yargs lays out its help at every start. Ours has no wide character, and finding that out costs as much as all the rest.
    work.onResolve({filter: /^string-width$/}, ({importer}) =>
      /node_modules[/\\](?:yargs|cliui|wrap-ansi)[/\\]/.test(importer)
        ? {path: resolve('.ci/string-width.mjs')}
        : undefined,
    );
    work.onLoad({filter: /\.ts$/}, ({path}) => {
      if (!path.startsWith(src)) return undefined;
      return {contents: instead[relative('.', path)] ?? inlined(path), loader: 'ts', resolveDir: dirname(path)};
    });
  },
});

const common = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outdir: OUT,
  charset: 'utf8',
  logLevel: 'warning',
  metafile: true,
};

/** CommonJS packages ask for built-in modules and for the native half of the engine by `require`. */
const banner = {
  js: "import {createRequire as requireFrom} from 'node:module'; const require = requireFrom(import.meta.url);",
};

/**
 * The commands as data: what each says of itself, and the module it is loaded from when it runs. What operations say goes into
 * the types besides.
 */
async function commandsAsData() {
  const scratch = resolve('node_modules/.cache/biograph-build');
  rmSync(scratch, {recursive: true, force: true});
  mkdirSync(scratch, {recursive: true});
  const modules = [...readdirSync('src/cli/commands').map((file) => `src/cli/commands/${file}`)];
  modules.push(
    ...readdirSync('src/operations')
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `src/operations/${file}`),
  );
  const contents = `
    ${modules.map((file, n) => `import * as m${n} from './${file}';`).join('\n')}
    export {commands, aliasesOf} from './src/cli/list.ts';
    export {operations} from './src/operations/index.ts';
    export {record} from './src/cli/record.ts';
    export {completionScript} from './src/cli/completion/scripts.ts';
    export const modules = {${modules.map((file, n) => `'${file}': m${n}`).join(',')}};`;
  const outfile = join(scratch, 'commands.js');
  await build({
    ...common,
    splitting: false,
    outdir: undefined,
    outfile,
    packages: 'external',
    stdin: {contents, resolveDir: '.', loader: 'ts'},
    plugins: [plugin()],
  });
  const live = await import(`${pathToFileURL(outfile).href}?${Date.now()}`);
  const home = (thing) => {
    for (const [file, exports] of Object.entries(live.modules))
      for (const [name, value] of Object.entries(exports)) if (value === thing) return {file, name};
    throw new Error(
      'A command must be exported by a module of src/cli/commands, an operation by one of src/operations.',
    );
  };
  const operations = live.operations.filter(({command}) => command !== null);
  const lines = live.commands.map((command, n) => {
    const operation = operations[n];
    const {file, name} = home(operation ?? command);
    const from = `import(${JSON.stringify(resolve(file))})`;
    const load =
      operation === undefined
        ? `async () => (await ${from}).${name}`
        : `async () => (await import('./commands/operations.ts')).commandOf((await ${from}).${name}, ${JSON.stringify(live.aliasesOf(operation))})`;
    return `replay(${JSON.stringify(live.record(command))}, ${load})`;
  });
  const scripts = Object.fromEntries(['bash', 'zsh', 'fish'].map((shell) => [shell, live.completionScript(shell)]));
  rmSync(scratch, {recursive: true, force: true});
  describeTypes(live.operations, OUT);
  return {scripts, list: `import {replay} from './record.ts';\nexport const commands = [\n${lines.join(',\n')}\n];\n`};
}

/** The licences of the packages whose code is in our files. */
function licences(inputs) {
  const folders = new Set(
    Object.keys(inputs).flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  return [...folders].sort().map((folder) => {
    const {name, version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
}

rmSync(OUT, {recursive: true, force: true});
execFileSync(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
const {list, scripts} = await commandsAsData();
const library = await build({
  ...common,
  entryPoints: {index: 'src/index.ts', server: 'src/http/index.ts', import: 'src/import/index.ts'},
  chunkNames: 'library-[hash]',
  packages: 'external',
  plugins: [plugin()],
});
// What the library asks for has to come with it: a devDependency is there in the checkout, and nowhere else.
for (const {imports} of Object.values(library.metafile.outputs))
  for (const {path, external} of imports) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    if (external && !isBuiltin(path) && dependencies[name] === undefined)
      throw new Error(
        `${path} is imported by the library and is none of its dependencies: move it there in package.json.`,
      );
  }
const {metafile} = await build({
  ...common,
  entryPoints: {cli: 'src/cli/main.ts'},
  chunkNames: 'command-[hash]',
  external: [...LEFT, '@duckdb/node-bindings'],
  banner,
  plugins: [
    plugin({
      [join('src', 'cli', 'list.ts')]: list,
      [join('src', 'cli', 'completion', 'scripts.ts')]:
        `const scripts = ${JSON.stringify(scripts)};\nexport const completionScript = (shell) => scripts[shell];\n`,
    }),
  ],
});
// One file each, so that a program that bundles the library can take it along.
await build({
  ...common,
  splitting: false,
  entryPoints: Object.fromEntries(started.map((file) => [entryName(file), file])),
  external: [...LEFT, '@duckdb/node-bindings'],
  banner,
  plugins: [plugin()],
});
const explorer = await buildExplorer(join(OUT, 'explorer'));
const completion = {bash: 'biograph.bash', zsh: '_biograph', fish: 'biograph.fish'};
mkdirSync(join(OUT, 'completion'));
for (const [shell, file] of Object.entries(completion)) writeFileSync(join(OUT, 'completion', file), scripts[shell]);
writeFileSync(
  join(OUT, 'licences.txt'),
  licences({...metafile.inputs, ...explorer.inputs}).join(`\n${'-'.repeat(80)}\n\n`),
);
