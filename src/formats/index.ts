import type {z} from 'zod';
import type {Meta} from '../context.ts';
import {rowSchema} from '../endpoint.ts';
import {columnsOf, valueAt} from '../engine/columns.ts';
import {besideRows, type Operation, RawJson, type RowStream} from '../operation.ts';
import type {Format} from '../schema/formats.ts';
import {csvStream, jsonStream, ndjsonStream} from './text.ts';

type Json = Record<string, unknown>;

/** A whole answer in a format: text, or the bytes of a file. */
export async function writeAnswer(
  operation: Operation,
  result: Json,
  format: Exclude<Format, 'xlsx'>,
  meta: Meta,
): Promise<string | Uint8Array> {
  const rows = (operation.rows === null ? [result] : result[operation.rows]) as Json[];
  switch (format) {
    case 'json':
      return JSON.stringify(result);
    case 'ris':
    case 'bibtex':
      return (await import('./citations.ts'))[format](rows, meta.authors ?? {});
    case 'graphml': {
      const {graphml} = await import('./graphml.ts');
      const edges = (result.edges as Json[]).map(({provenance, ...edge}) => {
        const {source: origin, ...told} = provenance as Json;
        return {...edge, ...told, origin};
      });
      return graphml({description: `biograph ${operation.name}, snapshot ${meta.snapshot}`, nodes: rows, edges});
    }
    default:
      return writeRows(rowSchema(operation), rows, format, besideRows(operation, result));
  }
}

/** Rows as a table with the columns of their schema; the answer's other members become metadata. */
export async function writeRows(
  schema: z.ZodObject,
  rows: readonly unknown[],
  format: 'ndjson' | 'csv' | 'arrow' | 'parquet',
  beside: Json,
): Promise<string | Uint8Array> {
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  if (format === 'arrow') return (await import('../engine/arrow.ts')).toArrowStream(schema, rows, beside);
  if (format === 'parquet') return (await import('../engine/parquet.ts')).parquetBytes(schema, rows, beside);
  const {csvText} = await import('../csv.ts');
  const columns = columnsOf(schema);
  return csvText([
    columns.map(({name}) => name),
    ...rows.map((row) => columns.map((column) => flat(valueAt(row, column)))),
  ]);
}

function flat(value: unknown): unknown {
  return Array.isArray(value) ? value.join('; ') : value;
}

/** The metadata of streamed rows. */
export interface Said {
  /** The parameters as given by the caller. */
  request: Json;
  meta: Meta;
  signal?: AbortSignal | undefined;
}

/**
 * Rows in a format, piece by piece. Binary formats and drawings are made as a whole: an export has at most 50,000 rows.
 */
export async function* writeStream(
  operation: Operation,
  stream: RowStream,
  format: Format,
  said: Said,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'ndjson') return yield* ndjsonStream(stream);
  if (format === 'json') return yield* jsonStream(stream);
  if (format === 'csv') return yield* csvStream(stream, {bom: said.request.bom === true});
  const texts: string[] = [];
  for await (const chunk of stream.chunks) for (const text of chunk) texts.push(text);
  const facts = factsOf(operation, stream, said, texts.length);
  const schema = rowSchema(operation);
  if (format === 'xlsx') {
    const {workbook} = await import('./workbook.ts');
    const sheet = {name: operation.name, columns: columnsOf(schema), texts};
    return yield await workbook(sheet, linesOf(facts), said.signal);
  }
  const rows = texts.map((text) => JSON.parse(text) as Json);
  if (format === 'arrow' || format === 'parquet') return yield await writeRows(schema, rows, format, facts);
  const {graphml} = await import('./graphml.ts');
  yield graphml({
    description: linesOf(facts)
      .map((line) => line.filter((cell) => cell !== null).join('\t'))
      .join('\n'),
    nodes: stream.nodes.map((node) => JSON.parse(node instanceof RawJson ? node.text : String(node)) as Json),
    edges: rows.map(({source_id, target_id, source: origin, ...edge}) => ({
      source: source_id,
      target: target_id,
      ...edge,
      origin,
    })),
  });
}

interface Facts extends Json {
  rows: number;
  request: Json;
  gate?: Json | undefined;
  sources: readonly {source: string; licence: string; attribution: string}[];
}

/** The metadata of a file: request, snapshot, gate, number of rows, and the licences that apply. */
function factsOf({name}: Operation, {origin}: RowStream, {request, meta}: Said, rows: number): Facts {
  return {
    operation: name,
    request,
    snapshot: meta.snapshot,
    generation: meta.generation,
    as_of: origin.as_of,
    created_at: origin.created_at,
    rows,
    total: meta.total,
    truncated: meta.truncated === true,
    ...(meta.gate !== undefined && {gate: {...meta.gate}}),
    ...(meta.missing !== undefined && {missing: meta.missing}),
    sources: origin.sources,
  };
}

/** The same as text for people. */
function linesOf({request, gate, sources, ...facts}: Facts): (string | number | null)[][] {
  const cell = (value: unknown) =>
    typeof value === 'number' ? value : Array.isArray(value) ? value.join(', ') : String(value);
  const pairs = (prefix: string, values: Json) =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [`${prefix}${name}`, cell(value)]);
  return [
    ...pairs('', facts),
    ...pairs('asked: ', request),
    ...pairs('trust gate: ', gate ?? {}),
    [null],
    ['source', 'licence', 'attribution'],
    ...sources.map(({source, licence, attribution}) => [source, licence, attribution]),
  ];
}
