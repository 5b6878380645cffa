import {createWriteStream, existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {DuckDBInstance} from '@duckdb/node-api';
import {detailJson, listJson} from '../../src/operations/records/document.ts';
import {is} from '../../src/sql/results.ts';
import {quote, sql} from '../../src/sql/sql.ts';
import {StoredGeneration} from '../../src/store/generation.ts';
import {generationFile, readPointer} from '../../src/store/store.ts';
import type {Rows} from './peer.ts';

/** What every peer is given, from the documented views of a store: live rows alone, and only trusted labels. */
const TABLES = {
  entity: `
    select row_number() over (order by e.id) as rid, e.id::varchar as id, e.kind, e.slug, e.name, d.day,
      epoch_us(e.updated_at) as recent, coalesce(e.prominence, 0) as prominence,
      concat_ws(' ', e.name, e.target, e.target_symbol, e.modality, e.mechanism, e.therapeutic_area, e.disease_label,
        array_to_string(list_filter(json_extract_string(a.attributes, '$.*'),
          lambda s: not regexp_matches(s, '^([-0-9.:TZ/]+|true|false|https?://.*)$')), ' ')) as words,
      d.document, d.cut, d.fields
    from live_entities e join attributes a using (id) join documents d on d.id = e.id::varchar`,
  edge: `
    select s.rid as source, d.relation, t.rid as target, epoch_us(d.observed_at) as observed, d.origin, d.confidence, d.record
    from live_edges d join numbered s on s.id = d.source::varchar join numbered t on t.id = d.target::varchar order by all`,
  label: `
    select l.field, l.value, n.rid, n.kind, n.recent from labels l join numbered n on n.id = l.id::varchar
    where l.trusted and l.field in ('target', 'modality', 'mechanism', 'therapeutic_area') order by all`,
} as const;

/** Writes the rows once. */
export async function writeRows(store: string, folder: string): Promise<Rows> {
  if (existsSync(join(folder, 'label.csv'))) return {folder};
  mkdirSync(folder, {recursive: true});
  const file = generationFile(store, readPointer(store).generation);
  const documents = join(folder, 'documents.ndjson');
  await writeDocuments(file, documents);
  const instance = await DuckDBInstance.create(':memory:', {threads: '2', memory_limit: '4GB'});
  const connection = await instance.connect();
  await connection.run(`ATTACH ${quote(file)} AS graph (READ_ONLY)`);
  await connection.run('USE graph');
  await connection.run(`CREATE TEMP VIEW documents AS FROM
    read_json(${quote(documents)}, format = 'newline_delimited', columns = {id: 'VARCHAR', day: 'VARCHAR', document: 'VARCHAR', cut: 'INTEGER', fields: 'VARCHAR'})`);
  for (const [table, query] of Object.entries(TABLES)) {
    const path = (type: string) => quote(join(folder, `${table}.${type}`));
    await connection.run(`COPY (${query}) TO ${path('parquet')}`);
    await connection.run(`COPY (FROM ${path('parquet')}) TO ${path('csv')} (HEADER false)`);
    if (table === 'entity')
      await connection.run(`CREATE TEMP TABLE numbered AS SELECT id, rid, kind, recent FROM ${path('parquet')}`);
  }
  connection.disconnectSync();
  instance.closeSync();
  return {folder};
}

/** Documents to fetch at once. */
const AT_ONCE = 2000;

/**
 * The document of each live entity as biograph's lists show it, a line of JSON each, and what it has more by itself: the source of each field, and
 * where that stands. So all store it once, and send and parse the same bytes.
 */
async function writeDocuments(file: string, path: string): Promise<void> {
  const generation = await StoredGeneration.open(file, 1);
  try {
    const [rids] = await generation.columns(sql`select rid from entity order by rid`, [is.integer]);
    const lines = async function* () {
      for (let at = 0; at < rids.length; at += AT_ONCE) {
        const some = rids.slice(at, at + AT_ONCE);
        const days = await generation.lookups.days(some);
        for (const [rid, document] of await generation.lookups.documents(some)) {
          const [listed, alone] = [listJson(document).text, detailJson(document).text];
          let cut = 0;
          while (listed[cut] === alone[cut] && cut < listed.length) cut++;
          const fields = alone.slice(cut, cut + alone.length - listed.length);
          yield `${JSON.stringify({id: document.header.id, day: days.get(rid) ?? null, document: listed, cut, fields})}\n`;
        }
      }
    };
    await pipeline(Readable.from(lines()), createWriteStream(path));
  } finally {
    await generation.retire();
  }
}
