import type {Graph} from '../../src/index.ts';
import type {Row, Tables} from './snapshot.ts';

export interface Found {
  by: string;
  asked: number;
  autocomplete: {hit1: number; mrr: number};
  q: {hit1: number; mrr: number};
  /** Some that were not first, to look at. */
  missed: string[];
}

/** Numbers from a seed, the same everywhere (mulberry32). */
export function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One slip of the keyboard in a word of five letters or more, none of them a digit, not in its first letter; null where no word is long enough. */
export function withTypo(name: string, next: () => number): string | null {
  const words = [...name.matchAll(/(?<![\p{L}\p{N}])\p{L}{5,}(?![\p{L}\p{N}])/gu)];
  const word = words[Math.floor(next() * words.length)];
  if (word?.[0] === undefined) return null;
  const letters = [...word[0]];
  const at = 1 + Math.floor(next() * (letters.length - 1));
  const letter = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(next() * 26)] ?? 'x';
  const slip = Math.floor(next() * 4);
  if (slip === 0) letters.splice(at, 1);
  else if (slip === 1) letters.splice(at, 0, letter);
  else if (slip === 2 && at + 1 < letters.length) letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? '');
  else letters[at] = letter === letters[at] ? 'q' : letter;
  return name.slice(0, word.index) + letters.join('') + name.slice(word.index + word[0].length);
}

/**
 * Known-item retrieval: entities of the whole graph, drawn by seed, asked for by something they are known by. Only what one
 * entity alone bears can be asked for; stubs, known by their key only, are asked for by that.
 */
export async function retrieval(graph: Graph, tables: Tables, size: number, seed: number): Promise<Found[]> {
  // One name in another order, case or punctuation is the same name.
  await tables.rows(`create or replace temp macro words_of(n) as
    array_to_string(list_sort(string_split(trim(regexp_replace(lower(strip_accents(n)), '[^\\p{L}\\p{N}]+', ' ', 'g')), ' ')), ' ')`);
  await tables.rows(`create or replace temp table borne as
    select words_of(n) as said, count(distinct id) as n from (
      select id, unnest(list_append(coalesce(aliases, []), name)) as n from entities where state = 'live') group by 1`);
  const sample = (sql: string) =>
    tables.rows(`select id, said from (${sql}) order by md5(id || '${seed}') limit ${size}`);
  const sole = (column: string) => `(select n from borne where said = words_of(${column})) = 1`;
  const names = await sample(
    `select id, name as said from entities e where state = 'live' and length(name) between 4 and 300 and not contains(lower(natural_key), lower(replace(name, 'PMID ', ''))) and ${sole('name')}`,
  );
  const aliases = await sample(
    `select id, min_by(a, md5(a)) as said from (select id, unnest(aliases) as a from entities where state = 'live' and aliases is not null) where length(a) between 3 and 300 and ${sole('a')} group by id`,
  );
  const identifiers = await sample(`select id, min_by(said, md5(said)) as said from (
      select id, unnest(case kind when 'company' then [ticker, cik] when 'person' then [orcid] when 'paper' then [doi, attributes ->> 'pmid'] when 'trial' then [attributes ->> 'nct']
        when 'target' then [attributes ->> 'hgnc_id', attributes ->> 'ensembl_id'] when 'product' then [attributes ->> 'chembl_id'] when 'patent' then [attributes ->> 'publication_number']
        when 'approval' then [attributes ->> 'application_number'] end) as said from entities where state = 'live') where said is not null group by id`);
  const next = random(seed);
  const typos = names
    .map(({id, said}) => ({id, said: withTypo(String(said), next)}))
    .filter((row): row is {id: string; said: string} => row.said !== null);
  return [
    await ask(graph, 'name', names),
    await ask(graph, 'name with one typo', typos),
    await ask(graph, 'alias', aliases),
    await ask(graph, 'identifier', identifiers),
  ];
}

async function ask(graph: Graph, by: string, items: Row[]): Promise<Found> {
  const places = {autocomplete: [] as number[], q: [] as number[]};
  const missed: string[] = [];
  for (const {id, said} of items) {
    const q = String(said);
    const {suggestions} = await graph.autocomplete({q: q.slice(0, 200), limit: 25});
    const {results} = await graph.entities({q: q.slice(0, 500), limit: 25});
    places.autocomplete.push(suggestions.findIndex((one) => one.id === id) + 1);
    places.q.push(results.findIndex((one) => one.id === id) + 1);
    if (missed.length < 12 && (places.autocomplete.at(-1) !== 1 || places.q.at(-1) !== 1)) {
      missed.push(`${q} (autocomplete ${places.autocomplete.at(-1)}, q ${places.q.at(-1)})`);
    }
  }
  const measure = (list: number[]) => ({
    hit1: list.filter((place) => place === 1).length / list.length,
    mrr: list.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0) / list.length,
  });
  return {by, asked: items.length, autocomplete: measure(places.autocomplete), q: measure(places.q), missed};
}
