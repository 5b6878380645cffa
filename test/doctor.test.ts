import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, inject, it} from 'vitest';
import {examine} from '../src/doctor.ts';
import {biograph} from './helpers/command.ts';

it('finds a store well, and says of each check what it saw', async () => {
  process.env.UV_THREADPOOL_SIZE ??= '12';
  const state = join(mkdtempSync(join(tmpdir(), 'biograph-doctor-')), 'state');
  const findings = await examine({store: inject('store'), given: 'x', state, quick: false});
  for (const {check, ok, finding} of findings) expect(finding, `${check} ${ok}`).toMatch(/\w/);
  const by = new Map(findings.map((one) => [one.check, one]));
  for (const check of ['Node.js', 'DuckDB', 'extensions', 'writer', 'store', 'hashes and tables', 'network'])
    expect(by.get(check), check).toMatchObject({ok: true});
  expect(by.get('network')?.finding).toMatch(/^\d\d requests answered, no connection attempted/);
});

it('is asked for from the command line', async () => {
  const {code, stdout} = await biograph(['doctor', '--data', inject('store'), '--quick', '--format', 'json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ok: true});
  const missing = await biograph(['doctor', '--data', '/nowhere/at/all', '--format', 'json']);
  expect(missing.code).toBe(1);
  expect(missing.stdout).toContain('does not exist');
});
