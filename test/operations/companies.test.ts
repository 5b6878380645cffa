import {expect, it} from 'vitest';
import {works} from '../helpers/cells.ts';
import {type Live, lower} from '../helpers/oracle.ts';
import {describeWorlds, WORLDS, type World, worldOf} from '../helpers/worlds.ts';

const STAGES = ['research', 'preclinical', 'phase 1', 'phase 2', 'phase 3', 'filed', 'approved'];

const ties = new WeakMap<World, Map<string, Set<string>>>();

/** Entities tied to a company. */
function tied(world: World, company: string): Set<string> {
  const known = ties.get(world) ?? tiesOf(world);
  ties.set(world, known);
  return new Set([...(known.get(company) ?? []), company]);
}

function tiesOf({oracle}: World): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const kind = (id: string) => oracle.live.get(id)?.kind ?? '';
  const tie = (company: string, id: string) => found.set(company, (found.get(company) ?? new Set()).add(id));
  for (const {source, relation, target} of oracle.edges) {
    if (kind(source) === 'company') {
      if (relation === 'develops' && ['program', 'product'].includes(kind(target))) tie(source, target);
      if (relation === 'sponsors' && kind(target) === 'trial') tie(source, target);
      if (relation === 'holds' && kind(target) === 'approval') tie(source, target);
    }
    if (kind(target) === 'company' && relation === 'assigned_to' && kind(source) === 'patent') tie(target, source);
  }
  return found;
}

function companyCells(world: World, company: string, least: number): Map<string, number> {
  const cellsOf = new Map<string, number>();
  for (const id of tied(world, company)) {
    const row = world.oracle.live.get(id) as Live;
    if (((row.moa_confidence as number | null) ?? -1) < least) continue;
    for (const target of world.oracle.values(row, 'target').keys())
      for (const modality of world.oracle.values(row, 'modality').keys())
        cellsOf.set(`${target} | ${modality}`, (cellsOf.get(`${target} | ${modality}`) ?? 0) + 1);
  }
  return cellsOf;
}

describeWorlds(WORLDS, 'companies of the %s graph', (name) => {
  it('are comparable by the cells they share', async () => {
    const world = await worldOf(name);
    const companies = world.everyone.filter(({kind}) => kind === 'company').map(({id}) => id);
    for (const least of [0.7, 0.5]) {
      const all = new Map(companies.map((id) => [id, companyCells(world, id, least)]));
      for (const id of companies.filter((one) => (all.get(one)?.size ?? 0) > 0).slice(0, 15)) {
        const own = all.get(id) as Map<string, number>;
        const want = companies.flatMap((peer) => {
          const shared = [...(all.get(peer) as Map<string, number>)].filter(([cell]) => own.has(cell));
          return peer === id || shared.length === 0
            ? []
            : [{peer, shared: shared.length, evidence: shared.reduce((sum, [, n]) => sum + n, 0)}];
        });
        const found = await world.graph.comparables({entity_id: id, limit: 200, min_confidence: least});
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
      const found = await graph.dossier(id);
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
