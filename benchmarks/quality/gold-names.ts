import type {Graph} from '../../src/index.ts';
import {type Accuracy, accuracy, type GoldRow, several, type Verdict} from './accuracy.ts';
import {type Asked, groupHeads, idList, resolved} from './asking.ts';
import type {Tables} from './snapshot.ts';

const found = (asked: Asked | undefined) => asked?.match ?? asked?.candidates[0];
const named = (asked: Asked | undefined) =>
  asked?.match?.name ?? (asked?.candidates.map(({name}) => name).join(' or ') || 'nothing');

/** Companies by their ticker and as people call them, and the head of their group. */
export async function companyAccuracy(graph: Graph, tables: Tables, rows: readonly GoldRow[]): Promise<Accuracy[]> {
  const asked = await resolved(
    graph,
    'company',
    rows.flatMap(({name = '', ticker, head}) => [name, ...several(ticker), ...several(head)]),
  );
  const head = await groupHeads(tables);
  const companies = new Map(
    (
      await tables.rows(
        `select id, natural_key, name, cik from entities where kind = 'company' and state = 'live' and (cik is not null or id in ${idList([...asked.values()].flatMap((one) => found(one)?.id ?? []).flatMap((id) => [id, head(id)]))})`,
      )
    ).map((row) => [String(row.id), row]),
  );
  const say = (id: string | undefined) => {
    const company = companies.get(id ?? '');
    return company === undefined ? (id ?? 'nothing') : `${company.name} (${company.natural_key})`;
  };
  const listed = rows.filter(({cik}) => cik !== '');
  const byCik = (said: string, cik: string): Verdict => {
    const match = asked.get(said)?.match;
    if (match && companies.get(match.id)?.cik === cik) return null;
    return `${said} is CIK ${cik}, leads to ${match ? say(match.id) : named(asked.get(said))}`;
  };
  return [
    accuracy(
      'ticker → company',
      listed.map(({ticker = '', cik = ''}) => byCik(ticker, cik)),
      0.97,
    ),
    accuracy(
      'name of a listed company → company',
      listed.map(({name = '', cik = ''}) => byCik(name, cik)),
    ),
    accuracy(
      'head of the group',
      rows.map(({name = '', head: parent = ''}) => {
        const own = found(asked.get(name));
        if (own === undefined) return `${name}: not found`;
        const top = parent === '' ? own : found(asked.get(parent));
        if (top !== undefined && head(own.id) === head(top.id) && (parent !== '' || head(own.id) === own.id))
          return null;
        return `${name}, ${say(own.id)}: ${parent || 'none above it'}, the graph says ${say(head(own.id))}`;
      }),
    ),
  ];
}

/** Words of the trade for targets. Right where it resolves to just the symbols wanted, or filters as they do; those in brackets may be there or not. */
export async function targetAccuracy(graph: Graph, tables: Tables, rows: readonly GoldRow[]): Promise<Accuracy[]> {
  const asked = await resolved(
    graph,
    'target',
    rows.map(({word = ''}) => word),
  );
  const hits = [...asked.values()].flatMap(({match, candidates}) => (match ? [match] : candidates));
  const symbols = new Map(
    (
      await tables.rows(
        `select id, coalesce(target_symbol, name) as symbol from entities where id in ${idList(hits.map(({id}) => id))}`,
      )
    ).map(({id, symbol}) => [String(id), String(symbol)]),
  );
  const total = async (target: string[]) => (await graph.entities({target, limit: 1})).total ?? 0;
  const verdicts: Verdict[] = [];
  for (const {word = '', symbols: cell} of rows) {
    const wanted = several(cell).filter((symbol) => !symbol.startsWith('('));
    const allowed = several(cell).map((symbol) => symbol.replace(/[()]/g, ''));
    const {match, candidates} = asked.get(word) ?? {match: null, candidates: []};
    const got = (match ? [match] : candidates).map(({id}) => symbols.get(id) ?? id);
    if (wanted.every((symbol) => got.includes(symbol)) && got.every((symbol) => allowed.includes(symbol))) {
      verdicts.push(null);
      continue;
    }
    const by = await total([word]);
    const isSame = by > 0 && (by === (await total(wanted)) || by === (await total(allowed)));
    verdicts.push(isSame ? null : `${word} is ${cell}, leads to ${got.join(', ') || 'nothing'}; as a filter ${by}`);
  }
  return [accuracy('target word → target', verdicts, 0.95)];
}

/** Diseases as people type them: whether the filter takes the word for the id, and whether the disease stands below its parent. */
export async function diseaseAccuracy(graph: Graph, tables: Tables, rows: readonly GoldRow[]): Promise<Accuracy[]> {
  const above = new Map<string, string[]>();
  for (const {id, parents} of await tables.rows(
    `select id, to_json(parents) as parents from diseases where len(parents) > 0`,
  ))
    above.set(String(id), JSON.parse(String(parents)) as string[]);
  const ancestors = (id: string) => {
    const seen = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const parent of above.get(at) ?? []) if (!seen.has(parent) && seen.add(parent)) open.push(parent);
    }
    return seen;
  };
  const total = async (disease: string) => (await graph.entities({disease: [disease], limit: 1})).total ?? 0;
  const named: Verdict[] = [];
  for (const {word = '', id = ''} of rows) {
    const [by, byId] = [await total(word), await total(id)];
    // The filter does not say which id it took. A few entities bear the name under another one.
    const isSame = byId > 0 && Math.abs(by - byId) <= byId * 0.1;
    named.push(isSame ? null : `${word}: ${by} entities, by its id ${id} ${byId}`);
  }
  return [
    accuracy('disease word → MONDO id', named),
    accuracy(
      'disease below its parent',
      rows.map(({word, id = '', parent}) =>
        several(parent).some((one) => ancestors(id).has(one))
          ? null
          : `${word}, ${id}: not below ${parent}, but below ${[...ancestors(id)].join(', ') || 'nothing'}`,
      ),
    ),
  ];
}
