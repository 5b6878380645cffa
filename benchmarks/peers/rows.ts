import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {quote} from '../../src/sql/sql.ts';
import {generationFile, readPointer} from '../../src/store/store.ts';
import type {Rows} from './peer.ts';

/** What every peer is given, from the documented views of a store: live rows alone, and only trusted labels. */
const TABLES = {
  entity: `
    select row_number() over (order by e.id) as rid, e.id::varchar as id, e.kind, e.slug, e.name,
      epoch_us(e.updated_at) as recent, coalesce(e.prominence, 0) as prominence,
      concat_ws(' ', e.name, e.target, e.target_symbol, e.modality, e.mechanism, e.therapeutic_area, e.disease_label,
        array_to_string(list_filter(json_extract_string(a.attributes, '$.*'),
          lambda s: not regexp_matches(s, '^([-0-9.:TZ/]+|true|false|https?://.*)$')), ' ')) as words,
      to_json({id: e.id, kind: e.kind, name: e.name, slug: e.slug, target: e.target, modality: e.modality, mechanism: e.mechanism,
        therapeutic_area: e.therapeutic_area, disease_label: e.disease_label, confidence: e.confidence, source: e.source,
        updated_at: e.updated_at, degree: e.degree, prominence: e.prominence, momentum: e.momentum, attributes: a.attributes,
        licence: 'CC0-1.0', merged: [], self: '/v1/entities/' || e.id})::varchar as document
    from live_entities e join attributes a using (id)`,
  edge: `
    select s.rid as source, d.relation, t.rid as target, epoch_us(d.observed_at) as observed, d.confidence
    from live_edges d join numbered s on s.id = d.source::varchar join numbered t on t.id = d.target::varchar order by all`,
  label: `
    select l.field, l.value, n.rid, n.kind, n.recent from labels l join numbered n on n.id = l.id::varchar
    where l.trusted and l.field in ('target', 'modality', 'mechanism', 'therapeutic_area') order by all`,
} as const;

/** Writes the rows once. */
export async function writeRows(store: string, folder: string): Promise<Rows> {
  if (existsSync(join(folder, 'label.csv'))) return {folder};
  mkdirSync(folder, {recursive: true});
  const instance = await DuckDBInstance.create(':memory:', {threads: '2', memory_limit: '4GB'});
  const connection = await instance.connect();
  await connection.run(`ATTACH ${quote(generationFile(store, readPointer(store).generation))} AS graph (READ_ONLY)`);
  await connection.run('USE graph');
  for (const [table, query] of Object.entries(TABLES)) {
    const file = (type: string) => quote(join(folder, `${table}.${type}`));
    await connection.run(`COPY (${query}) TO ${file('parquet')}`);
    await connection.run(`COPY (FROM ${file('parquet')}) TO ${file('csv')} (HEADER false)`);
    if (table === 'entity')
      await connection.run(`CREATE TEMP TABLE numbered AS SELECT id, rid, kind, recent FROM ${file('parquet')}`);
  }
  connection.disconnectSync();
  instance.closeSync();
  return {folder};
}
