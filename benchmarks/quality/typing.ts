import type {Graph} from '../../src/index.ts';
import {random, withTypo} from './retrieval.ts';
import type {Row, Tables} from './snapshot.ts';

export interface Typed {
  what: string;
  asked: number;
  /** How many were found where they ought to be. */
  found: number;
  goal: number;
  missed: string[];
}

/** Of so many that look like well-known ones, as many are drawn as are asked for. */
const POOL = 500;

/**
 * Type-ahead as people use it: a few letters of what many ask for. Well-known drugs are approved products with most trials, well-known
 * companies those with most edges; the seed decides which of them are asked for.
 */
export async function typing(graph: Graph, tables: Tables, size: number, seed: number): Promise<Typed[]> {
  await tables.rows(`create or replace temp table degree as
    select id, count(*) as n from (select source as id from edges union all select target from edges) group by id`);
  await tables.rows(`create or replace temp table drug as
    select p.id, p.name, p.attributes ->> 'brand' as brand, count(*) filter (where relation = 'tested_in') as trials
    from entities p join edges e on p.id in (e.source, e.target) and e.relation in ('tested_in', 'approval_of')
    where p.kind = 'product' and p.state = 'live'
    group by all having count(*) filter (where relation = 'approval_of') > 0 and trials > 0 order by trials desc, p.id limit ${POOL}`);
  await tables.rows(`create or replace temp table known_company as
    select id, name from entities join degree using (id) where kind = 'company' and state = 'live' order by n desc, id limit ${POOL}`);
  const drawn = (from: string, most = size) =>
    tables.rows(`from (${from}) order by md5(id || '${seed}') limit ${most}`) as Promise<
      (Row & {id: string; said: string})[]
    >;
  const drugs = await drawn(`select id, name as said from drug where length(name) > 6`);
  const companies = await drawn(`select id, name as said from known_company where length(name) > 5`);
  const brands = await drawn(`select id, brand as said from drug
    where brand is not null and lower(brand) <> lower(name) and brand not in (select brand from drug where brand is not null group by brand having count(*) > 1)`);
  const next = random(seed);
  const others =
    await drawn(`select id, name as said from entities where state = 'live' and length(name) between 5 and 300
    and name in (select name from entities where state = 'live' group by name having count(*) = 1)`);
  const typos = [...drugs, ...companies, ...others].flatMap(({id, said}) => {
    const text = withTypo(said, next);
    return text === null ? [] : [{id, said: text}];
  });
  const parents = (await tables.rows(
    `select source, target from edges where relation = 'subsidiary_of'`,
  )) as unknown as {source: string; target: string}[];
  const above = new Map(parents.map(({source, target}) => [source, target]));
  const headOf = (id: string): string => {
    let head = id;
    for (let step = 0; step < 8 && above.has(head); step++) head = above.get(head) ?? head;
    return head;
  };
  const ask = async (
    what: string,
    goal: number,
    items: {id: string; said: string}[],
    within: number,
    isMeant = (suggested: string, meant: string) => suggested === meant,
  ): Promise<Typed> => {
    const missed: string[] = [];
    let found = 0;
    for (const {id, said} of items) {
      const {suggestions} = await graph.autocomplete({q: said.slice(0, 200), limit: 10});
      const place = suggestions.findIndex((one) => isMeant(one.id, id)) + 1;
      if (place > 0 && place <= within) found++;
      else missed.push(`${said} (${place}, first ${suggestions[0]?.kind} ${suggestions[0]?.name.slice(0, 40)})`);
    }
    return {what, asked: items.length, found, goal, missed: missed.slice(0, 40)};
  };
  const cut = (items: {id: string; said: string}[], letters: number) =>
    items.map(({id, said}) => ({id, said: said.slice(0, letters)}));
  return [
    await ask('six letters of a drug, product first', 0.85, cut(drugs, 6), 1),
    await ask(
      'five letters of a company, company or one of its group first',
      0.8,
      cut(companies, 5),
      1,
      (suggested, meant) => headOf(suggested) === headOf(meant),
    ),
    await ask('brand, product in the first three', 0.98, brands, 3),
    await ask('name with one typo, first', 0.92, typos, 1),
  ];
}
