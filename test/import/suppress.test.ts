/** @module-tag long */

import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {v5 as uuidv5} from 'uuid';
import {describe, expect, it} from 'vitest';
import {NAMESPACE} from '../../src/snapshot/write.ts';
import {ask, build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const list = (name: string, ...lines: string[]) => {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};
const manifest = (out: string) =>
  JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as {suppressed?: string[]};
const everything = (out: string) => readFileSync(join(out, 'manifest.json'), 'utf8');

const people = recipe(folder, {
  entities: `select * from (values
    ('orcid:0000-0002-1825-0097', null, 'person', 'Jane Doe'), ('name:person:doe jane:1', ['orcid:0000-0002-1825-0097'], 'person', 'Jane Doe'),
    ('name:person:roe max:1', null, 'person', 'Max Roe'), ('name:person:roe max:2', null, 'person', 'Max Roe'), ('pmid:1', null, 'paper', 'A paper')) v(key, same_as, kind, name)`,
  edges: `select * from (values ('orcid:0000-0002-1825-0097', 'authored', 'pmid:1'), ('name:person:doe jane:1', 'authored', 'pmid:1'), ('name:person:roe max:1', 'authored', 'pmid:1')) v(source_key, relation, target_key)`,
});

describe('what is suppressed', () => {
  it('never enters, under whatever key it comes, nor do its edges', async () => {
    const built = await build(folder, [people], {
      suppress: list('one.txt', '# asked on 3 May', 'ORCID:0000-0002-1825-0097  # Jane', ''),
    });
    expect(await built.rows('select name from entities order by 1')).toEqual([
      {name: 'A paper'},
      {name: 'Max Roe'},
      {name: 'Max Roe'},
    ]);
    expect(built.report.edges).toEqual({authored: 1});
    expect(built.report.suppressed).toBe(2);
    expect(built.report.rejects).toEqual([]);
    expect(manifest(built.out).suppressed).toEqual(
      [uuidv5('orcid:0000-0002-1825-0097', NAMESPACE), uuidv5('name:person:doe jane:1', NAMESPACE)].sort(),
    );
    expect(everything(built.out)).not.toMatch(/0000-0002-1825-0097|doe jane/i);
  });

  it('is named by id as well, and by the beginning of its keys', async () => {
    const byId = await build(folder, [people], {
      suppress: list('id.txt', uuidv5('name:person:doe jane:1', NAMESPACE).toUpperCase()),
    });
    expect(byId.report.suppressed).toBe(2);
    const byStart = await build(folder, [people], {suppress: list('start.txt', 'name:person:roe max:')});
    expect(byStart.report.suppressed).toBe(2);
    expect(await byStart.rows(`select name from entities where kind = 'person' and state = 'live'`)).toEqual([
      {name: 'Jane Doe'},
    ]);
  });

  it('stays out of the build that replaces it, without the list', async () => {
    const first = await build(folder, [people], {
      suppress: list('again.txt', 'orcid:0000-0002-1825-0097', 'name:person:roe max:'),
    });
    const later = recipe(folder, {
      entities: `select 'name:person:roe max:77' as key, 'person' as kind, 'Max Roe' as name, null::varchar[] as same_as
        union all select 'x:9', 'person', 'Jane Doe again', ['orcid:0000-0002-1825-0097']`,
    });
    const kept = manifest(first.out).suppressed ?? [];
    const second = await build(folder, [people, later], {out: first.out, replace: true});
    expect(second.report.suppressed).toBeGreaterThan(3);
    expect(await ask(first.out, 'select name from entities')).toEqual([{name: 'A paper'}]);
    const third = await build(folder, [people, later], {out: first.out, replace: true});
    expect(third.report.suppressed).toBeGreaterThan(3);
    expect(manifest(first.out).suppressed).toEqual(expect.arrayContaining(kept));
  });

  it('leaves no trace among the refused rows', async () => {
    const refused = recipe(folder, {
      entities: `select 'orcid:0000-0002-1825-0097' as key, 'person' as kind, 'Jane Doe' as name, 'sometime' as observed_at`,
    });
    const built = await build(folder, [people, refused], {suppress: list('refused.txt', 'orcid:0000-0002-1825-0097')});
    expect(built.rejects()).toEqual([]);
  });

  it('is refused when a line says nothing that can be followed', async () => {
    await expect(build(folder, [people], {suppress: list('bad.txt', 'Jane Doe')})).rejects.toThrow(/line 1 is neither/);
    await expect(build(folder, [people], {suppress: list('all.txt', 'orcid:')})).rejects.toThrow(
      /every key of a scheme/,
    );
    await expect(build(folder, [people], {suppress: join(folder, 'none.txt')})).rejects.toThrow(/cannot be read/);
  });
});
