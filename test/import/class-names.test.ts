/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

it('a drug carries what people call its class: by its stem, its ATC class, its target and what it is', async () => {
  const drug = (name: string, more = '') =>
    `select 'x:${name}' as key, 'product' as kind, '${name}' as name, 0.9 as moa_confidence, 0.9 as identity_confidence ${more}`;
  const built = await build(folder, [
    recipe(folder, {
      entities: [
        drug('quxvastatin'),
        drug('quxvastatin; bazlodipine'),
        drug('quxazole', `, {atc: ['N06AB99']} as attributes`),
        drug('quxestrant'),
        drug('vepquxdegestrant'),
        drug('apomorphine'),
        drug('quxazosin tablets'),
        drug('stanozolol'),
        drug('quxkin', `, 'GLP1R' as target, 'GLP-1 receptor agonist' as mechanism`),
        drug('bazkin', `, 'GLP1R' as target, 'GLP-1 receptor antagonist' as mechanism`),
        drug('quxumab vedotin'),
        drug('digoxin immune fab'),
        drug('scorpion (equine)'),
      ].join(' union all by name '),
    }),
  ]);
  const rows = await built.rows(
    `select name, attributes->>'class_names' as names from entities where kind = 'product' and state = 'live'`,
  );
  const names = new Map(rows.map((row) => [row.name, JSON.parse((row.names as string | null) ?? '[]')]));
  expect(names.get('quxvastatin')).toEqual(['HMG-CoA reductase inhibitor', 'statin']);
  expect(names.get('quxvastatin; bazlodipine')).toEqual(expect.arrayContaining(['statin', 'CCB']));
  expect(names.get('quxazole')).toContain('SSRI');
  expect(names.get('quxestrant')).toContain('oral SERD');
  expect(names.get('vepquxdegestrant')).not.toContain('SERD');
  expect(names.get('apomorphine')).not.toContain('opioid');
  expect(names.get('stanozolol')).toEqual([]);
  expect(names.get('quxkin')).toContain('GLP-1 RA');
  expect(names.get('bazkin')).not.toContain('GLP-1 RA');
  expect(names.get('quxumab vedotin')).toContain('ADC');
  expect(names.get('digoxin immune fab')).toEqual([]);
  expect(names.get('scorpion (equine)')).toEqual([]);
});
