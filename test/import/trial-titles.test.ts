/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, twoGenes, workspace} from './helpers.ts';

const folder = workspace();

it('a trial’s title tells what is tried, not what was given before or beside it', async () => {
  const titles: [title: string, modality: string | null][] = [
    ['KYSA-7: a Study of Anti-CD19 CAR T-Cells in Lupus', 'CAR-T cell therapy'],
    ['Gene Therapy for APOE4 Homozygotes', 'gene therapy'],
    ['Outcomes After CD19 CAR-T Cell Therapy', null],
    ['Reminders for Uptake of the Influenza Vaccine', null],
    ['Immunogenicity of a Quadrivalent Influenza Vaccine in Adults', 'vaccine'],
    ['Mesenchymal Stem Cells in Knee Osteoarthritis', 'cell therapy'],
    ['FOO-101 Combined With a DC Vaccine', null],
  ];
  const built = await build(folder, [
    twoGenes(folder),
    recipe(folder, {
      entities: titles
        .map(([title], n) => `select 'nct:NCT0000000${n}' as key, 'trial' as kind, '${title}' as name`)
        .join(' union all '),
    }),
  ]);
  const rows = await built.rows(
    `select name, case when moa_confidence >= 0.7 then modality end as modality from entities where kind = 'trial' order by natural_key`,
  );
  expect(rows.map(({name, modality}) => [name, modality])).toEqual(titles);
});
