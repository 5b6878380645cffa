import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {accountRoutes} from '../../src/http/account/index.ts';
import {serveSample} from '../helpers/server.ts';

const page = readFileSync('docs/reference/operations.md', 'utf8');
const examples = [...page.matchAll(/^GET (\/v1\/\S*)$/gm)].map(([, path]) => String(path));

const sample = serveSample();

describe('an example of the reference', () => {
  it('is there for every operation that is asked by GET', () => {
    expect(examples.length).toBe(sample.graph.operations.filter(({method}) => method === 'GET').length);
  });

  it('is there for every route of keys and webhooks', () => {
    const accounts = readFileSync('docs/reference/account.md', 'utf8');
    for (const {name, method} of accountRoutes) {
      const [, section = ''] = accounts.split(`\n## ${name}\n`);
      expect(section.split('\n## ')[0]).toMatch(new RegExp(`\n${method} /account/`));
    }
  });

  it.each(examples)('GET %s answers on the sample', async (path) => {
    const response = await fetch(sample.url + path);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(text.length).toBeGreaterThan(2);
  });

  it('of the description answers too', async () => {
    const {paths} = JSON.parse(readFileSync('docs/reference/openapi.json', 'utf8')) as {
      paths: Record<string, {get?: {parameters?: {name: string; in: string; example?: unknown}[]}}>;
    };
    for (const [path, {get}] of Object.entries(paths).filter(([one, {get}]) => one.startsWith('/v1/') && get)) {
      const given = (get?.parameters ?? []).filter(({example}) => example !== undefined);
      const at = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(given.find((one) => one.name === name)?.example)),
      );
      const query = new URLSearchParams(
        Object.fromEntries(given.filter((one) => one.in === 'query').map(({name, example}) => [name, String(example)])),
      );
      const response = await fetch(`${sample.url}${at}?${query}`);
      expect(response.status, `${at} ${await response.text()}`).toBe(200);
    }
  });
});
