import type {Argv, CommandModule} from 'yargs';
import {z} from 'zod';
import type {Meta} from '../../context.ts';
import {fromTexts, paramTypes, rowSchema} from '../../endpoint.ts';
import type {Explanation} from '../../explain.ts';
import {meantInstead} from '../../formats/meant-instead.ts';
import {type Answer, formatsOf, type Operation, RowStream, toJsonValue} from '../../operation.ts';
import type {Reading} from '../../reading.ts';
import {parseParams} from '../../schema/check.ts';
import {ENTITY_FIELDS} from '../../schema/entity.ts';
import {idleIn} from '../../schema/formats.ts';
import {example} from '../example.ts';
import {
  type Args,
  AS_OF,
  dataPath,
  defineCommand,
  FORMATS,
  type Format,
  formatOf,
  interruption,
  isColored,
  openForReading,
  STATE,
  UsageError,
} from '../options.ts';
import {print, write} from '../output.ts';
import {preferredBy, type Understood} from '../pages/understood.ts';
import {helpText, type Property, propertiesOf, wordsOf} from '../parameters.ts';
import {parsePredicate} from '../predicate.ts';

/** The command of an operation, derived from its definition. */
export function commandOf(operation: Operation, aliases: readonly string[]): CommandModule<object, Args> {
  const {properties, required} = propertiesOf(operation.params);
  const positional = operation.predicates === undefined ? operation.positional : [];
  // Never `<name>`: the operation itself reports a missing value, with the possible ones.
  const isList = (name: string) => name === 'q' || properties[name]?.type === 'array';
  const places = positional.map((name) => (isList(name) ? `[${name}..]` : `[${name}]`));
  if (operation.predicates !== undefined) places.push('[where..]');
  return defineCommand({
    command: [operation.command, ...places].join(' '),
    aliases,
    describe: helpText(operation.summary),
    builder: (cli) => declare(cli, operation, properties, positional, required),
    handler: (args) => run(operation, args, positional),
  });
}

function declare(
  cli: Argv,
  operation: Operation,
  properties: Record<string, Property>,
  positional: readonly string[],
  required: readonly string[],
): void {
  if (operation.description !== undefined) cli.epilogue(operation.description);
  for (const [name, property] of Object.entries(properties)) {
    if (name === operation.predicates || name === 'format') continue;
    const {default: fallback, type} = property;
    const {requiresArg, ...words} = wordsOf(property, required.includes(name));
    if (positional.includes(name))
      cli.positional(name, {...words, ...((name === 'q' || type === 'array') && {array: true})});
    else
      cli.option(name, {
        ...words,
        ...(requiresArg !== undefined && {requiresArg}),
        ...(fallback !== undefined && {defaultDescription: String(fallback)}),
      });
  }
  cli.option('as-of', AS_OF);
  // In addition to those of every command.
  const formats = formatsOf(operation).filter((one) => !(FORMATS as readonly string[]).includes(one));
  if (formats.length > 0)
    cli.option('format', {
      choices: formats,
      requiresArg: true,
      describe: operation.isStream === true ? 'Default: ndjson' : 'Default: table on a terminal, json in a pipe',
    });
  if (operation.isExplainable !== false) {
    cli.option('explain', {
      type: 'boolean',
      describe: 'Show each SQL statement behind the answer, its time and its plan',
    });
    cli.option('sql', {type: 'boolean', describe: 'Print the SQL alone, ready for the duckdb shell'});
  }
  if (operation.isKept === true) cli.option('state', STATE);
  if (operation.predicates !== undefined) {
    cli.positional('where', {
      array: true,
      type: 'string',
      describe:
        'Predicates, each quoted as one word: "field operator value"; separate the values of in and between by commas',
    });
  }
  if (operation.fromColumn !== undefined) {
    cli.option('column', {
      type: 'string',
      requiresArg: true,
      describe: 'Read a CSV file instead of names, resolve this column, and write the file with the matches added',
    });
    cli.example(
      'biograph resolve names.csv --column company --kind company',
      'Adds id, name and confidence to the file',
    );
  }
  cli.example(example(operation, operation.predicates), helpText(operation.summary));
}

async function run(operation: Operation, args: Args, positional: readonly string[]): Promise<void> {
  const types = paramTypes(operation);
  const params: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(types)) {
    if (Array.isArray(args[name]) && (args[name] as unknown[]).length === 0) continue;
    // Words of a search need no quotes.
    const value = name === 'q' && Array.isArray(args.q) ? args.q.join(' ') || undefined : args[name];
    if (value === undefined || (name === 'format' && !formatsOf(operation).includes(value as never))) continue;
    params[name] = fromTexts([value].flat().map(String), type);
    if (params[name] === undefined) throw new UsageError(`--${name} was given more than once.`);
  }
  if (operation.predicates !== undefined)
    params[operation.predicates] = ((args.where as string[] | undefined) ?? []).map(parsePredicate);
  for (const name of positional) if (params[name] === undefined) delete params[name];
  if (typeof args.column === 'string')
    return (await import('../resolve-file.ts')).resolveFile(operation, params, args.column, args);
  if (operation.fromColumn !== undefined) await hintAtColumn(operation, params[operation.fromColumn]);
  // Parameters are checked before anything is opened.
  parseParams(operation.params, params);
  if (operation.isKept === true && dataPath(args) === undefined)
    throw new UsageError(
      'A message goes to the operator of a graph: name the graph with --data PATH or BIOGRAPH_DATA.',
    );
  await using graph = await openForReading(args);
  if (args.sql === true || args.explain === true)
    return printExplanation(await graph.explained(operation, params, {signal: interruption()}), args);
  const {value, meta} = await graph.answer(operation, params, {signal: interruption()});
  if (meta.redirected_from !== undefined)
    process.stderr.write(`${meta.redirected_from} was merged into this entity.\n`);
  if (meta.ignored !== undefined)
    process.stderr.write(`Ignored in a text search without filters: --${meta.ignored.join(', --')}.\n`);
  if (value instanceof RowStream) return printStream(operation, value, params, meta, args);
  const result = toJsonValue(value) as Record<string, unknown>;
  const rows = operation.rows === null ? [result] : (result[operation.rows] as unknown[]);
  const format = formatOf(args);
  if (isFile(format, operation)) {
    const {writeAnswer} = await import('../../formats/index.ts');
    return write(await writeAnswer(operation, result, format as never, meta));
  }
  const pages = format === 'table' ? (await import('../pages/index.ts')).pages : {};
  await print(
    {
      result,
      rows,
      schema: format === 'csv' ? selected(rowSchema(operation), params.fields, rows as object[]) : rowSchema(operation),
      columns: operation.columns,
      isList: operation.rows !== null,
      footer: footer(result, meta, operation.remark?.(result, params)),
      page: pages[operation.name],
    },
    format,
    isColored(args),
  );
  if (format === 'csv' || format === 'ndjson') process.stderr.write(leftOut(operation, result, format));
  if (rows.length === 0 && format === 'table') process.stderr.write(await elsewhere(graph, operation, params));
}

/** The columns of the fields asked for, and a score where there is one, so that a file has no empty columns. */
function selected(row: z.ZodObject, fields: unknown, rows: readonly object[]): z.ZodObject {
  if (typeof fields !== 'string') return row;
  const asked = new Set(['id', ...fields.split(',').map((field) => field.trim())]);
  const isGiven = (name: string) => !ENTITY_FIELDS.includes(name) && rows.some((one) => name in one);
  const shape = Object.entries(row.shape).filter(([name]) => asked.has(name) || isGiven(name));
  return z.object(Object.fromEntries(shape));
}

/** The lists of an answer that a file of its rows alone does not have. */
function leftOut({rows}: Operation, result: Record<string, unknown>, format: Format): string {
  if (rows === null) return '';
  const others = Object.entries(result).flatMap(([name, list]) =>
    name !== rows && Array.isArray(list) && typeof list[0] === 'object' ? [`${name} (${list.length})`] : [],
  );
  return others.length === 0
    ? ''
    : `A file of type ${format} has ${rows} only. Left out: ${others.join(', ')}; --format json has them.\n`;
}

/** If no entity of the kind matches but others do, entities linked to those may have been meant. */
async function elsewhere(
  graph: Reading,
  operation: Operation,
  {kind, after: _, offset: __, ...params}: Record<string, unknown>,
): Promise<string> {
  if (operation.looksElsewhere !== true || kind === undefined || params.q === undefined) return '';
  const {value} = await graph.answer(operation, {...params, limit: 3}, {signal: interruption()});
  const result = toJsonValue(value as Answer) as Record<string, {kind: string; name: string; slug: string}[]>;
  const others = result[operation.rows ?? ''] ?? [];
  if (others.length === 0) return '';
  const lines = others.map((one) => `  ${one.kind} ${one.name}: biograph edges ${one.kind}/${one.slug}`);
  return `No ${kind} matches, but these entities do; to list their neighbours:\n${lines.join('\n')}\n`;
}

async function printExplanation({script, queries, ms, file}: Explanation, args: Args): Promise<void> {
  if (args.sql === true) return write(script);
  if (formatOf(args) !== 'table') return write(`${JSON.stringify({file, ms, queries})}\n`);
  if (queries.length === 0) await write('-- Answered from look-up files, without SQL.\n');
  for (const [index, query] of queries.entries())
    await write(
      `-- ${index + 1} of ${queries.length}: ${query.ms.toFixed(1)} ms, ${query.rows.toLocaleString('en')} rows\n${query.sql.trim()};\n${query.plan}\n`,
    );
  await write(`-- ${ms.toFixed(1)} ms in total, with an empty cache, on ${file}\n`);
}

/** Whether only some operations have the format. */
function isFile(format: Format, operation: Operation): boolean {
  return !(FORMATS as readonly string[]).includes(format) && formatsOf(operation).includes(format as never);
}

/**
 * Prints rows as they arrive, and on stderr what a reader of the file needs to know: whether they are complete, and
 * their licences.
 */
async function printStream(
  operation: Operation,
  stream: RowStream,
  params: Record<string, unknown>,
  meta: Meta,
  args: Args,
): Promise<void> {
  const format = args.format ?? 'ndjson';
  const {writeStream} = await import('../../formats/index.ts');
  if (format === 'table') {
    const rows: unknown[] = [];
    for await (const chunk of stream.chunks) rows.push(...chunk.map((row) => JSON.parse(row) as unknown));
    const columns = operation.columns;
    const result = rows as unknown as Record<string, unknown>;
    await print({result, rows, schema: rowSchema(operation), isList: true, columns}, format, isColored(args));
  } else {
    const said = {request: params, meta, signal: interruption()};
    for await (const text of writeStream(operation, stream, format, said)) await write(text);
  }
  for (const name of idleIn(params, format)) process.stderr.write(`Ignored in a file of type ${format}: --${name}.\n`);
  process.stderr.write(aboutStream(meta, Number(params.max ?? MOST_ROWS)));
}

/** What an export has at most, and by default. */
const MOST_ROWS = 50_000;

/** Who names a CSV file wants what it lists. */
async function hintAtColumn({command}: Operation, given: unknown): Promise<void> {
  const [file, ...others] = Array.isArray(given) ? given.map(String) : [];
  if (file === undefined || others.length > 0 || !/\.(?:csv|tsv)$/i.test(file)) return;
  const {existsSync} = await import('node:fs');
  if (existsSync(file))
    throw new UsageError(
      `${file} is a file: name its column of names, as in biograph ${command} ${file} --column name.`,
    );
}

function aboutStream(
  {total = 0, truncated, licences = [], missing = [], did_you_mean: near = {}}: Meta,
  max: number,
): string {
  const count = (n: number) => n.toLocaleString('en');
  return [
    truncated === true
      ? `Truncated: ${count(max)} of ${count(total)} rows; ${max < MOST_ROWS ? 'raise --max, up to 50,000' : 'use filters to narrow the export'}.`
      : `${count(total)} rows, complete.`,
    ...(missing.length === 0 ? [] : [`Not found: ${missing.join(', ')}.`]),
    ...meantInstead(near),
    ...(licences.length === 0
      ? []
      : [`Licences of the sources: ${licences.join(', ')}. biograph schema names the sources.`]),
    '',
  ].join('\n');
}

function footer(result: Record<string, unknown>, {gate}: Meta, remark: string | undefined): string | undefined {
  const parts: string[] = [];
  if (typeof result.total === 'number' && typeof result.count === 'number')
    parts.push(`${result.count.toLocaleString('en')} of ${result.total.toLocaleString('en')}`);
  if (typeof result.next_cursor === 'string') parts.push(`next page: --after ${result.next_cursor}`);
  if (gate !== undefined)
    parts.push(
      `trusted from ${gate.min_confidence}${gate.dropped === undefined ? '' : `, ${gate.dropped.toLocaleString('en')} below it left out`}`,
    );
  const unknown = (result.unknown_words ?? []) as string[];
  const lines = [
    ...meantInstead((result.did_you_mean ?? {}) as Record<string, string[]>),
    ...(unknown.length === 0 ? [] : [`Nothing has: ${unknown.join(', ')}.`]),
    ...(result.all_words === false ? ['No result has all of these words.'] : []),
    ...preferredBy((result.understood ?? {}) as Understood),
    ...(remark === undefined ? [] : [remark]),
    ...(parts.length === 0 ? [] : [parts.join(' · ')]),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}
