/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

const modalities = async (...names: string[]) => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'p:' || name as key, 'product' as kind, name from (select unnest([${names.map((name) => `'${name}'`)}]) as name)`,
    }),
  ]);
  const rows = await built.rows(`select name, modality from entities where state = 'live'`);
  return Object.fromEntries(rows.map(({name, modality}) => [name, modality]));
};

it('an isotope makes an antibody a radioligand, or a tracer', async () => {
  expect(
    await modalities(
      'lutetium lu 177 foozumab tetraxetan',
      'barumab and iodine I-131 barumab',
      'technetium tc 99m quxomab',
      'zirconium (89Zr) crefoomab',
      'bazumab tetraxetan',
    ),
  ).toEqual({
    'lutetium lu 177 foozumab tetraxetan': 'radioligand',
    'barumab and iodine I-131 barumab': 'radioligand',
    'technetium tc 99m quxomab': 'other',
    'zirconium (89Zr) crefoomab': 'other',
    'bazumab tetraxetan': 'monoclonal antibody',
  });
});

it('an enzyme that helps an injection spread does not class what it helps', async () => {
  expect(
    await modalities(
      'hyaluronidase;foozumab',
      'Immune Globulin Infusion 10% (Human) with Recombinant Human Hyaluronidase',
      'hyaluronidase',
    ),
  ).toEqual({
    'hyaluronidase;foozumab': 'monoclonal antibody',
    'Immune Globulin Infusion 10% (Human) with Recombinant Human Hyaluronidase': 'other',
    hyaluronidase: 'recombinant protein',
  });
});

it('what a drug inhibits is not what it is', async () => {
  expect(await modalities('footyrosine kinase inhibitor', 'barkinase')).toEqual({
    'footyrosine kinase inhibitor': null,
    barkinase: 'recombinant protein',
  });
});

it('heparins are no small molecules, peptides with old names are peptides', async () => {
  expect(await modalities('foolteparin', 'fondaparinux', 'leuprolide', 'protirelin', 'satumomab pendetide')).toEqual({
    foolteparin: 'other',
    fondaparinux: 'small molecule',
    leuprolide: 'peptide',
    protirelin: 'peptide',
    'satumomab pendetide': 'monoclonal antibody',
  });
});

it('a conjugate is one, whatever the list says of its antibody', async () => {
  expect(
    await modalities('brentuximab', 'brentuximab vedotin', 'labetuzumab govitecan', 'mirvetuximab soravtansine'),
  ).toEqual({
    brentuximab: 'monoclonal antibody',
    'brentuximab vedotin': 'antibody-drug conjugate',
    'labetuzumab govitecan': 'antibody-drug conjugate',
    'mirvetuximab soravtansine': 'antibody-drug conjugate',
  });
});
