import {expect, it} from 'vitest';
import {dayOf, eachCell, gate, inCell, ranking} from '../helpers/cells.ts';
import {describeWorlds, WORLDS, worldOf} from '../helpers/worlds.ts';

describeWorlds(WORLDS, 'patents of the %s graph', (name) => {
  it('are concentrated as counted by hand', async () => {
    await eachCell(await worldOf(name), async (world, filter, given) => {
      const {oracle, everyone, graph} = world;
      const patents = everyone.filter(
        (row) => row.kind === 'patent' && inCell(world, row, filter, given.min_confidence),
      );
      const ids = new Set(patents.map(({id}) => id));
      const assigned = oracle.edges.filter(
        ({source, relation, target}) =>
          ids.has(source) &&
          relation === 'assigned_to' &&
          ['company', 'institution'].includes(oracle.live.get(target)?.kind ?? ''),
      );
      const owners = new Map<string, number>();
      for (const {source} of assigned) owners.set(source, (owners.get(source) ?? 0) + 1);
      const parts = new Map<string, number>();
      const counts = new Map<string, number>();
      for (const {source, target} of assigned) {
        parts.set(target, (parts.get(target) ?? 0) + 1 / (owners.get(source) ?? 1));
        counts.set(target, (counts.get(target) ?? 0) + 1);
      }
      const whole = [...parts.values()].reduce((sum, part) => sum + part, 0);
      const shares = [...parts.values()].map((part) => part / whole).sort((a, b) => b - a);
      const landscape = await graph.patentLandscape({...given, limit: 200, rollup: false});
      for (const found of [await graph.concentration({...given, limit: 200, rollup: false}), landscape]) {
        expect(found.patents).toBe(patents.length);
        if (whole === 0) expect(found.hhi).toBeNull();
        else {
          expect(found.hhi).toBeCloseTo(
            shares.reduce((sum, share) => sum + (100 * share) ** 2, 0),
            1,
          );
          expect(found.top4_share).toBeCloseTo(
            shares.slice(0, 4).reduce((sum, share) => sum + share, 0),
            4,
          );
        }
        for (const row of [...found.assignees, ...found.institution_assignees]) {
          expect(row.patents).toBe(counts.get(row.id));
          expect(row.share).toBeCloseTo((counts.get(row.id) ?? 0) / patents.length, 4);
        }
        expect(found.assignees.every(({kind}) => kind === 'company')).toBe(true);
        expect(found.institution_assignees.every(({kind}) => kind === 'institution')).toBe(true);
        expect(found.gate).toEqual(gate(world, filter, ['patent'], given.min_confidence ?? 0.7));
        const inventors = ranking(world, filter, ['patent'], given.min_confidence);
        for (const row of found.inventors) expect(row.patents).toBe(inventors.find(({id}) => id === row.id)?.patents);
        expect(found.inventors.length).toBe(Math.min(200, inventors.length));
        if (found === landscape) {
          landscape.kols.forEach((row, place) => {
            expect(row.score).toBeCloseTo(inventors[place]?.score ?? -1, 4);
          });
          const years = new Map<number, number>();
          for (const row of patents) {
            const year = dayOf(row)?.getUTCFullYear();
            if (year !== undefined) years.set(year, (years.get(year) ?? 0) + 1);
          }
          expect(new Map(landscape.by_year.map(({year, patents: n}) => [year, n]))).toEqual(years);
        }
      }
    });
    await expect((await worldOf(name)).graph.concentration({})).rejects.toMatchObject({code: 'bad_request'});
  });
});
