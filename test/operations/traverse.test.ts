import {expect, it} from 'vitest';
import {compare} from '../helpers/oracle.ts';
import {describeWorlds, SMALL_WORLDS, worldOf} from '../helpers/worlds.ts';

describeWorlds(SMALL_WORLDS, 'walks in the %s graph', (name) => {
  it.each(['some', 'all'])(
    'reach what plain breadth-first search reaches, within the caps, over %s relations',
    async (relations) => {
      const {oracle, graph} = await worldOf(name);
      const near = new Map<string, Set<string>>();
      const byProminence = (a: string, b: string) => {
        const [one, other] = [oracle.signals.get(a), oracle.signals.get(b)];
        return (
          (other?.prominence ?? -1) - (one?.prominence ?? -1) ||
          (other?.degree ?? 0) - (one?.degree ?? 0) ||
          compare(a, b)
        );
      };
      const follow =
        relations === 'some'
          ? ['targets', 'develops', 'authored', 'sponsors']
          : [...new Set(oracle.edges.map((edge) => edge.relation))];
      const asked = relations === 'some' ? {relations: follow.join(',')} : {};
      for (const {source, relation, target} of oracle.edges) {
        if (!follow.includes(relation)) continue;
        for (const [a, b] of [
          [source, target],
          [target, source],
        ] as const)
          near.set(a, (near.get(a) ?? new Set()).add(b));
      }
      let cut = 0;
      for (const start of [...near.keys()].filter((_, index) => index % 97 === 0).slice(0, 15))
        for (const depth of relations === 'some' ? [1, 2, 3] : [2, 4]) {
          const found = await graph.traverse({entity_id: start, depth, ...asked});
          const reached = new Map([[start, 0]]);
          const truncated = {fan_out: 0, visited: 0};
          let frontier = [start];
          for (let hop = 1; hop <= depth; hop++) {
            const next: string[] = [];
            for (const id of frontier) {
              const others = [...(near.get(id) ?? [])].filter((other) => other !== id).sort(byProminence);
              truncated.fan_out += Math.max(0, others.length - 100);
              for (const other of others.slice(0, 100)) {
                if (reached.has(other)) continue;
                if (reached.size >= 2000) truncated.visited++;
                else {
                  reached.set(other, hop);
                  next.push(other);
                }
              }
            }
            frontier = next;
          }
          expect(found.nodes.map((node) => [node.id, node.depth])).toEqual([...reached]);
          expect(found.truncated).toEqual(truncated);
          cut += truncated.visited;
          const among = oracle.edges.filter(
            ({source, relation, target}) => follow.includes(relation) && reached.has(source) && reached.has(target),
          );
          expect(found.edges.length).toBe(among.length);
          const dated = new Map(
            among.map((edge) => [`${edge.source} ${edge.relation} ${edge.target}`, edge.observed_at]),
          );
          for (const edge of found.edges)
            expect(edge.observed_at).toBe(
              dated.get(`${edge.source} ${edge.relation} ${edge.target}`)?.toISOString() ?? null,
            );
          for (const node of found.nodes.slice(1, 20)) {
            const via = node.via as {source: string; relation: string; direction: string};
            const [source, target] = via.direction === 'out' ? [via.source, node.id] : [node.id, via.source];
            expect(
              oracle.edges.some(
                (edge) => edge.source === source && edge.relation === via.relation && edge.target === target,
              ),
            ).toBe(true);
          }
          expect(await graph.traverse({entity_id: start, depth, ...asked})).toEqual(found);
        }
      // Else what lies beyond two thousand nodes was not looked at.
      if (name === 'generated' && relations === 'all') expect(cut).toBeGreaterThan(1000);
    },
    120_000,
  );

  it('say which relation is unknown', async () => {
    const {graph, everyone} = await worldOf(name);
    const id = everyone[0]?.id ?? '';
    await expect(graph.traverse({entity_id: id, relations: 'targets,likes'})).rejects.toThrow(/likes/);
    await expect(graph.traverse({entity_id: id, depth: 5})).rejects.toMatchObject({status: 422});
  });
});
