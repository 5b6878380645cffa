import type {Graph} from '../src/graph.ts';
import {random, type Timing, time} from './measure.ts';

interface Entity {
  id: string;
  kind: string;
  slug: string;
  name: string;
}

/** Entities drawn evenly from the whole graph, by seed. */
async function sample(graph: Graph, count: number, seed: number): Promise<Entity[]> {
  const {rows} = await graph.sql(
    `select e.id, k.kind, e.slug, e.name from entity e join kind k on k.kind_no = kind_of(e.rid) order by hash(e.rid + ${seed}) limit ${count}`,
  );
  return rows as unknown as Entity[];
}

const FREQUENT = [
  'cell',
  'study',
  'patients',
  'treatment',
  'cancer',
  'protein',
  'gene',
  'clinical',
  'disease',
  'receptor',
  'response',
  'therapy',
];

/** Every read of the first slice, warm, one client, over entities and words drawn by seed. */
export async function measureReads(graph: Graph, runs: number, seed = 7): Promise<(Timing & {goal: string})[]> {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const all = await sample(graph, 4 * runs + 100, seed);
  const names = all.map(({name}) => name);
  const words = names.flatMap((name) => name.split(/\s+/)).filter((word) => word.length > 3);
  const facets = (await graph.facets('trial')).facets;
  const target = () => pick(facets.target).value;
  const modality = () => pick(facets.modality).value;
  const area = () => pick(facets.therapeutic_area).value;
  const fourWords = () => `${pick(FREQUENT)} ${pick(words)} ${pick(FREQUENT)} ${pick(words)}`;
  const of = async (field: 'phase' | 'status' | 'country' | 'year' | 'disease_id') =>
    (await graph.aggregate({field, limit: 30})).buckets.map(({value}) => value);
  const [phases, statuses, countries, years, diseases] = await Promise.all([
    of('phase'),
    of('status'),
    of('country'),
    of('year'),
    of('disease_id'),
  ]);
  const owners = (await graph.entities({kind: 'company', sort: 'prominence', limit: 200, fields: 'slug'})).results;
  const filters: (() => Record<string, string>)[] = [
    () => ({phase: pick(phases)}),
    () => ({status: pick(statuses)}),
    () => ({country: pick(countries)}),
    () => ({year: pick(years)}),
    () => ({disease: pick(diseases)}),
    () => ({date_from: `${2015 + Math.floor(next() * 10)}-06-01`}),
    () => ({organization: `company/${pick(owners).slug}`}),
    () => ({target: target()}),
    () => ({modality: modality()}),
    () => ({therapeutic_area: area()}),
    () => ({kind: pick(kinds)}),
  ];
  const twoFilters = () => {
    const first = pick(filters);
    return {...first(), ...pick(filters.filter((one) => one !== first))()};
  };
  const kinds = ['company', 'person', 'paper', 'patent', 'trial'] as const;
  let cursor: string | undefined;
  const questions: [string, string, () => Promise<unknown>][] = [
    ['entity by id', '1.5 (3)', () => graph.entity(pick(all).id)],
    [
      'entity by slug',
      '1.5 (3)',
      () => {
        const {kind, slug} = pick(all);
        return graph.entityBySlug({kind: kind as 'company', slug});
      },
    ],
    ['edges of an entity', '2 (6)', () => graph.edges(pick(all).id)],
    ['autocomplete, 1–3 letters', '2 (6)', () => graph.autocomplete(pick(words).slice(0, 1 + Math.floor(next() * 3)))],
    ['autocomplete, 4–8 letters', '2 (6)', () => graph.autocomplete(pick(words).slice(0, 4 + Math.floor(next() * 5)))],
    [
      'autocomplete, start of a name',
      '2 (6)',
      () => {
        const name = pick(names);
        return graph.autocomplete(name.slice(0, 3 + Math.floor(next() * (name.length - 3))));
      },
    ],
    [
      'autocomplete, one typo',
      '–',
      () => {
        const word = pick(words);
        const at = 1 + Math.floor(next() * (word.length - 2));
        return graph.autocomplete(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
      },
    ],
    ['q of 1 word', '10 (40)', () => graph.entities({q: pick(words)})],
    ['q of 1 frequent word', '10 (40)', () => graph.entities({q: pick(FREQUENT)})],
    ['q of 4 words', '20 (80)', () => graph.entities({q: fourWords()})],
    [
      'q of 4 frequent words',
      '20 (80)',
      () => graph.entities({q: [pick(FREQUENT), pick(FREQUENT), pick(FREQUENT), pick(FREQUENT)].join(' ')}),
    ],
    [
      'q of 2 words, kind and area',
      '–',
      () => graph.entities({q: `${pick(words)} ${pick(FREQUENT)}`, kind: 'paper', therapeutic_area: area()}),
    ],
    ['newest 25', '5 (10)', () => graph.entities({})],
    ['newest 25 of a kind', '5 (10)', () => graph.entities({kind: pick(kinds), offset: Math.floor(next() * 1000)})],
    ['newest 25, one filter', '5 (10)', () => graph.entities({target: target()})],
    [
      'newest 25, three filters',
      '5 (10)',
      () => graph.entities({kind: pick(kinds), modality: modality(), therapeutic_area: area()}),
    ],
    ['newest 25, any two filters', '40', () => graph.entities(twoFilters())],
    ['newest 25, a disease and all below it', '60', () => graph.entities({disease: pick(diseases)})],
    [
      'keyset page of 100',
      '8',
      async () => {
        const page: {next_cursor: string | null} = await graph.entities({
          limit: 100,
          ...(cursor !== undefined && {after: cursor}),
        });
        cursor = page.next_cursor ?? undefined;
      },
    ],
    ['facets of a kind', '5', () => graph.facets(pick(kinds))],
    ['facets within two filters', '75', () => graph.facets({kind: pick(kinds), ...twoFilters()})],
    [
      'aggregate',
      '5',
      () => graph.aggregate({field: pick(['target', 'modality', 'mechanism', 'source'] as const), kind: pick(kinds)}),
    ],
    ['aggregate within an area', '5', () => graph.aggregate({field: 'modality', therapeutic_area: area()})],
    [
      'find, two predicates',
      '–',
      () =>
        graph.search({
          predicates: [
            {field: 'kind', operator: 'eq', value: pick(kinds)},
            {field: 'degree', operator: 'gte', value: 20},
          ],
        }),
    ],
  ];
  const companies = (await graph.entities({kind: 'company', sort: 'prominence', limit: 200, fields: 'id'})).results;
  const people = (await graph.entities({kind: 'person', sort: 'prominence', limit: 200, fields: 'id'})).results;
  const connected = (await graph.entities({sort: 'prominence', limit: 500, fields: 'id'})).results;
  let place: string | undefined;
  questions.push(
    ['traverse, depth 2', '15', () => graph.traverse({entity_id: pick(all).id})],
    [
      'traverse, depth 4, from the well connected',
      '80',
      () => graph.traverse({entity_id: pick(connected).id, depth: 4}),
    ],
    ['whitespace of an area', '15', () => graph.whitespace({therapeutic_area: area()})],
    ['whitespace of all', '15', () => graph.whitespace({})],
    ['concentration of a target', '40', () => graph.concentration({target: target()})],
    ['concentration of an area', '40', () => graph.concentration({therapeutic_area: area()})],
    ['patent landscape of a modality', '40', () => graph.patentLandscape({modality: modality()})],
    ['people ranked', '40', () => graph.rankPeople({})],
    ['people ranked in an area', '40', () => graph.rankPeople({therapeutic_area: area()})],
    ['experts of a target', '40', () => graph.experts({target: target()})],
    ['dossier of a busy company', '40', () => graph.dossier(pick(companies).id)],
    ['comparables of a busy company', '25', () => graph.comparables(pick(companies).id)],
    ['collaborators of a busy person', '25', () => graph.collaborators(pick(people).id)],
    ['calendar', '10', () => graph.calendar({from: '2025-10-01'})],
    ['funding', '10', () => graph.fundingAnalytics({months: 24})],
    [
      'changes, page of 200',
      '10',
      async () => {
        const page = await graph.changes({
          limit: 200,
          ...(place === undefined ? {since: '2024-01-01'} : {after: place}),
        });
        place = page.next_cursor;
      },
    ],
  );
  const timings: (Timing & {goal: string})[] = [];
  for (const [name, goal, ask] of questions) timings.push({...(await time(name, runs, ask)), goal});
  const thousand = names.slice(0, 1000);
  timings.push({
    ...(await time(`resolve of ${thousand.length} names`, 3, () => graph.resolve({inputs: thousand}))),
    goal: '3 s',
  });
  timings.push({
    ...(await time('export of 50,000 rows', 3, async () => {
      let count = 0;
      for await (const _row of graph.export({max: 50_000})) count++;
      return count;
    })),
    goal: '1000',
  });
  timings.push({
    ...(await time('export of 50,000 edges', 3, async () => {
      let count = 0;
      for await (const _row of graph.exportEdges({max: 50_000})) count++;
      return count;
    })),
    goal: '1000',
  });
  return timings;
}
