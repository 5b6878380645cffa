/** @module-tag long */
import {expect, it} from 'vitest';
import {build, entities, recipe, twoGenes, workspace} from './helpers.ts';

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

it('a trial without interventions tests the only drug in its title, unless that is compared, given to all, or part of something else', async () => {
  const titles = [
    'Foofootinib for the Treatment of Gout',
    'Study of FOO-1234 (Foofootinib) in Asthma',
    'Barbarazumab Versus Placebo in Pain',
    'Surgery Versus Foofootinib in Gout',
    'Exercise in Patients Treated With Foofootinib',
    'Foofootinib and Barbarazumab in Pain',
    'QUX-9876: Foofootinib Extension in Gout',
    'Foofootinib Balloon for Gout',
    'Foobrand for Gout: Exercise in Patients Treated With Foofootinib',
    'Barbarazumab Vedotin in Lymphoma',
    'A Foofootinib-Coated Balloon',
    'Serum Levels of Foofootinib in Children',
    'Glucose in Healthy Volunteers',
    'Unknownumab in Pain',
    'A Long-term Study of FOO-1234 in Gout',
    'FOO-1234 Plus QUX-9876 in Gout',
    'Exercise After FOO-1234 in Gout',
    'Safety, Tolerability and Clinical Efficacy of FOO-1234 in Gout',
  ];
  const trials = recipe(
    folder,
    {
      entities: `select 't:' || ordinality as key, 'trial' as kind, name from (select unnest([${titles.map((one) => `'${one}'`).join(', ')}]) as name, generate_subscripts([${titles.map((one) => `'${one}'`).join(', ')}], 1) as ordinality)
        union all select 't:told', 'trial', 'Foofootinib in Pain'`,
    },
    '-- name: trials\n',
  );
  const told = recipe(
    folder,
    {
      entities: `select 't:told' as key, 'trial' as kind, 'Foofootinib in Pain' as name, {interventions: ['Yoga']} as attributes`,
    },
    '-- name: told\n-- priority: 90\n',
  );
  const built = await build(folder, [
    trials,
    told,
    recipe(folder, {
      entities: entities(
        'product',
        `('x:1', 'foofootinib', ['FOO-1234', 'Foobrand'], 'EGFR', 'small molecule', 0.9, {atc: ['L01EX99']}), ('x:2', 'barbarazumab', null, 'PD-1', 'monoclonal antibody', 0.9, {atc: ['L01FX99']}),
       ('x:3', 'glucose', null, null, 'small molecule', 0.9, {atc: ['V04CA02']})`,
        'key, name, aliases, target, modality, moa_confidence, attributes',
      ),
    }),
  ]);
  expect(
    await built.rows(
      `select t.name as trial, p.name as drug, e.confidence::decimal(3, 2) as c, t.target as target, t.moa_confidence::decimal(3, 2) as sure
       from edges e join entities p on p.id = e.source join entities t on t.id = e.target where e.relation = 'tested_in' order by 1`,
    ),
  ).toEqual([
    {trial: titles[14], drug: 'foofootinib', c: '0.75', target: 'EGFR', sure: '0.75'},
    {trial: titles[2], drug: 'barbarazumab', c: '0.75', target: 'PD-1', sure: '0.75'},
    {trial: titles[0], drug: 'foofootinib', c: '0.75', target: 'EGFR', sure: '0.75'},
    {trial: titles[17], drug: 'foofootinib', c: '0.75', target: 'EGFR', sure: '0.75'},
    {trial: titles[1], drug: 'foofootinib', c: '0.75', target: 'EGFR', sure: '0.75'},
  ]);
});
