import {openGraph} from '../../src/index.ts';

/** What a store answers to questions of every kind, without what names the store itself. */
export async function answersOf(store: string): Promise<Record<string, unknown>> {
  await using graph = await openGraph(store);
  const found: Record<string, unknown> = {};
  const ask = async (name: string, question: () => Promise<object>) => {
    const {meta: _, ...answer} = (await question()) as {meta?: unknown};
    found[name] = answer;
  };
  const {results} = await graph.entities({sort: 'prominence', limit: 12});
  for (const sort of ['recent', 'name', 'prominence', 'momentum'] as const)
    await ask(`by ${sort}`, () => graph.entities({sort, limit: 60}));
  for (const {id, name, kind} of results) {
    await ask(`entity ${id}`, () => graph.entity(id));
    await ask(`edges ${id}`, () => graph.edges(id));
    await ask(`similar ${id}`, () => graph.similar({entity_id: id, limit: 20}));
    await ask(`traverse ${id}`, () => graph.traverse({entity_id: id, depth: 2}));
    await ask(`q ${name}`, () => graph.entities({q: name ?? '', limit: 50}));
    await ask(`start ${name}`, () => graph.autocomplete({q: (name ?? '').slice(0, 3)}));
    await ask(`kind ${kind}`, () => graph.aggregate({field: 'modality', kind}));
  }
  for (const word of ['kinase', 'renewal', 'renewd', 'of', 'k', 'ii'])
    await ask(`autocomplete ${word}`, () => graph.autocomplete({q: word, limit: 25}));
  for (const q of ['kinase peptide', 'renewal of the kinase', 'pdl4', '10.1000/7'])
    await ask(`entities ${q}`, () => graph.entities({q, limit: 50}));
  await ask('changes', () => graph.changes({since: '2020-01-01T00:00:00Z', limit: 200, include: 'edges'}));
  await ask('whitespace', () => graph.whitespace({}));
  await ask('people', () => graph.rankPeople({limit: 50}));
  await ask('experts', () => graph.experts({modality: 'peptide', limit: 50}));
  await ask('holders', () => graph.concentration({modality: 'peptide', limit: 50}));
  await ask('landscape', () => graph.patentLandscape({modality: 'peptide', limit: 50}));
  await ask('funding', () => graph.fundingAnalytics({months: 120}));
  await ask('calendar', () => graph.calendar({from: '2020-01-01', limit: 200}));
  await ask('stats', () => graph.stats());
  await ask('schema', () => graph.schema());
  const [company] = (await graph.entities({kind: 'company', sort: 'prominence', limit: 1})).results;
  if (company !== undefined) {
    await ask('dossier', () => graph.dossier(company.id));
    await ask('comparables', () => graph.comparables({entity_id: company.id}));
  }
  const [person] = (await graph.entities({kind: 'person', sort: 'prominence', limit: 1})).results;
  if (person !== undefined) await ask('collaborators', () => graph.collaborators({entity_id: person.id}));
  return found;
}
