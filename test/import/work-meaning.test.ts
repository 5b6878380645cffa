/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, genesIn, recipe, workspace} from './helpers.ts';

const folder = workspace();

const genes = genesIn(folder);
describe('works', () => {
  const drugs = `select 'p:1' as key, 'product' as kind, 'pembrolizumab' as name, 'PDCD1' as target, 0.9 as moa_confidence
    union all by name select 'p:2' as key, 'product' as kind, 'ipilimumab' as name, 'CTLA4' as target, 0.9 as moa_confidence
    union all by name select 'p:3' as key, 'product' as kind, 'placebofoo' as name`;
  it('take what they test, never what they compare with or give beside it', async () => {
    const trial = (n: number, title: string, interventions: string) =>
      `union all by name select 'nct:${n}' as key, 'trial' as kind, '${title}' as name, {interventions: ${interventions}}::json as attributes`;
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `${drugs}
          ${trial(1, 'Pembrolizumab Versus Ipilimumab in Melanoma', `['Pembrolizumab 200 mg', 'Ipilimumab']`)}
          ${trial(2, 'XYZ-1 in Combination With Pembrolizumab', `['Pembrolizumab', 'XYZ-123']`)}
          ${trial(3, 'Pembrolizumab and Ipilimumab', `['Pembrolizumab', 'Ipilimumab (MDX-010)']`)}
          ${trial(4, 'A Study in Melanoma', `['Ipilimumab', 'Placebo']`)}
          ${trial(5, 'Efficacy of BMS-734016 in Acute Pain', `['PEM', 'HB/Pembrolizumab', 'BMS', 'Placebo']`)}
          ${trial(6, 'Pembrolizumab in Patients Previously Treated With BMS-734016', `['PEM', 'Other Agent']`)}`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, target, moa_confidence as c, (select list(t.name order by t.name) from edges x join entities t on t.id = x.target where x.source = e.id and x.relation = 'targets') as more from entities e where kind = 'trial' order by natural_key`,
      ),
    ).toEqual([
      {name: 'Pembrolizumab Versus Ipilimumab in Melanoma', target: 'PDCD1', c: 0.8, more: null},
      // What the words of an intervention say of the modality is a guess, below trust.
      {name: 'XYZ-1 in Combination With Pembrolizumab', target: null, c: 0.5, more: null},
      {name: 'Pembrolizumab and Ipilimumab', target: null, c: 0.5, more: ['CTLA4', 'PDCD1']},
      {name: 'A Study in Melanoma', target: 'CTLA4', c: 0.8, more: null},
      // The code in the title is the drug tested, below trust; the one that the interventions spell out is compared with it.
      {name: 'Efficacy of BMS-734016 in Acute Pain', target: 'CTLA4', c: 0.5, more: null},
      {name: 'Pembrolizumab in Patients Previously Treated With BMS-734016', target: null, c: null, more: null},
    ]);
    expect(
      await built.rows(
        `select p.name, e.origin from edges e join entities p on p.id = e.source join entities t on t.id = e.target where relation = 'tested_in' and t.natural_key in ('nct:5', 'nct:6') order by all`,
      ),
    ).toEqual([
      {name: 'ipilimumab', origin: 'biograph: code in the title'},
      {name: 'pembrolizumab', origin: 'biograph: name of an intervention'},
    ]);
    // The code that a trial states beside the name, and what the project's list of drugs calls it, leads to the product from then on.
    expect(await built.rows(`select aliases from entities where name = 'ipilimumab'`)).toEqual([
      {aliases: ['BMS-734016', 'MDX-010', 'Yervoy']},
    ]);
  });

  it('of several products with one target take the labels of the one whose mechanism is told', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select * from (values ('p:1', 'product', 'pembrolizumab', 'PDCD1', 'monoclonal antibody', null, 0.9, null), ('p:2', 'product', 'nivolumab', 'PDCD1', 'monoclonal antibody', 'PD-1 inhibitor', 0.9, null),
          ('p:3', 'product', 'zedfoocel', null, 'cell therapy', null, 0.9, null),
          ('nct:1', 'trial', 'Pembrolizumab and Nivolumab in Melanoma', null, null, null, null, {interventions: ['Pembrolizumab', 'Nivolumab']}), ('nct:2', 'trial', 'A Study in Pain', null, null, null, null, {interventions: ['Zedfoocel']}))
          v(key, kind, name, target, modality, mechanism, moa_confidence, attributes)`,
      }),
    ]);
    expect(
      await built.rows(
        `select target, modality, mechanism, moa_confidence as c from entities where kind = 'trial' order by natural_key`,
      ),
    ).toEqual([
      {target: 'PDCD1', modality: 'monoclonal antibody', mechanism: 'PD-1 inhibitor', c: 0.8},
      // The only product tells its modality also where its target is not known.
      {target: null, modality: 'cell therapy', mechanism: null, c: 0.8},
    ]);
  });

  it('patents take it from what they cover, or from their own title', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `${drugs} union all by name select 'patent:US1' as key, 'patent' as kind, 'Compositions' as name
          union all by name select 'patent:US2' as key, 'patent' as kind, 'Anti-PD-1 antibodies and uses thereof' as name
          union all by name select 'patent:US3' as key, 'patent' as kind, 'Use of TLR agonist and anti-PD-1 agent' as name
          union all by name select 'patent:US4' as key, 'patent' as kind, 'Kits' as name, 'EGFR' as target, 0.55 as moa_confidence
          union all by name select 'patent:US5' as key, 'patent' as kind, 'Vials' as name, 'EGFR' as target, 0.9 as moa_confidence`,
        edges: `select 'patent:US' || n as source_key, 'covers' as relation, 'p:2' as target_key from unnest([1, 4, 5]) t(n)`,
      }),
    ]);
    expect(
      await built.rows(
        `select natural_key as k, target, modality, moa_confidence as c from entities where kind = 'patent' order by 1`,
      ),
    ).toMatchObject([
      {k: 'patent:US1', target: 'CTLA4', modality: 'monoclonal antibody', c: 0.75},
      {k: 'patent:US2', target: 'PDCD1', modality: 'monoclonal antibody', c: 0.7},
      {k: 'patent:US3', target: null},
      // A guess gives way to it, what is stated does not.
      {k: 'patent:US4', target: 'CTLA4', modality: 'monoclonal antibody', c: 0.75},
      {k: 'patent:US5', target: 'EGFR', modality: 'monoclonal antibody', c: 0.75},
    ]);
  });

  it('what is no drug is no program', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `${drugs} union all by name select 'program:acme:' || n as key, 'program' as kind, n as name from unnest(['Tumor Biopsy', 'Observational', 'Pembrolizumab', 'XYZ-123', 'Part 1', 'Inapplicable', 'Buccal Swabs and Blood Draws', 'Combination Therapy', 'Standard lymphodepletion regimen', 'ABC-456 with conditioning regimen']) t(n)`,
      }),
    ]);
    expect(await built.rows(`select name, target from entities where kind = 'program' order by 1`)).toEqual([
      {name: 'ABC-456 with conditioning regimen', target: null},
      {name: 'Pembrolizumab', target: 'PDCD1'},
      {name: 'XYZ-123', target: null},
    ]);
  });
});
