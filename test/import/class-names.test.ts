/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a drug carries what people call its class: by its stem, its ATC class, its target, what it is for and what it is', async () => {
  const drug = (name: string, more = '') =>
    `select 'x:${name}' as key, 'product' as kind, '${name}' as name, 0.9 as moa_confidence, 0.9 as identity_confidence ${more}`;
  const tree = recipe(folder, {
    diseases: values(
      `('MONDO:0000001', 'viral infectious disease', []::varchar[], []::varchar[]), ('MONDO:0000002', 'flu', [], ['MONDO:0000001']),
       ('MONDO:0000003', 'hypertensive disorder', [], []), ('MONDO:0000004', 'lung hypertension', [], ['MONDO:0000003'])`,
      'id, label, synonyms, parents',
    ),
  });
  const built = await build(folder, [
    tree,
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
        drug('budipine'),
        drug('entecavir', `, {atc: ['J05AF10']} as attributes`),
        drug('alosetron'),
        drug('quxkin', `, 'GLP1R' as target, 'GLP-1 receptor agonist' as mechanism`),
        drug('bazkin', `, 'GLP1R' as target, 'GLP-1 receptor antagonist' as mechanism`),
        drug('quxumab vedotin'),
        drug('digoxin immune fab'),
        drug('scorpion (equine)'),
        drug('quxdutide'),
        drug('VERVE-102'),
        drug('quxir', `, 'MONDO:0000002' as disease_id, 'flu' as disease_label, 'small molecule' as modality`),
        drug('flu vaccine', `, 'MONDO:0000002' as disease_id, 'flu' as disease_label, 'vaccine' as modality`),
        drug(
          'quxide',
          `, 'MONDO:0000004' as disease_id, 'lung hypertension' as disease_label, 'small molecule' as modality`,
        ),
        drug(
          'bazide',
          `, 'MONDO:0000003' as disease_id, 'hypertensive disorder' as disease_label, 'small molecule' as modality`,
        ),
      ].join(' union all by name '),
    }),
  ]);
  const rows = await built.rows(
    `select name, attributes->>'class_names' as names from entities where kind = 'product' and state = 'live'`,
  );
  const names = new Map(rows.map((row) => [row.name, JSON.parse((row.names as string | null) ?? '[]')]));
  expect(names.get('quxvastatin')).toEqual(expect.arrayContaining(['HMG-CoA reductase inhibitor', 'statin']));
  expect(names.get('quxvastatin; bazlodipine')).toEqual(expect.arrayContaining(['statin', 'CCB']));
  expect(names.get('VERVE-102')).toContain('base editor');
  expect(names.get('quxazole')).toContain('SSRI');
  expect(names.get('quxestrant')).toContain('oral SERD');
  expect(names.get('vepquxdegestrant')).not.toContain('SERD');
  expect(names.get('apomorphine')).not.toContain('opioid');
  expect(names.get('stanozolol')).toEqual([]);
  expect(names.get('budipine')).not.toContain('CCB');
  expect(names.get('entecavir')).not.toContain('antiretroviral');
  expect(names.get('alosetron')).toContain('setron');
  expect(names.get('alosetron')).not.toContain('antiemetic');
  expect(names.get('quxkin')).toContain('GLP-1 RA');
  expect(names.get('bazkin')).not.toContain('GLP-1 RA');
  expect(names.get('quxumab vedotin')).toContain('ADC');
  expect(names.get('digoxin immune fab')).toEqual([]);
  expect(names.get('scorpion (equine)')).toEqual([]);
  expect(names.get('quxdutide')).toContain('GLP-1 RA');
  expect(names.get('quxir')).toEqual(['antiviral']);
  expect(names.get('flu vaccine')).toEqual([]);
  expect(names.get('quxide')).toEqual([]);
  expect(names.get('bazide')).toContain('antihypertensive');
});
