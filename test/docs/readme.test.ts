import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, describe, expect, it} from 'vitest';
import {ended, firstLine, start} from '../helpers/command.ts';
import {commandOnPath} from '../helpers/on-path.ts';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/<!-- run(: \w+)? -->\n+```(\w+)\n([\s\S]*?)```/g)].map(
  ([, where, language, text]) => ({where, language, text: text ?? ''}),
);

// Inside the project, so that the package finds itself by its own name.
const inside = resolve('.cache/readme');
const {folder, env} = commandOnPath();
mkdirSync(inside, {recursive: true});
afterAll(() => rmSync(inside, {recursive: true, force: true}));

describe('README', () => {
  it('has examples of each sort', () => {
    expect(blocks.map(({language, where}) => `${language}${where ?? ''}`)).toEqual([
      'ts',
      'ts',
      'sh',
      'sh: server',
      'sh',
    ]);
  });

  it('links to what is there', () => {
    for (const [, path = ''] of readme.matchAll(/\]\(([^)#:]+)\)/g)) expect(existsSync(path), path).toBe(true);
  });

  it('names the commands and scripts that exist', () => {
    const {scripts} = JSON.parse(readFileSync('package.json', 'utf8')) as {scripts: Record<string, string>};
    for (const name of ['start', 'test', 'build', 'dev', 'check', 'bench', 'docs', 'docs:check'])
      expect(scripts[name], name).toBeTruthy();
  });

  /** What its programs print, one after the other. */
  const programs = [
    (stdout: string) => {
      expect(stdout).toMatch(/pembrolizumab 3 \d+ \{ min_confidence: 0\.7/);
      expect(stdout).toMatch(/Vertex \{/);
      expect(existsSync(join(folder, 'companies.parquet'))).toBe(true);
    },
    (stdout: string) => expect(stdout).toMatch(/'chembl'/),
  ];

  it.each(blocks.filter(({language}) => language === 'ts').map(({text}, index) => ({text, check: programs[index]})))(
    'runs its library example %#',
    async ({text, check}) => {
      const file = join(inside, 'example.ts');
      writeFileSync(file, text.replace("'companies.parquet'", JSON.stringify(join(folder, 'companies.parquet'))));
      const {stdout} = await run(process.execPath, ['--import', 'tsx', file]);
      check?.(stdout);
      expect(check).toBeDefined();
    },
  );

  it.each(blocks.filter(({language, where}) => language === 'sh' && where === undefined))(
    'runs its commands: $text',
    async ({text}) => {
      for (const line of text.trim().split('\n')) {
        const {stdout} = await run('sh', ['-c', line], {env, cwd: folder, maxBuffer: 1e8});
        expect(stdout.length, line).toBeGreaterThan(20);
        expect(stdout, line).not.toMatch(/"count":0,|"results":\[\]/);
      }
    },
  );

  it.each(blocks.filter(({where}) => where !== undefined))('runs its requests', async ({text}) => {
    const child = start(['serve', '--sample', '--port', '0']);
    const url = await firstLine(child);
    for (const line of text.trim().split('\n')) {
      const {stdout} = await run('sh', ['-c', `${line.replace('http://127.0.0.1:8080', url)} --fail-with-body`], {
        maxBuffer: 1e8,
      });
      expect(stdout.length, line).toBeGreaterThan(50);
      expect(stdout, line).not.toMatch(/"error"|"count":0,/);
    }
    child.kill('SIGTERM');
    await ended(child);
  });
});
