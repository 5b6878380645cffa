import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parquetReadObjects} from 'hyparquet';
import {compressors} from 'hyparquet-compressors';

/** A row of a snapshot's table, as Parquet has it. */
export type Raw = Record<string, unknown>;

export interface Live extends Raw {
  id: string;
  kind: string;
  name: string;
  slug: string;
  updated_at: Date;
}

export interface LiveEdge {
  source: string;
  relation: string;
  target: string;
  observed_at: Date | null;
  confidence: number | null;
}

/** The graph as plain JavaScript reads it from the Parquet files: nothing here uses DuckDB or biograph. */
export interface Oracle {
  asOf: Date;
  trusted: number;
  rows: Map<string, Raw>;
  live: Map<string, Live>;
  edges: LiveEdge[];
  provenance: Raw[];
  /** The live entity an id leads to, through chains; null for cycles, removed and unknown ones. */
  survivor(id: string): string | null;
  /** Distinct values an entity carries of a field, as compared (lower case), with their confidence. */
  values(entity: Live, field: string): Map<string, number | null>;
  /** Does the entity carry the value, at or above a confidence? */
  carries(entity: Live, field: string, value: string, minimum?: number): boolean;
  /** Is the word only an alias, and of several targets: a family's name, which leads to its members as well? */
  namesFamily(word: string): boolean;
  signals: Map<
    string,
    {degree: number; activity_90d: number; momentum: number; prominence: number; rank_in_kind: number}
  >;
}

export async function readTable(snapshot: string, table: string): Promise<Raw[]> {
  const rows: Raw[] = [];
  for (const file of readdirSync(join(snapshot, table)).sort()) {
    const bytes = readFileSync(join(snapshot, table, file));
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    for (const row of await parquetReadObjects({file: buffer, compressors})) rows.push(row);
  }
  return rows;
}

const GATED = new Set([
  'target',
  'modality',
  'mechanism',
  'therapeutic_area',
  'target_id',
  'disease_id',
  'platform_type',
]);

export function lower(text: unknown): string {
  return String(text).trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export async function readOracle(snapshot: string): Promise<Oracle> {
  const manifest = JSON.parse(readFileSync(join(snapshot, 'manifest.json'), 'utf8')) as {
    as_of: string;
    trusted_confidence: number;
  };
  const asOf = new Date(manifest.as_of);
  const rows = new Map((await readTable(snapshot, 'entities')).map((row) => [String(row.id), row]));
  const live = new Map([...rows].filter(([, row]) => row.state === 'live') as [string, Live][]);
  const provenance = await readTable(snapshot, 'provenance');

  const survivor = (id: string): string | null => {
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null; ) {
      const row = rows.get(at);
      if (row === undefined || seen.has(at)) return null;
      if (row.state === 'live') return at;
      seen.add(at);
      at = (row.merged_into as string | null) ?? null;
    }
    return null;
  };

  const found = new Map<string, LiveEdge>();
  for (const row of await readTable(snapshot, 'edges')) {
    const source = survivor(String(row.source));
    const target = survivor(String(row.target));
    if (source === null || target === null || (source === target && row.source !== row.target)) continue;
    const observed = (row.observed_at as Date | null) ?? null;
    const key = `${source} ${String(row.relation)} ${target}`;
    const known = found.get(key);
    const confidence = (row.confidence as number | null | undefined) ?? null;
    if (known === undefined) {
      found.set(key, {source, relation: String(row.relation), target, observed_at: observed, confidence});
      continue;
    }
    if (observed !== null && (known.observed_at === null || observed > known.observed_at)) known.observed_at = observed;
    if (confidence !== null) known.confidence = Math.max(confidence, known.confidence ?? confidence);
  }
  const edges = [...found.values()];

  // Every word for a target, and the label it leads to.
  const names = new Map<string, Map<number, Set<string>>>();
  const say = (word: unknown, rung: number, label: string) => {
    if (word === null || word === undefined || lower(word) === '') return;
    const rungs = names.get(lower(word)) ?? new Map<number, Set<string>>();
    rungs.set(rung, (rungs.get(rung) ?? new Set()).add(label));
    names.set(lower(word), rungs);
  };
  for (const row of live.values()) {
    if (row.kind !== 'target') continue;
    const label = String(row.target_symbol ?? row.name);
    const attributes = parse(row.attributes);
    say(label, 1, label);
    say(row.target_id ?? attributes.ensembl_id, 1, label);
    say(row.name, 2, label);
    for (const word of (row.aliases as string[] | null) ?? []) say(word, 3, label);
    for (const word of (attributes.previous_symbols as string[] | undefined) ?? []) say(word, 3, label);
  }
  const labelOf = (word: unknown): string | undefined => {
    if (word === null || word === undefined) return undefined;
    const rungs = names.get(lower(word));
    const best = rungs?.get(Math.min(...rungs.keys()));
    return best?.size === 1 ? [...best][0] : undefined;
  };

  const namesFamily = (word: string): boolean => {
    const rungs = names.get(lower(word));
    return rungs !== undefined && Math.min(...rungs.keys()) === 3 && (rungs.get(3)?.size ?? 0) > 1;
  };

  const out = new Map<string, LiveEdge[]>();
  for (const edge of edges) out.get(edge.source)?.push(edge) ?? out.set(edge.source, [edge]);
  const platform = new Map<string, number>();
  for (const row of provenance) {
    const confidence = row.confidence as number | null;
    if (row.field === 'platform_type' && confidence !== null)
      platform.set(String(row.entity_id), Math.max(confidence, platform.get(String(row.entity_id)) ?? 0));
  }

  const known = new Map<string, WeakMap<Live, Map<string, number | null>>>();
  const values = (entity: Live, field: string): Map<string, number | null> => {
    const ofField = known.get(field) ?? new WeakMap<Live, Map<string, number | null>>();
    known.set(field, ofField);
    const carried = ofField.get(entity) ?? count(entity, field);
    ofField.set(entity, carried);
    return carried;
  };
  const count = (entity: Live, field: string): Map<string, number | null> => {
    const confidence = (entity.moa_confidence as number | null) ?? null;
    const carried = new Map<string, number | null>();
    const add = (value: unknown, sure: number | null = confidence) => {
      if (value === null || value === undefined || lower(value) === '') return;
      const known = carried.get(lower(value)) ?? null;
      carried.set(lower(value), known === null || sure === null ? (known ?? sure) : Math.max(known, sure));
    };
    const neighbours = (relation: string, kind: string) =>
      (out.get(entity.id) ?? [])
        .filter((edge) => edge.relation === relation && live.get(edge.target)?.kind === kind)
        .map((edge) => ({edge, other: live.get(edge.target)}));
    if (field === 'target') {
      if ((entity.target ?? entity.target_symbol ?? null) !== null)
        add(
          labelOf(entity.target_symbol) ??
            labelOf(entity.target) ??
            labelOf(entity.target_id) ??
            entity.target_symbol ??
            entity.target,
        );
      // A doubtful link makes its target doubtful, however sure the rest of the row is.
      for (const {edge, other} of neighbours('targets', 'target'))
        add(
          other?.target_symbol ?? other?.name,
          confidence === null ? null : Math.min(confidence, edge.confidence ?? confidence),
        );
    } else if (field === 'modality') {
      add(entity.modality);
      for (const other of (entity.secondary_modalities as string[] | null) ?? []) add(other);
    } else if (field === 'platform_type') add(entity.platform_type, platform.get(entity.id) ?? confidence);
    else if (field === 'technology') for (const {other} of neighbours('employs', 'technology')) add(other?.id, 1);
    else add(entity[field === 'family' ? 'product_family' : field]);
    return carried;
  };

  const carries = (entity: Live, field: string, value: string, minimum = manifest.trusted_confidence): boolean => {
    const carried = values(entity, field);
    const wanted = field === 'target' ? lower(labelOf(value) ?? value) : lower(value);
    if (!carried.has(wanted)) return false;
    return !GATED.has(field) || (carried.get(wanted) ?? -1) >= minimum;
  };

  let counted: Oracle['signals'] | undefined;
  return {
    asOf,
    trusted: manifest.trusted_confidence,
    rows,
    live,
    edges,
    provenance,
    survivor,
    values,
    carries,
    namesFamily,
    get signals() {
      counted ??= signalsOf(live, edges, asOf);
      return counted;
    },
  };
}

function parse(text: unknown): Raw {
  if (text === null || text === undefined) return {};
  return (typeof text === 'string' ? JSON.parse(text) : text) as Raw;
}

function signalsOf(live: Map<string, Live>, edges: LiveEdge[], asOf: Date): Oracle['signals'] {
  const day = 86_400_000;
  const touching = new Map<string, LiveEdge[]>();
  for (const edge of edges)
    for (const end of new Set([edge.source, edge.target])) touching.get(end)?.push(edge) ?? touching.set(end, [edge]);
  const counted = [...touching].map(([id, its]) => {
    const within = (from: number, to: number) =>
      its.filter(
        ({observed_at: at}) =>
          at !== null && at.getTime() > asOf.getTime() - from * day && at.getTime() <= asOf.getTime() - to * day,
      ).length;
    const recent = within(90, 0);
    const before = within(180, 90);
    return {id, degree: its.length, activity_90d: recent, momentum: (10 * (recent - before)) / (recent + before + 1)};
  });
  const signals: Oracle['signals'] = new Map();
  for (const kind of new Set([...live.values()].map((row) => row.kind))) {
    const peers = counted.filter(({id}) => live.get(id)?.kind === kind);
    const ranked = [...peers].sort(
      (a, b) => b.degree - a.degree || compare(live.get(a.id)?.name, live.get(b.id)?.name) || compare(a.id, b.id),
    );
    const degrees = peers.map((peer) => peer.degree).sort((a, b) => a - b);
    const firstOf = new Map<number, number>();
    degrees.forEach((degree, index) => {
      if (!firstOf.has(degree)) firstOf.set(degree, index);
    });
    for (const [place, peer] of ranked.entries()) {
      const below = firstOf.get(peer.degree) ?? 0;
      signals.set(peer.id, {
        ...peer,
        prominence: peers.length > 1 ? (100 * below) / (peers.length - 1) : 0,
        rank_in_kind: place + 1,
      });
    }
  }
  return signals;
}

/** By code point, as DuckDB's default collation. */
export function compare(a: unknown, b: unknown): number {
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
