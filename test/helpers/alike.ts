import {readFileSync} from 'node:fs';
import {parse} from 'csv-parse/sync';
import {tied} from './cells.ts';
import {compare, type Live, lower, type Oracle} from './oracle.ts';

/** Who is like whom by words, letters and labels, in plain JavaScript over the raw rows. */
interface Everyone {
  oracle: Oracle;
  everyone: Live[];
}

const GREEK: Record<string, string> = {α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', κ: 'kappa', ω: 'omega'};
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[αβγδκω]/g, (letter) => GREEK[letter] ?? letter);

function wordsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of folded(text).matchAll(/[\p{L}\p{N}]+(?:[-/+.'’‐-―][\p{L}\p{N}]+)*/gu)) {
    const parts = run.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const part of [...parts, parts.join('')]) found.add(part.slice(0, 40));
  }
  return found;
}

function grams(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of folded(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    for (let at = 0; at < word.length + 1; at++) found.add(`  ${word} `.slice(at, at + 3));
  return found;
}

const dice = (a: Set<string>, b: Set<string>) => (2 * [...a].filter((x) => b.has(x)).length) / (a.size + b.size);

const FIELDS = ['target', 'modality', 'mechanism', 'therapeutic_area', 'disease_id', 'platform_type'];

const shipped = (file: string) =>
  parse(readFileSync(`src/tables/vocabulary/${file}.csv`, 'utf8'), {columns: true}) as Record<string, string>[];
const PARENTS = shipped('disease_parents').map(({label = '', parent = ''}) => [lower(label), lower(parent)] as const);
const KNOWN = new Set(PARENTS.flat());
const NAMES = new Map<string, Set<string>>();
for (const {label = '', term = ''} of shipped('diseases')) {
  KNOWN.add(lower(label));
  NAMES.set(lower(term), (NAMES.get(lower(term)) ?? new Set()).add(lower(label)));
}

/** The diseases that are trusted of an entity, as stated. */
function diseasesOf(row: Live, trusted: number): Set<string> {
  const {indications = []} = JSON.parse(String(row.attributes ?? '{}')) as {
    indications?: {id?: string; label?: string; confidence?: number}[];
  };
  const sure = (row.moa_confidence as number | null) ?? -1;
  const stated = [{id: row.disease_id, label: row.disease_label, confidence: sure}, ...indications];
  const found = new Set<string>();
  for (const {id, label, confidence} of stated) {
    const said = lower(label ?? id ?? '');
    if (said === '' || (confidence ?? sure) < trusted) continue;
    const meant = NAMES.get(said);
    found.add(KNOWN.has(said) || meant?.size !== 1 ? said : ([...meant][0] as string));
  }
  return found;
}

/** How much less than a target or a cell another trait says. */
const SHARES: Record<string, number> = {disease: 0.6, modality: 0.5, therapeutic_area: 0.3};

/**
 * How alike companies are by their work to one: the cosine of vectors of idf × share × ln(1 + assets with the trait), times the ratio of the
 * logarithms of their edges where the other is smaller.
 */
function colleaguesOf(graph: Pick<Everyone, 'oracle' | 'everyone'>, subject: Live): Map<string, number> {
  const traitsOf = new Map<string, Map<string, number>>();
  for (const {id} of graph.everyone.filter(({kind}) => kind === 'company')) {
    const traits = new Map<string, number>();
    for (const other of new Set(tied(graph as never, id))) {
      const row = graph.oracle.live.get(other) as Live;
      const own = new Set<string>();
      for (const disease of diseasesOf(row, graph.oracle.trusted)) own.add(`disease ${disease}`);
      const trusted = (field: string) =>
        [...graph.oracle.values(row, field)].flatMap(([value, sure]) =>
          (sure ?? -1) >= graph.oracle.trusted ? [value] : [],
        );
      for (const target of trusted('target'))
        for (const modality of graph.oracle.values(row, 'modality').keys()) own.add(`cell ${target} × ${modality}`);
      for (const field of ['target', 'modality', 'therapeutic_area'])
        for (const value of trusted(field)) own.add(`${field} ${value}`);
      for (const trait of own) traits.set(trait, (traits.get(trait) ?? 0) + 1);
    }
    if (traits.size > 0) traitsOf.set(id, traits);
  }
  const bearers = new Map<string, number>();
  for (const traits of traitsOf.values())
    for (const one of traits.keys()) bearers.set(one, (bearers.get(one) ?? 0) + 1);
  const weighed = (id: string) =>
    new Map(
      [...(traitsOf.get(id) ?? [])].map(([trait, assets]) => {
        const n = bearers.get(trait) ?? 0;
        const idf = Math.log(1 + (traitsOf.size - n + 0.5) / (n + 0.5));
        return [trait, idf * (SHARES[trait.split(' ')[0] ?? ''] ?? 1) * Math.log(1 + assets)] as const;
      }),
    );
  const size = (weights: Map<string, number>) =>
    Math.sqrt([...weights.values()].reduce((sum, one) => sum + one * one, 0));
  const own = weighed(subject.id);
  const edges = (id: string) => Math.log(2 + (graph.oracle.signals.get(id)?.degree ?? 0));
  return new Map(
    [...traitsOf.keys()].flatMap((id) => {
      const other = weighed(id);
      const shared = [...other].filter(([trait]) => own.has(trait));
      const dot = shared.reduce((sum, [trait, weight]) => sum + weight * (own.get(trait) ?? 0), 0);
      return id === subject.id || shared.length === 0
        ? []
        : [[id, (dot / (size(own) * size(other))) * Math.min(1, edges(id) / edges(subject.id))]];
    }),
  );
}

/** All companies of a company's group: its parents, and everything below any of them. */
function groupOf({oracle}: Pick<Everyone, 'oracle'>, id: string): Set<string> {
  const edges = oracle.edges.filter(({relation}) => relation === 'subsidiary_of');
  const found = new Set([id]);
  for (const one of found) for (const {source, target} of edges) if (source === one) found.add(target);
  for (const one of found) for (const {source, target} of edges) if (target === one) found.add(source);
  return found;
}

/** Whether a company has no ticker and belongs to another: its parents lead to one that has none. */
function isBelow({oracle}: Pick<Everyone, 'oracle'>, id: string): boolean {
  if (oracle.live.get(id)?.ticker) return false;
  const parents = (one: string) =>
    oracle.edges
      .filter(({relation, source}) => relation === 'subsidiary_of' && source === one)
      .map(({target}) => target);
  const seen = new Set([id]);
  for (const one of seen) {
    const above = parents(one);
    if (one !== id && above.length === 0) return true;
    for (const target of above) seen.add(target);
  }
  return false;
}

/** The lexical order over everybody, with no index and no short cut. */
export function lexical({oracle, everyone}: Everyone, subject: Live, among: string | undefined) {
  const n = everyone.length;
  const idf = (bearers: number) => Math.log(1 + (n - bearers + 0.5) / (bearers + 0.5));
  const namesOf = (row: Live) => [row.name, ...((row.aliases as string[] | null) ?? [])];
  const words = new Map<string, Set<string>>();
  const labels = new Map<string, Set<string>>();
  const put = (map: Map<string, Set<string>>, key: string, id: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(id));
  for (const row of everyone) {
    for (const name of namesOf(row)) for (const word of wordsOf(name)) put(words, word, row.id);
    for (const field of FIELDS)
      for (const [value, confidence] of oracle.values(row, field))
        if ((confidence ?? -1) >= oracle.trusted) put(labels, `${field} ${value}`, row.id);
    if (row.product_family) put(labels, `product_family ${lower(row.product_family)}`, row.id);
    const {gene_groups: groups = []} =
      row.kind === 'target' ? (JSON.parse((row.attributes as string | null) ?? '{}') as {gene_groups?: string[]}) : {};
    for (const category of [...((row.product_categories as string[] | null) ?? []), ...groups])
      put(labels, `category ${lower(category)}`, row.id);
  }
  const peers = everyone.filter(({kind}) => kind === subject.kind);
  const legal = new Set(
    ['company', 'institution', 'funder'].includes(subject.kind)
      ? (/^.+?((?: (?:inc|incorporated|corp|corporation|ltd|limited|llc|plc|sa|ag|gmbh|nv|bv|ab|co|company|holding|holdings|as|se))*)$/
          .exec([...wordsOf(subject.name)].join(' '))?.[1]
          ?.match(/\S+/g) ?? [])
      : [],
  );
  const own = [...wordsOf(subject.name)]
    .slice(0, 16)
    .filter((word) => !legal.has(word))
    .map((word) => ({word, bearers: words.get(word) as Set<string>}))
    .filter(({bearers}) => peers.filter(({id}) => bearers.has(id)).length <= Math.max(5, peers.length / 100));
  own.sort((a, b) => a.bearers.size - b.bearers.size || (a.word < b.word ? -1 : 1));
  const ownLabels = [...labels].filter(([, bearers]) => bearers.has(subject.id));
  const colleagues = subject.kind === 'company' ? colleaguesOf({oracle, everyone}, subject) : new Map<string, number>();
  const [plain, labelled] =
    colleagues.size > 0
      ? [
          [0.06, 0.04, 0, 0.9],
          [0.06, 0.04, 0.35, 0.55],
        ]
      : [
          [0.5, 0.5, 0, 0],
          ['product', 'program'].includes(subject.kind) && ownLabels.some(([key]) => key.startsWith('target '))
            ? [0.1, 0.1, 0.8, 0]
            : [0.25, 0.25, 0.5, 0],
        ];
  const weights = (ownLabels.length > 0 ? labelled : plain) as number[];
  const traits: {bearers: Set<string>; weight: number}[] = [];
  const total = own.reduce((sum, {bearers}) => sum + idf(bearers.size), 0);
  for (const {bearers} of own) traits.push({bearers, weight: ((weights[0] ?? 0) * idf(bearers.size)) / total});
  const known = new Set(own.map(({word}) => word));
  const isPlain = subject.kind === 'target' || (ownLabels.length === 0 && colleagues.size === 0);
  const spelled = isPlain ? own.filter(({word}) => word.length >= 4 && !/\p{N}/u.test(word)) : [];
  for (const {word, bearers} of spelled.slice(0, 2)) {
    const alike = [...words.keys()]
      .filter((other) => other !== word && other.length >= 4 && other.length <= 32)
      .map((other) => {
        const [a, b] = [grams(word), grams(other)];
        return {other, alike: (2 * [...a].filter((x) => b.has(x)).length) / (a.size + other.length + 1)};
      })
      .filter((row) => row.alike >= 0.5)
      .sort((a, b) => b.alike - a.alike || (a.other < b.other ? -1 : 1))
      .slice(0, 8);
    for (const row of alike) {
      if (known.has(row.other)) continue;
      known.add(row.other);
      traits.push({
        bearers: words.get(row.other) as Set<string>,
        weight: ((weights[0] ?? 0) * row.alike * idf(bearers.size)) / total,
      });
    }
  }
  const shares: Record<string, number> = {target: 4, mechanism: 3, disease_id: 3, category: 2, modality: 1.5};
  const fieldOf = (key: string) => key.slice(0, key.indexOf(' '));
  const shareOf = (field: string) => shares[field] ?? 0.5;
  const fields = [...new Set(ownLabels.map(([key]) => fieldOf(key)))];
  const allShares = fields.reduce((sum, field) => sum + shareOf(field), 0);
  for (const field of fields) {
    const same = ownLabels.filter(([key]) => fieldOf(key) === field);
    const fieldIdf = same.reduce((sum, [, bearers]) => sum + idf(bearers.size), 0);
    const weight = ((weights[2] ?? 0) * shareOf(field)) / allShares;
    for (const [, bearers] of same) traits.push({bearers, weight: (weight * idf(bearers.size)) / fieldIdf});
  }
  const sums = new Map<string, number>();
  for (const {bearers, weight} of traits) for (const id of bearers) sums.set(id, (sums.get(id) ?? 0) + weight);
  for (const id of colleagues.keys()) sums.set(id, sums.get(id) ?? 0);
  const letters = grams(subject.name);
  const group = subject.kind === 'company' ? groupOf({oracle}, subject.id) : new Set([subject.id]);
  return [...sums]
    .filter(
      ([id]) =>
        !group.has(id) &&
        (among === undefined || oracle.live.get(id)?.kind === among) &&
        (among !== 'company' || isBelow({oracle}, subject.id) || !isBelow({oracle}, id)),
    )
    .map(([id, sum]) => ({
      id,
      sum,
      score:
        sum +
        (weights[1] ?? 0) * dice(letters, grams(String(oracle.live.get(id)?.name))) +
        (weights[3] ?? 0) * (colleagues.get(id) ?? 0),
    }))
    .sort((a, b) => b.score - a.score || compare(a.id, b.id));
}
