import {exec} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, inject, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {commandOnPath} from '../helpers/on-path.ts';
import {listen} from '../helpers/server.ts';
import {nextRelease} from '../soak/release.ts';

const run = promisify(exec);
const document = readFileSync('docs/following.md', 'utf8');
const lines = [...document.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'));
const {folder, env} = commandOnPath();

let service: Graph;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  service = await openGraph(inject('store'));
  server = await listen(service);
});
afterAll(async () => {
  await server.close();
  await service.close();
});

it('docs/following.md: every command does what it says, one after the other', {tags: ['long']}, async () => {
  let said = '';
  for (const line of lines) {
    if (line.includes('--watch')) continue;
    if (line.includes(' february '))
      await nextRelease(join(folder, 'january'), join(folder, 'february')).catch(() => undefined);
    const {stdout} = await run(line.replace('http://127.0.0.1:8080', server.url), {cwd: folder, env});
    said = `${said}${stdout}`;
  }
  expect(lines.length).toBeGreaterThan(18);
  expect(said).toContain('"applied":true');
  expect(said).toContain('"signed":true');
  expect(said).toContain('"phases":');
});
