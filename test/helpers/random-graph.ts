import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {KINDS, RELATIONS} from '../../src/schema/kinds.ts';
import {SNAPSHOT_TABLES} from '../../src/schema/snapshot.ts';
import {writeSnapshot} from '../../src/snapshot/write.ts';
import {openShell} from './duckdb.ts';

export interface RandomGraph {
  entities: Record<string, unknown>[];
  edges: Record<string, unknown>[];
  provenance?: Record<string, unknown>[];
  diseases?: Record<string, unknown>[];
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const days = (n: number) => new Date(Date.UTC(2026, 0, 1) - n * 86_400_000).toISOString();
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, {nil: null, freq: 2});

/** What drugs are for, also as no source should write it. */
const ATTRIBUTES = [
  {indications: [{label: 'gout', phase: 'phase 3', confidence: 0.9}]},
  {
    indications: [
      {label: 'Gout', phase: 'approved'},
      {label: 'asthma', phase: 'phase 2', confidence: 0.2},
    ],
  },
  {indications: [null, {label: 5, phase: 3}]},
  {indications: 'gout'},
].map((one) => JSON.stringify(one));

/** Few names, slugs and labels, so that everything collides; chains and circles of merges, loops and twins of edges. */
const entity = (n: number, size: number) =>
  fc.record({
    id: fc.constant(uuid(n)),
    kind: fc.constantFrom(...KINDS.slice(0, 5), 'technology', 'target', 'target', 'product'),
    state: fc.constantFrom('live', 'live', 'live', 'merged', 'removed'),
    into: fc.integer({min: 0, max: size - 1}),
    name: fc.constantFrom('Alpha', 'alpha', 'Älpha', 'PD-1', 'Beta Gamma', 'x'),
    slug: fc.constantFrom('a', 'b', 'c'),
    aliases: rarely(fc.array(fc.constantFrom('PD1', 'Alpha', 'Delta'), {maxLength: 2})),
    target: rarely(fc.constantFrom('PD1', 'PDCD1', 'Alpha', 'unknown', 'ENSG00000000001')),
    target_symbol: rarely(fc.constantFrom('PDCD1', 'KRAS')),
    target_id: rarely(fc.constantFrom('ENSG00000000001', 'ENSG00000000002')),
    modality: rarely(fc.constantFrom('mRNA', 'MRNA', 'peptide')),
    secondary_modalities: rarely(fc.array(fc.constantFrom('peptide', 'mRNA', 'Peptide'), {maxLength: 2})),
    mechanism: rarely(fc.constantFrom('inhibitor', 'Inhibitor ')),
    therapeutic_area: rarely(fc.constantFrom('oncology', 'Öncology')),
    moa_confidence: rarely(fc.constantFrom(0, 0.69, 0.7, 0.9, 1)),
    platform_type: rarely(fc.constantFrom('mRNA', 'cells')),
    product_family: rarely(fc.constantFrom('therapeutic', 'data_software')),
    attributes: rarely(fc.constantFrom(...ATTRIBUTES)),
    updated: fc.integer({min: 0, max: 3}),
  });

const edge = (size: number) =>
  fc.record({
    source: fc.integer({min: 0, max: size - 1}),
    relation: fc.constantFrom('targets', 'employs', ...Object.keys(RELATIONS).slice(0, 3)),
    target: fc.integer({min: 0, max: size - 1}),
    ago: rarely(fc.constantFrom(-5, 0, 1, 89, 90, 91, 179, 180, 181, 400)),
    confidence: rarely(fc.constantFrom(0, 0.69, 0.7, 1)),
  });

export const randomGraph: fc.Arbitrary<RandomGraph> = fc.integer({min: 1, max: 14}).chain((size) =>
  fc
    .record({
      entities: fc.tuple(...Array.from({length: size}, (_, n) => entity(n, size))),
      edges: fc.uniqueArray(edge(size), {
        maxLength: 30,
        selector: ({source, relation, target}) => `${source} ${relation} ${target}`,
      }),
    })
    .map(({entities, edges}) => ({
      entities: entities.map(({into, updated, state, ...row}, n) => ({
        ...row,
        // Nothing is merged into itself; circles of two and more stay.
        state: state === 'merged' && into === n ? 'live' : state,
        merged_into: state === 'merged' && into !== n ? uuid(into) : null,
        source: 'random',
        updated_at: days(updated),
      })),
      edges: edges.map(({source, relation, target, ago, confidence}) => ({
        source: uuid(source),
        relation,
        target: uuid(target),
        observed_at: ago === null ? null : days(ago),
        confidence,
      })),
    })),
);

/** Writes it as a snapshot and gives the folder. */
export async function writeRandomGraph(
  {entities, edges, provenance = [], diseases}: RandomGraph,
  meta: {lineage?: string; as_of?: string; release?: number; suppressed?: string[]} = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-random-'));
  const shell = await openShell();
  const table = (name: keyof typeof SNAPSHOT_TABLES, rows: Record<string, unknown>[]) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
    const columns = Object.entries(SNAPSHOT_TABLES[name].columns).map(([column, type]) => `'${column}': '${type}'`);
    return `select * from read_json('${path}', format = 'newline_delimited', columns = {${columns.join(', ')}})`;
  };
  await writeSnapshot(shell.connection, {
    out: join(folder, 'snapshot'),
    tables: {
      entities: table('entities', entities),
      edges: table('edges', edges),
      provenance: table('provenance', provenance),
      ...(diseases !== undefined && {diseases: table('diseases', diseases)}),
    },
    meta: {as_of: '2026-01-01T00:00:00Z', sources: [], ...meta},
  });
  shell.close();
  return join(folder, 'snapshot');
}
