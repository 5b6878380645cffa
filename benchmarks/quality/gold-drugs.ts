import type {Graph} from '../../src/index.ts';
import {type Accuracy, accuracy, type GoldRow, several, type Verdict} from './accuracy.ts';
import {type Asked, firstHit, groupHeads, idList, resolved} from './asking.ts';
import type {Row, Tables} from './snapshot.ts';

/** What the graph says of a drug of the list, and what the list says. */
interface Drug {
  gold: GoldRow;
  id: string | undefined;
  /** For whoever looks: the drug and its key in the graph. */
  label: string;
  product: Row | undefined;
  /** Its approvals by the FDA of the first year that has one. */
  first: {year: string; holders: string[]; keys: string[]} | undefined;
}

/** What is known of drugs: target, modality, who brought it and when; and whether their codes and brands lead to them. */
export async function drugAccuracy(graph: Graph, tables: Tables, rows: readonly GoldRow[]): Promise<Accuracy[]> {
  const asked = await resolved(
    graph,
    'product',
    rows.flatMap(({generic = '', brand = '', codes}) => [generic, brand, ...several(codes)]),
  );
  const drugs = await known(tables, rows, asked);
  const companies = await resolved(
    graph,
    'company',
    rows.flatMap(({developer}) => several(developer)),
  );
  const head = await groupHeads(tables);
  const names = new Map<string, string>();
  const holders = idList(drugs.flatMap(({first}) => first?.holders ?? []).map(head));
  for (const {id, name} of await tables.rows(`select id, name from entities where id in ${holders}`))
    names.set(String(id), String(name));

  const leads = async (said: (gold: GoldRow) => string[]): Promise<Verdict[]> => {
    const verdicts: Verdict[] = [];
    for (const {gold, id, label} of drugs) {
      for (const name of said(gold)) {
        const hit = await firstHit(graph, 'product', name, asked);
        verdicts.push(
          hit !== null && hit.id === id ? null : `${name} is ${label}, leads to ${hit === null ? 'nothing' : hit.name}`,
        );
      }
    }
    return verdicts;
  };
  return [
    accuracy(
      'drug name → product',
      drugs.map(({id, label}) => (id === undefined ? label : null)),
    ),
    accuracy('primary target', drugs.filter(({gold}) => !gold.target_note?.startsWith('not scored')).map(target), 0.95),
    accuracy('modality', drugs.map(modality), 0.97),
    accuracy(
      'developer',
      drugs.map(({gold, label, first}) => {
        const wanted = new Set(
          several(gold.developer)
            .flatMap((name) => [companies.get(name)?.match, ...(companies.get(name)?.candidates ?? [])])
            .flatMap((hit) => (hit ? [head(hit.id)] : [])),
        );
        const found = [...new Set(first?.holders.map(head))];
        if (found.some((id) => wanted.has(id) || isCalled(names.get(id), several(gold.developer)))) return null;
        const said = found.map((id) => names.get(id)).join(', ') || 'nobody';
        return `${label}: ${gold.developer}, the graph says ${said} (${first?.keys.join(', ') ?? 'no dated approval'})`;
      }),
      0.95,
    ),
    accuracy(
      'first approval by the FDA, year',
      drugs.map(({gold, label, first}) =>
        first?.year === gold.year
          ? null
          : `${label}: ${gold.year}, the graph says ${first?.year ?? 'nothing'} (${first?.keys.join(', ') ?? ''})`,
      ),
      0.95,
    ),
    accuracy('code → product', await leads(({codes}) => several(codes)), 0.8),
    accuracy('brand → product', await leads(({brand = ''}) => [brand])),
  ];
}

/** A group called Vertex is Vertex Pharmaceuticals Incorporated. */
function isCalled(name: string | undefined, people: readonly string[]): boolean {
  const plain = (text: string) =>
    `${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return name !== undefined && people.some((one) => plain(name).startsWith(plain(one)));
}

function target({gold, label, product}: Drug): Verdict {
  const wanted = several(gold.target);
  const isTrusted = Number(product?.moa_confidence ?? 0) >= 0.7;
  const symbol = isTrusted && product?.target_symbol ? String(product.target_symbol) : null;
  if (product !== undefined && (symbol === null ? wanted.length === 0 : wanted.includes(symbol))) return null;
  // A complex or family (MEK, the proteasome) stands for its members where the drug does not tell them apart.
  const members = JSON.parse(String(product?.members ?? '[]')) as string[];
  const isFamily = isTrusted && symbol === null && product?.target && wanted.length > 1;
  if (isFamily && wanted.some((one) => members.includes(one))) return null;
  const said = symbol ?? (isTrusted && product?.target ? `"${product.target}"` : 'none');
  return `${label}: ${gold.target || gold.target_note}, the graph says ${said}`;
}

function modality({gold, label, product}: Drug): Verdict {
  if (several(gold.modality).includes(String(product?.modality))) return null;
  return `${label}: ${gold.modality}, the graph says ${product?.modality ?? 'none'}`;
}

/** The product of each drug, by its generic name, else its brand; of several that bear it, the first. */
async function known(tables: Tables, rows: readonly GoldRow[], asked: Map<string, Asked>): Promise<Drug[]> {
  const ids = rows.map(({generic = '', brand = ''}) =>
    [generic, brand]
      .map((name) => asked.get(name)?.match ?? asked.get(name)?.candidates[0])
      .find((hit) => hit !== undefined && hit !== null),
  );
  const list = idList(ids.flatMap((hit) => (hit ? [hit.id] : [])));
  const products = new Map(
    (
      await tables.rows(
        `select id, natural_key, target, target_symbol, modality, moa_confidence,
           (select to_json(list(coalesce(t.target_symbol, t.name))) from edges e join entities t on t.id = e.target where e.source = p.id and e.relation = 'targets') as members
         from entities p where id in ${list}`,
      )
    ).map((row) => [String(row.id), row]),
  );
  const approvals = new Map(
    (
      await tables.rows(`with dated as (
        select distinct e.target as product, a.id, a.natural_key, left(a.attributes ->> 'approved_at', 4) as year
        from edges e join entities a on a.id = e.source and a.kind = 'approval' and a.state = 'live'
        where e.relation = 'approval_of' and e.target in ${list} and (a.attributes ->> 'agency') = 'FDA' and (a.attributes ->> 'approved_at') is not null
      ), first as (from dated qualify year = min(year) over (partition by product))
      select product, year, to_json(list(distinct natural_key order by natural_key)) as keys, to_json(list(distinct h.source) filter (h.source is not null)) as holders
      from first f left join edges h on h.target = f.id and h.relation = 'holds' group by product, year`)
    ).map((row) => [String(row.product), row]),
  );
  const listed = (cell: unknown) => JSON.parse(String(cell ?? '[]')) as string[];
  return rows.map((gold, index) => {
    const id = ids[index]?.id;
    const product = products.get(id ?? '');
    const first = approvals.get(id ?? '');
    return {
      gold,
      id,
      label: `${gold.generic} (${product === undefined ? 'not found' : product.natural_key})`,
      product,
      first: first && {year: String(first.year), holders: listed(first.holders), keys: listed(first.keys)},
    };
  });
}
