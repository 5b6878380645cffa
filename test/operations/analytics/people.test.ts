import {expect, it} from 'vitest';
import {eachCell, gate, type Ranked, ranking, works} from '../../helpers/cells.ts';
import {describeWorlds, WORLDS, worldOf} from '../../helpers/worlds.ts';

describeWorlds(WORLDS, 'people of the %s graph', (name) => {
  it('are ranked by decayed output', async () => {
    const world = await worldOf(name);
    const made = new Set(works(world).map(({work}) => work));
    await eachCell(await worldOf(name), async (_, filter, given) => {
      const want = ranking(world, filter, ['paper', 'patent'], given.min_confidence);
      const found = await world.graph.rankPeople({...given, limit: 200});
      expect(found.count).toBe(Math.min(200, want.length));
      found.results.forEach((row, place) => {
        const own = want.find(({id}) => id === row.id) as Ranked;
        expect(row).toMatchObject({papers: own.papers, patents: own.patents, latest: own.latest});
        expect(row.score).toBeCloseTo(own.score, 4);
        expect(row.score).toBeCloseTo(want[place]?.score ?? -1, 4);
        const all = own.papers + own.patents;
        expect(row.rising.is_rising).toBe(all >= 3 && own.recent / all > 0.5);
        expect(row.rising.recent_share).toBeCloseTo(own.recent / all, 4);
      });
      // What would show somebody is a work that somebody made.
      const gated = gate(world, filter, ['paper', 'patent'], given.min_confidence ?? 0.7, ({id}) => made.has(id));
      expect(found.gate).toEqual(gated);
      const {gate: same} = await world.graph.experts({...given, limit: 1});
      expect(same).toEqual(gated);
    });
    const everybody = await world.graph.rankPeople({limit: 200});
    expect(everybody.gate).toBeUndefined();
    const want = ranking(world, undefined, ['paper', 'patent']);
    everybody.results.forEach((row, place) => {
      expect(row.score).toBeCloseTo(want[place]?.score ?? -1, 4);
    });
  });

  it('are experts by tier, with their institutions', async () => {
    await eachCell(await worldOf(name), async ({graph, oracle, ...rest}, filter, given) => {
      const world = {graph, oracle, ...rest};
      const want = ranking(world, filter, ['paper', 'patent'], given.min_confidence);
      const found = await graph.experts({...given, limit: 200});
      found.results.forEach((row, index) => {
        const place = index + 1;
        expect(row.tier).toBe(
          place <= Math.ceil(want.length / 10)
            ? 'leading'
            : place <= Math.ceil(want.length / 2)
              ? 'established'
              : 'emerging',
        );
        const homes = oracle.edges.filter(
          ({source, relation, target}) =>
            source === row.id && relation === 'affiliated_with' && oracle.live.get(target)?.kind === 'institution',
        );
        expect(new Set(row.institutions.map(({id}) => id))).toEqual(new Set(homes.map(({target}) => target)));
      });
      for (const place of found.institutions)
        expect(place.experts).toBe(
          found.results.filter(({institutions}) => institutions.some(({id}) => id === place.id)).length,
        );
    });
    await expect((await worldOf(name)).graph.experts({})).rejects.toMatchObject({code: 'bad_request'});
  });

  it('are collaborators of those they share works with', async () => {
    const world = await worldOf(name);
    const byPerson = new Map<string, Set<string>>();
    for (const {work, person} of works(world)) byPerson.set(person, (byPerson.get(person) ?? new Set()).add(work));
    for (const [id, own] of [...byPerson].filter((_, index) => index % 11 === 0).slice(0, 25)) {
      const want = [...byPerson].flatMap(([other, theirs]) => {
        const shared = [...theirs].filter((work) => own.has(work));
        return other === id || shared.length === 0 ? [] : [{id: other, shared: shared.length}];
      });
      const found = await world.graph.collaborators({entity_id: id, limit: 200});
      expect(found.count).toBe(Math.min(200, want.length));
      const counts = new Map(want.map((row) => [row.id, row.shared]));
      for (const row of found.results) {
        expect(row.shared).toBe(counts.get(row.id));
        expect(row.papers + row.patents).toBe(row.shared);
      }
      const order = found.results.map(({shared}) => shared);
      expect(order).toEqual([...order].sort((a, b) => b - a));
    }
    const company = world.everyone.find(({kind}) => kind === 'company');
    await expect(world.graph.collaborators(company?.id ?? '')).rejects.toMatchObject({code: 'bad_request'});
  });
});
