import {expect, it} from 'vitest';
import {familyName} from '../../src/operations/filters/target-families.ts';
import {tied, works} from '../helpers/cells.ts';
import {type Live, lower} from '../helpers/oracle.ts';
import {describeWorlds, WORLDS, type World, worldOf} from '../helpers/worlds.ts';

const STAGES = ['research', 'preclinical', 'phase 1', 'phase 2', 'phase 3', 'filed', 'approved'];

function companyCells(
  world: World,
  company: string,
  least: number,
  familyOf = (target: string) => target,
): Map<string, Set<string>> {
  const cellsOf = new Map<string, Set<string>>();
  for (const id of tied(world, company)) {
    const row = world.oracle.live.get(id) as Live;
    const trusted = [...world.oracle.values(row, 'target')].filter(([, sure]) => (sure ?? -1) >= least);
    const targets = new Set(trusted.map(([target]) => familyOf(target)));
    for (const target of targets)
      for (const modality of world.oracle.values(row, 'modality').keys())
        cellsOf.set(`${target} | ${modality}`, (cellsOf.get(`${target} | ${modality}`) ?? new Set()).add(id));
  }
  return cellsOf;
}

/** A company's parents, and whatever is below any of them. */
function relatives({oracle}: World, company: string): Set<string> {
  const below = oracle.edges.filter(({relation}) => relation === 'subsidiary_of');
  const reach = (from: Iterable<string>, step: (id: string) => string[]) => {
    const all = new Set(from);
    for (const id of all) for (const next of step(id)) all.add(next);
    return all;
  };
  const above = reach([company], (id) => below.filter(({source}) => source === id).map(({target}) => target));
  return reach(above, (id) => below.filter(({target}) => target === id).map(({source}) => source));
}

describeWorlds(WORLDS, 'companies of the %s graph', (name) => {
  it('are comparable by the cells they share', async () => {
    const world = await worldOf(name);
    const companies = world.everyone.filter(({kind}) => kind === 'company').map(({id}) => id);
    for (const least of [0.7, 0.5]) {
      const all = new Map(companies.map((id) => [id, companyCells(world, id, least, familyName)]));
      for (const id of companies.filter((one) => (all.get(one)?.size ?? 0) > 0).slice(0, 15)) {
        const own = all.get(id) as Map<string, Set<string>>;
        const kin = relatives(world, id);
        const want = companies.flatMap((peer) => {
          const shared = [...(all.get(peer) as Map<string, Set<string>>)].filter(([cell]) => own.has(cell));
          return kin.has(peer) || shared.length === 0
            ? []
            : [{peer, shared: shared.length, evidence: new Set(shared.flatMap(([, ids]) => [...ids])).size}];
        });
        const found = await world.graph.comparables({entity_id: id, limit: 200, min_confidence: least, rollup: false});
        expect(found.count).toBe(Math.min(200, want.length));
        for (const row of found.results) {
          const peer = want.find((one) => one.peer === row.id);
          expect(row).toMatchObject({shared_cells: peer?.shared, evidence: peer?.evidence});
          expect(row.cells).toHaveLength(row.shared_cells);
          expect(STAGES).toContain(row.furthest_stage);
        }
        const order = found.results.map(({shared_cells: shared, evidence}) => shared * 1e6 + evidence);
        expect(order).toEqual([...order].sort((a, b) => b - a));
      }
    }
  });

  it('have a dossier', async () => {
    const world = await worldOf(name);
    const {oracle, everyone, graph} = world;
    for (const {id} of everyone.filter(({kind}) => kind === 'company').slice(0, 25)) {
      const found = await graph.dossier({entity_id: id, rollup: false});
      expect(found.company).toEqual({...(await graph.entity(id))});
      const own = [...tied(world, id)].filter((other) => other !== id).map((other) => oracle.live.get(other) as Live);
      for (const [key, kind] of [
        ['patents', 'patent'],
        ['trials', 'trial'],
        ['approvals', 'approval'],
      ] as const)
        expect(found.maturity[key]).toBe(own.filter((row) => row.kind === kind).length);
      const staff = new Set(
        oracle.edges
          .filter(
            ({relation, target, source}) =>
              relation === 'affiliated_with' && target === id && oracle.live.get(source)?.kind === 'person',
          )
          .map(({source}) => source),
      );
      expect(found.maturity.papers).toBe(
        new Set(
          works(world)
            .filter(({person, work}) => staff.has(person) && oracle.live.get(work)?.kind === 'paper')
            .map(({work}) => work),
        ).size,
      );
      const cellsOf = companyCells(world, id, 0.7);
      expect(new Set(found.programs.map(({target, modality}) => `${lower(target)} | ${lower(modality)}`))).toEqual(
        new Set(cellsOf.keys()),
      );
      const founders = oracle.edges.filter(({source, relation}) => source === id && relation === 'founded_by').length;
      expect(found.trials_by_phase.reduce((sum, {trials}) => sum + trials, 0)).toBeGreaterThanOrEqual(
        found.maturity.trials,
      );
      const developed = oracle.edges.filter(({source, relation}) => source === id && relation === 'develops');
      const drugs = developed.filter(({target}) =>
        ['program', 'product'].includes(oracle.live.get(target)?.kind ?? ''),
      );
      expect(new Set(found.assets.map((asset) => asset.id))).toEqual(new Set(drugs.map(({target}) => target)));
      const steps = found.assets.map(({furthest_stage}) => STAGES.indexOf(furthest_stage));
      expect(steps).toEqual([...steps].sort((a, b) => b - a));
      expect(found.rolled_up).toEqual([]);
      expect(found.people.filter(({role}) => role === 'founder').length).toBe(Math.min(50, founders));
      const roles = found.people.map(({role}) => ['founder', 'affiliated', 'inventor'].indexOf(role));
      expect(roles).toEqual([...roles].sort());
      const dates = found.funding.map(({date}) => date ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
      expect(found.funding.length).toBe(
        Math.min(
          20,
          oracle.edges.filter(
            ({source, relation, target}) =>
              source === id && relation === 'received' && oracle.live.get(target)?.kind === 'funding_event',
          ).length,
        ),
      );
    }
  });
});
