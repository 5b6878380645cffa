import {expect, it} from 'vitest';
import {tied} from '../helpers/cells.ts';
import {type Live, lower} from '../helpers/oracle.ts';
import {describeWorlds, WORLDS, worldOf} from '../helpers/worlds.ts';

const MAPPED = ['paper', 'patent', 'trial', 'approval'] as const;

describeWorlds(WORLDS, 'the map of the %s graph', (name) => {
  it('counts every pair of its targets and modalities', async () => {
    const world = await worldOf(name);
    const {oracle, everyone, graph} = world;
    const areas = [
      undefined,
      'nowhere',
      ...new Set(everyone.flatMap((row) => [...oracle.values(row, 'therapeutic_area').keys()])),
    ].slice(0, 6);
    for (const therapeutic_area of areas)
      for (const min_confidence of [undefined, 0.5, 0.95]) {
        const least = min_confidence ?? 0.7;
        const found = await graph.whitespace({
          limit_targets: 7,
          limit_modalities: 5,
          ...(therapeutic_area && {therapeutic_area}),
          ...(min_confidence !== undefined && {min_confidence}),
        });
        const rows = everyone.filter(
          (row) =>
            (MAPPED as readonly string[]).includes(row.kind) &&
            (therapeutic_area === undefined || oracle.carries(row, 'therapeutic_area', therapeutic_area, -2)),
        );
        expect(found.cells.length).toBe(found.targets.length * found.modalities.length);
        for (const cell of found.cells) {
          const carrying = rows.filter(
            (row) =>
              oracle.values(row, 'target').has(lower(cell.target)) &&
              oracle.values(row, 'modality').has(lower(cell.modality)),
          );
          // A target that only a doubtful link states is doubted, however sure the rest of the row is.
          const isSure = (row: Live) => (oracle.values(row, 'target').get(lower(cell.target)) ?? -1) >= least;
          const trusted = carrying.filter(isSure);
          expect(cell.tagged).toBe(carrying.length);
          expect(cell.total).toBe(trusted.length);
          expect(cell.coverage).toEqual(
            carrying.length === 0 ? null : expect.closeTo(trusted.length / carrying.length, 4),
          );
          const companies = everyone.filter(
            ({id, kind}) =>
              kind === 'company' &&
              [...tied(world, id)].some((other) => {
                const row = oracle.live.get(other) as Live;
                return (
                  isSure(row) &&
                  (therapeutic_area === undefined || oracle.carries(row, 'therapeutic_area', therapeutic_area, -2)) &&
                  oracle.values(row, 'target').has(lower(cell.target)) &&
                  oracle.values(row, 'modality').has(lower(cell.modality))
                );
              }),
          );
          expect(cell.counts.company).toBe(companies.length);
          for (const kind of MAPPED) expect(cell.counts[kind]).toBe(trusted.filter((row) => row.kind === kind).length);
        }
        for (const [field, listed] of [
          ['target', found.targets],
          ['modality', found.modalities],
        ] as const) {
          const counts = new Map<string, number>();
          for (const row of rows)
            for (const [value, confidence] of oracle.values(row, field))
              if ((confidence ?? -1) >= least) counts.set(value, (counts.get(value) ?? 0) + 1);
          const top = [...counts.values()].sort((a, b) => b - a).slice(0, listed.length);
          expect(listed.map((value) => counts.get(lower(value)) ?? 0)).toEqual(top);
        }
        const mapped = rows.filter(
          (row) => oracle.values(row, 'target').size > 0 && oracle.values(row, 'modality').size > 0,
        );
        const surestOf = (row: Live) =>
          Math.max(...[...oracle.values(row, 'target').values()].map((sure) => sure ?? -1));
        const counted = mapped.filter((row) => surestOf(row) >= least).length;
        expect(found.gate).toMatchObject({min_confidence: least, counted, dropped: mapped.length - counted});
        if (counted > 0 || mapped.length === 0) expect(found.gate).not.toHaveProperty('would_fill');
        else {
          const surest = Math.max(...mapped.map(surestOf));
          expect(found.gate.would_fill).toBe(surest < 0 ? null : surest);
        }
      }
  });
});

describeWorlds(WORLDS, 'a map of the %s graph with the longest axes', (name) => {
  it('has what shorter ones have', async () => {
    const {graph} = await worldOf(name);
    const [longest, shorter] = await Promise.all(
      [200, 100].map((limit_modalities) => graph.whitespace({limit_targets: 200, limit_modalities})),
    );
    expect(longest?.modalities.slice(0, 100)).toEqual(shorter?.modalities);
    const shown = new Set(shorter?.modalities);
    expect(longest?.cells.filter(({modality}) => shown.has(modality))).toEqual(shorter?.cells);
    await expect(graph.whitespace({limit_modalities: 201})).rejects.toThrow('limit_modalities must be at most 200');
  });
});
