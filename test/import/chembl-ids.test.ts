/** @module-tag long */
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {build, inputFolder, workspace} from './helpers.ts';

const folder = workspace();

it('a substance has the id of the plain one among its records, and is found by those of the others', async () => {
  const {out} = await build(folder, [
    {
      recipe: 'chembl',
      in: inputFolder(folder, {
        'chembl_molecule_synonyms.csv': [
          'molecule_chembl_id,pref_name,max_phase,synonyms',
          'CHEMBL1200796,FOOPHAMIDE,4,B-518|Foophamide|Foophamide anhydrous|Foophamide monohydrate|Footoxan',
          'CHEMBL88,FOOPHAMIDE,4,Foophamide|Footoxan',
          'CHEMBL99,FOOPHAMIDE HYDROCHLORIDE,4,Foophamide hydrochloride',
        ],
        'chembl_mechanisms.csv': ['action_type,mechanism_of_action,molecule_chembl_id,target_chembl_id'],
        'chembl_targets.csv': ['target_chembl_id,target_name,uniprot_acc,ensembl_id'],
        'chembl_indications.csv': ['efo_id,efo_term,max_phase_for_ind,molecule_chembl_id'],
        'drug_approval_years.csv': ['drug_id,first_approval'],
        'disease_therapeutic_areas.csv': ['efo_id_norm,ot_therapeutic_area,ot_ta_raw'],
      }),
    },
  ]);
  const store = join(folder, 'chembl-ids');
  await loadSnapshot({snapshot: out, store});
  await using graph = await openGraph(store);
  const {results} = await graph.resolve({inputs: ['CHEMBL88', 'CHEMBL1200796', 'chembl99']});
  expect(results.map(({match, how}) => [match?.name, how])).toEqual(Array(3).fill(['foophamide', 'identifier']));
  const entity = await graph.entity(results[0]?.match?.id ?? '');
  expect(entity.attributes).toMatchObject({chembl_id: 'CHEMBL88', other_chembl_ids: ['CHEMBL1200796', 'CHEMBL99']});
});
