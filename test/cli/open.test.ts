import {chmodSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {pageOf} from '../../src/cli/commands/open.ts';
import {ended, firstLine, start} from '../helpers/command.ts';
import {until} from '../helpers/until.ts';

describe('open', () => {
  it('starts a server on a free port, says its address, and ends when told', async () => {
    const child = start(['open', 'company/pfizer', '--no-browser'], {BIOGRAPH_DATA: undefined});
    const page = await firstLine(child);
    expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/explore\/entity\/company\/pfizer$/);
    const response = await fetch(page, {headers: {accept: 'text/html'}});
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/<base href="\.\.\/\.\.\/\.\.\/">/);
    child.kill('SIGTERM');
    expect((await ended(child)).code).toBe(0);
  });

  it.runIf(process.platform === 'linux')('opens the browser that the system has, with no shell between', async () => {
    const at = mkdtempSync(join(tmpdir(), 'biograph-open-'));
    const seen = join(at, 'seen');
    writeFileSync(join(at, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > ${seen}.new && mv ${seen}.new ${seen}\n`);
    chmodSync(join(at, 'xdg-open'), 0o755);
    const path = `${at}${delimiter}${process.env.PATH}`;
    const child = start(['open', 'a "b" $(c) & d'], {BIOGRAPH_DATA: undefined, PATH: path});
    const page = await firstLine(child);
    const opened = await until(() => {
      try {
        return readFileSync(seen, 'utf8');
      } catch {
        return undefined;
      }
    });
    expect(opened).toBe(page);
    expect(new URL(page).searchParams.get('q')).toBe('a "b" $(c) & d');
    child.kill('SIGTERM');
    await ended(child);
  });

  it('finds the page for what is asked', () => {
    expect(pageOf()).toBe('/');
    expect(pageOf(' ')).toBe('/');
    expect(pageOf('target/pd-1')).toBe('/explore/entity/target/pd-1');
    expect(pageOf('company/ü?#')).toBe('/explore/entity/company/%C3%BC%3F%23');
    expect(pageOf('PD-1 antibody')).toBe('/explore/list?q=PD-1+antibody');
  });
});
