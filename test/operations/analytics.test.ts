import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {compare, type Live, lower, type Oracle, readOracle} from '../helpers/oracle.ts';

/** Everything here is computed anew in plain JavaScript over the raw rows. */
const DAY = 86_400_000;

interface World {
  graph: Graph;
  oracle: Oracle;
  everyone: Live[];
}

const worlds: Record<string, World> = {};
beforeAll(async () => {
  for (const [name, snapshot, source] of [
    ['generated', inject('snapshot'), inject('store')],
    ['sample', SAMPLE, undefined],
  ] as const) {
    const oracle = await readOracle(snapshot);
    worlds[name] = {graph: await openGraph(source), oracle, everyone: [...oracle.live.values()]};
  }
});
afterAll(async () => {
  for (const {graph} of Object.values(worlds)) await graph.close();
});

const attributes = (row: Live | undefined) => JSON.parse(String(row?.attributes ?? '{}')) as Record<string, unknown>;

function dayOf(row: Live | undefined): Date | null {
  const stated = attributes(row);
  const text = {
    paper: stated.published_at,
    patent: stated.filed_at ?? stated.published_at,
    trial: stated.start_date,
    approval: stated.approved_at,
  }[row?.kind ?? ''] as string | undefined;
  return text ? new Date(`${text.slice(0, 10)}T00:00:00Z`) : null;
}

function score({oracle}: World, row: Live | undefined): number {
  const day = dayOf(row);
  return day === null
    ? 0
    : 2 ** (-Math.max(0, Math.floor((oracle.asOf.getTime() - day.getTime()) / DAY)) / (365.25 * 3));
}

function isRecent({oracle}: World, row: Live | undefined): boolean {
  const since = new Date(oracle.asOf);
  since.setUTCMonth(since.getUTCMonth() - 24);
  const day = dayOf(row);
  return day !== null && day > since;
}

type CellFilter = Partial<Record<'target' | 'modality' | 'therapeutic_area', string>>;

function inCell({oracle}: World, row: Live, filter: CellFilter, minimum?: number): boolean {
  return Object.entries(filter).every(([field, value]) => oracle.carries(row, field, value, minimum));
}

function works({oracle}: World): {work: string; person: string}[] {
  const pairs = oracle.edges.filter(
    ({source, relation, target}) =>
      oracle.live.get(source)?.kind === 'person' &&
      ((relation === 'authored' && oracle.live.get(target)?.kind === 'paper') ||
        (relation === 'invented' && oracle.live.get(target)?.kind === 'patent')),
  );
  return pairs.map(({source, target}) => ({work: target, person: source}));
}

interface Ranked {
  id: string;
  score: number;
  papers: number;
  patents: number;
  latest: string | null;
  recent: number;
}

function ranking(world: World, filter: CellFilter | undefined, kinds: string[], minimum?: number): Ranked[] {
  const {oracle} = world;
  const people = new Map<string, Ranked>();
  for (const {work, person} of works(world)) {
    const row = oracle.live.get(work) as Live;
    if (!kinds.includes(row.kind) || (filter !== undefined && !inCell(world, row, filter, minimum))) continue;
    const own = people.get(person) ?? {id: person, score: 0, papers: 0, patents: 0, latest: null, recent: 0};
    own.score += score(world, row);
    own[row.kind === 'paper' ? 'papers' : 'patents'] += 1;
    const day = dayOf(row)?.toISOString().slice(0, 10) ?? null;
    if (day !== null && (own.latest === null || day > own.latest)) own.latest = day;
    if (isRecent(world, row)) own.recent += 1;
    people.set(person, own);
  }
  return [...people.values()].sort((a, b) => b.score - a.score || compare(a.id, b.id));
}

/** Cells of the graph: frequent and rare values, and one nobody carries. */
function cells({oracle, everyone}: World): fc.Arbitrary<CellFilter & {min_confidence?: number}> {
  const values = (field: string) => {
    const counts = new Map<string, number>();
    for (const row of everyone)
      for (const value of oracle.values(row, field).keys()) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [
      ...[...counts]
        .sort((a, b) => b[1] - a[1])
        .map(([value]) => value)
        .slice(0, 6),
      'nobody',
    ];
  };
  return fc
    .record(
      {
        target: fc.constantFrom(...values('target')),
        modality: fc.constantFrom(...values('modality')),
        therapeutic_area: fc.constantFrom(...values('therapeutic_area')),
        min_confidence: fc.constantFrom(0, 0.5, 0.9),
      },
      {requiredKeys: []},
    )
    .filter(({target, modality, therapeutic_area}) => Boolean(target ?? modality ?? therapeutic_area));
}

const both = ['generated', 'sample'] as const;

async function eachCell(
  name: (typeof both)[number],
  check: (world: World, filter: CellFilter, given: CellFilter & {min_confidence?: number}) => Promise<void>,
  numRuns = 25,
) {
  const world = worlds[name] as World;
  await fc.assert(
    fc.asyncProperty(cells(world), async (given) => {
      const {min_confidence: _, ...filter} = given;
      await check(world, filter, given);
    }),
    {numRuns},
  );
}

function gate(world: World, filter: CellFilter, kinds: string[], minimum: number) {
  const tagged = world.everyone.filter(
    (row) =>
      kinds.includes(row.kind) &&
      Object.entries(filter).every(([field, value]) => world.oracle.carries(row, field, value, -2)),
  );
  const counted = tagged.filter((row) => inCell(world, row, filter, minimum)).length;
  return {min_confidence: minimum, counted, dropped: tagged.length - counted};
}

describe.each(both)('people of the %s graph', (name) => {
  it('are ranked by decayed output', async () => {
    const world = worlds[name] as World;
    await eachCell(name, async (_, filter, given) => {
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
      expect(found.gate).toEqual(gate(world, filter, ['paper', 'patent'], given.min_confidence ?? 0.7));
    });
    const everybody = await world.graph.rankPeople({limit: 200});
    expect(everybody.gate).toBeUndefined();
    const want = ranking(world, undefined, ['paper', 'patent']);
    everybody.results.forEach((row, place) => {
      expect(row.score).toBeCloseTo(want[place]?.score ?? -1, 4);
    });
  });

  it('are experts by tier, with their institutions', async () => {
    await eachCell(name, async ({graph, oracle, ...rest}, filter, given) => {
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
    await expect((worlds[name] as World).graph.experts({})).rejects.toMatchObject({code: 'bad_request'});
  });

  it('are collaborators of those they share works with', async () => {
    const world = worlds[name] as World;
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

describe.each(both)('patents of the %s graph', (name) => {
  it('are concentrated as counted by hand', async () => {
    await eachCell(name, async (world, filter, given) => {
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
      const landscape = await graph.patentLandscape({...given, limit: 200});
      for (const found of [await graph.concentration({...given, limit: 200}), landscape]) {
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
    await expect((worlds[name] as World).graph.concentration({})).rejects.toMatchObject({code: 'bad_request'});
  });
});

const MAPPED = ['paper', 'patent', 'trial', 'company', 'approval'] as const;

describe.each(both)('the map of the %s graph', (name) => {
  it('counts every pair of its targets and modalities', async () => {
    const world = worlds[name] as World;
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
          const trusted = carrying.filter((row) => ((row.moa_confidence as number | null) ?? -1) >= least);
          expect(cell.tagged).toBe(carrying.length);
          expect(cell.total).toBe(trusted.length);
          expect(cell.coverage).toEqual(
            carrying.length === 0 ? null : expect.closeTo(trusted.length / carrying.length, 4),
          );
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
        const counted = mapped.filter((row) => ((row.moa_confidence as number | null) ?? -1) >= least).length;
        expect(found.gate).toEqual({min_confidence: least, counted, dropped: mapped.length - counted});
      }
  });
});

const STAGES = ['research', 'preclinical', 'phase 1', 'phase 2', 'phase 3', 'filed', 'approved'];

/** Entities tied to a company. */
function tied({oracle}: World, company: string): Set<string> {
  const kind = (id: string) => oracle.live.get(id)?.kind ?? '';
  const ids = oracle.edges.flatMap(({source, relation, target}) => {
    if (source === company && relation === 'develops' && ['program', 'product'].includes(kind(target))) return [target];
    if (source === company && relation === 'sponsors' && kind(target) === 'trial') return [target];
    if (source === company && relation === 'holds' && kind(target) === 'approval') return [target];
    if (target === company && relation === 'assigned_to' && kind(source) === 'patent') return [source];
    return [];
  });
  return new Set([...ids, company]);
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

describe.each(both)('companies of the %s graph', (name) => {
  it('are comparable by the cells they share', async () => {
    const world = worlds[name] as World;
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
    const world = worlds[name] as World;
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

describe.each(both)('dates of the %s graph', (name) => {
  it('funding counts every deal, and sums grants only', async () => {
    const {oracle, everyone, graph} = worlds[name] as World;
    for (const months of [1, 12, 37, 600]) {
      const found = await graph.fundingAnalytics({months});
      const deals = everyone
        .filter(({kind}) => kind === 'funding_event')
        .map((row) => {
          const block = JSON.parse(String(row.funding ?? '{}')) as {
            date?: string;
            type?: string;
            amount_usd?: number;
            is_grant?: boolean;
          };
          const stated = attributes(row) as {
            awarded_at?: string;
            amount_usd?: number;
            is_grant?: boolean;
            type?: string;
          };
          return {
            day: (block.date ?? stated.awarded_at ?? '').slice(0, 10),
            type: lower(block.type ?? stated.type ?? 'unknown'),
            amount: (block.is_grant ?? stated.is_grant) === true ? (block.amount_usd ?? stated.amount_usd ?? 0) : 0,
          };
        })
        .filter(({day}) => day >= found.from && day <= found.to);
      expect(found.by_month).toHaveLength(months);
      expect(found.by_month.at(-1)?.month).toBe(oracle.asOf.toISOString().slice(0, 7));
      expect(found.totals.deals).toBe(deals.length);
      expect(found.totals.amount_usd).toBeCloseTo(
        deals.reduce((sum, {amount}) => sum + amount, 0),
        2,
      );
      for (const {month, deals: count, amount_usd} of found.by_month) {
        const own = deals.filter(({day}) => day.startsWith(month));
        expect(count).toBe(own.length);
        expect(amount_usd).toBeCloseTo(
          own.reduce((sum, {amount}) => sum + amount, 0),
          2,
        );
      }
      for (const {type, deals: count} of found.by_type)
        expect(count).toBe(deals.filter((deal) => deal.type === type).length);
      expect(found.by_type.reduce((sum, {deals: count}) => sum + count, 0)).toBe(deals.length);
    }
  });

  it('the calendar lists catalysts from a day to a day, oldest first', async () => {
    const {oracle, everyone, graph} = worlds[name] as World;
    const dated = everyone
      .filter(({kind}) => kind === 'catalyst')
      .map((row) => ({
        id: row.id,
        day: String(attributes(row).date ?? '').slice(0, 10),
        type: attributes(row).type as string,
      }))
      .filter(({day}) => day !== '');
    const asOf = oracle.asOf.toISOString().slice(0, 10);
    for (const question of [
      {},
      {from: '2020-01-01'},
      {from: '2020-01-01', to: asOf},
      {from: '2000-01-01', type: dated[0]?.type ?? 'x'},
    ]) {
      const {from = asOf, to = '9999', type} = question as {from?: string; to?: string; type?: string};
      const found = await graph.calendar({...question, limit: 200});
      const want = dated
        .filter((one) => one.day >= from && one.day <= to && (type === undefined || one.type === type))
        .sort((a, b) => compare(a.day, b.day) || compare(a.id, b.id));
      expect(found.results.map(({id}) => id)).toEqual(want.slice(0, 200).map(({id}) => id));
      for (const row of found.results.slice(0, 10)) {
        const about = oracle.edges
          .filter(
            ({source, relation, target}) =>
              source === row.id && relation === 'concerns' && oracle.live.get(target)?.kind === 'product',
          )
          .map(({target}) => target);
        for (const id of about) expect(row.products.map((product) => product.id)).toContain(id);
        if (about[0] !== undefined) {
          const own = await graph.calendar({from: '1990-01-01', product: about[0], limit: 200});
          expect(own.results.map(({id}) => id)).toContain(row.id);
        }
      }
    }
    await expect(graph.calendar({from: '2025-02-01', to: '2025-01-01'})).rejects.toMatchObject({status: 422});
  });
});

describe.each(both)('the feed of the %s graph', (name) => {
  it('has every id once, oldest first, without gap or repeat whatever the page size', async () => {
    const {oracle, graph} = worlds[name] as World;
    const want = [...oracle.rows.values()]
      .sort((a, b) => (a.updated_at as Date).getTime() - (b.updated_at as Date).getTime() || compare(a.id, b.id))
      .map(({id}) => id);
    for (const limit of [200, 37]) {
      const ids: string[] = [];
      for await (const row of graph.changes.all({since: '1900-01-01', limit})) {
        ids.push(row.id);
        const raw = oracle.rows.get(row.id);
        expect(row.op).toBe(raw?.state === 'live' ? 'upsert' : 'merged');
        if (row.op === 'merged') expect(row.merged_into).toBe(raw?.merged_into ?? null);
      }
      expect(ids).toEqual(want);
    }
    const middle = oracle.rows.get(String(want[Math.floor(want.length / 2)]))?.updated_at as Date;
    const late = await graph.changes({since: middle.toISOString(), limit: 200});
    expect(late.changes[0]?.id).toBe(
      want[[...oracle.rows.values()].filter((row) => (row.updated_at as Date) < middle).length],
    );
    const end = await graph.changes({since: '2999-01-01'});
    expect(end).toMatchObject({count: 0, changes: []});
    expect((await graph.changes({after: end.next_cursor})).next_cursor).toBe(end.next_cursor);
  });

  it('adds edges and provenance where asked', async () => {
    const {graph} = worlds[name] as World;
    const {changes} = await graph.changes({since: '1900-01-01', include: 'edges', limit: 40});
    for (const row of changes)
      if (row.op === 'upsert') {
        expect(row.edges).toEqual((await graph.edges(row.id)).edges);
        expect(row.provenance).toEqual((await graph.entity(row.id)).provenance);
      }
  });

  it('refuses what is no cursor of its own', async () => {
    const {graph} = worlds[name] as World;
    await expect(graph.changes({})).rejects.toMatchObject({code: 'bad_request'});
    await expect(graph.changes({after: 'rubbish'})).rejects.toMatchObject({code: 'bad_request'});
    await expect(graph.changes({since: 'yesterday'})).rejects.toMatchObject({status: 422});
    await expect(graph.changes({since: '2020-01-01', limit: 201})).rejects.toMatchObject({status: 422});
  });
});

describe.each(both)('walks in the %s graph', (name) => {
  it('reach what plain breadth-first search reaches, within the caps', async () => {
    const {oracle, graph} = worlds[name] as World;
    const near = new Map<string, Set<string>>();
    const follow = ['targets', 'develops', 'authored', 'sponsors'];
    for (const {source, relation, target} of oracle.edges) {
      if (!follow.includes(relation)) continue;
      for (const [a, b] of [
        [source, target],
        [target, source],
      ] as const)
        near.set(a, (near.get(a) ?? new Set()).add(b));
    }
    for (const start of [...near.keys()].filter((_, index) => index % 97 === 0).slice(0, 15))
      for (const depth of [1, 2, 3]) {
        const found = await graph.traverse({entity_id: start, depth, relations: follow.join(',')});
        const reached = new Map([[start, 0]]);
        let frontier = [start];
        let isCut = false;
        for (let hop = 1; hop <= depth; hop++) {
          const next: string[] = [];
          for (const id of frontier) {
            const others = near.get(id) ?? new Set();
            if ([...others].filter((other) => other !== id).length > 100) isCut = true;
            for (const other of others)
              if (!reached.has(other)) {
                reached.set(other, hop);
                next.push(other);
              }
          }
          frontier = next;
        }
        expect(new Set(found.nodes.map(({id}) => id)).size).toBe(found.nodes.length);
        if (isCut || reached.size > 2000) expect(found.truncated.fan_out + found.truncated.visited).toBeGreaterThan(0);
        else {
          expect(found.truncated).toEqual({fan_out: 0, visited: 0});
          expect(new Map(found.nodes.map((node) => [node.id, node.depth]))).toEqual(reached);
          const among = oracle.edges.filter(
            ({source, relation, target}) => follow.includes(relation) && reached.has(source) && reached.has(target),
          );
          expect(found.edges.length).toBe(among.length);
        }
        for (const node of found.nodes.slice(1, 20)) {
          const via = node.via as {source: string; relation: string; direction: string};
          const [source, target] = via.direction === 'out' ? [via.source, node.id] : [node.id, via.source];
          expect(
            oracle.edges.some(
              (edge) => edge.source === source && edge.relation === via.relation && edge.target === target,
            ),
          ).toBe(true);
        }
        expect(await graph.traverse({entity_id: start, depth, relations: follow.join(',')})).toEqual(found);
      }
  }, 120_000);

  it('say which relation is unknown', async () => {
    const {graph, everyone} = worlds[name] as World;
    const id = everyone[0]?.id ?? '';
    await expect(graph.traverse({entity_id: id, relations: 'targets,likes'})).rejects.toThrow(/likes/);
    await expect(graph.traverse({entity_id: id, depth: 5})).rejects.toMatchObject({status: 422});
  });
});
