import type {Argv, CommandModule} from 'yargs';
import type {Meta} from '../../context.ts';
import {csvText} from '../../csv.ts';
import type {Explanation} from '../../explain.ts';
import {rowSchema} from '../../graph.ts';
import {type Answer, fromText, type Operation, paramTypes, RowStream, toJsonText} from '../../operation.ts';
import {operations} from '../../operations/index.ts';
import {type Args, defineCommand, formatOf, interruption, isColored, openForReading, UsageError} from '../options.ts';
import {print, write} from '../output.ts';
import {pages} from '../pages/index.ts';
import {parsePredicate} from '../predicate.ts';

type Json = Record<string, {description?: string; enum?: string[]; default?: unknown; type?: string}>;

/** One command for each operation, derived from its definition. */
export function operationCommands(): CommandModule<object, Args>[] {
  return (operations as unknown as Operation[]).filter(({command}) => command !== null).map(commandOf);
}

function commandOf(operation: Operation): CommandModule<object, Args> {
  const {properties = {}, required = []} = operation.params.toJSONSchema({io: 'input', unrepresentable: 'any'}) as {
    properties?: Json;
    required?: string[];
  };
  const positional = operation.name === 'search' ? [] : operation.positional;
  // Never `<name>`: what is missing is said by the operation, with the values it takes.
  const places = positional.map((name) => (name === 'q' ? '[q..]' : `[${name}]`));
  if (operation.name === 'search') places.push('[where..]');
  return defineCommand({
    command: [operation.command, ...places].join(' '),
    aliases: aliasesOf(operation),
    describe: operation.summary,
    builder: (cli) => declare(cli, operation, properties, positional, required),
    handler: (args) => run(operation, args, positional),
  });
}

/** Whoever knows an operation by its method in the library finds it here too, unless another command is called that. */
function aliasesOf({name, command}: Operation): string[] {
  return operations.some((other) => other.command === name) || name === command ? [] : [name];
}

function declare(
  cli: Argv,
  operation: Operation,
  properties: Json,
  positional: readonly string[],
  required: readonly string[],
): void {
  if (operation.description !== undefined) cli.epilogue(operation.description);
  for (const [name, {description = '', enum: choices, default: fallback}] of Object.entries(properties)) {
    if (name === 'predicates' || (operation.name === 'export' && name === 'format')) continue;
    const words = {
      describe: required.includes(name) ? `${description} Required.` : description,
      ...(choices !== undefined && {choices}),
      type: 'string' as const,
    };
    if (positional.includes(name)) cli.positional(name, {...words, ...(name === 'q' && {array: true})});
    else
      cli.option(name, {
        ...words,
        requiresArg: true,
        ...(fallback !== undefined && {defaultDescription: String(fallback)}),
      });
  }
  if (operation.method === 'GET' || operation.name === 'search') {
    cli.option('explain', {
      type: 'boolean',
      describe: 'Show each SQL statement behind the answer, its time and its plan',
    });
    cli.option('sql', {type: 'boolean', describe: 'Print the SQL alone, ready for the duckdb shell'});
  }
  if (operation.name === 'search') {
    cli.positional('where', {
      array: true,
      type: 'string',
      describe: 'Predicates, each as one word: "field operator value"; values of in and between apart by commas',
    });
  }
  cli.example(example(operation), operation.summary);
}

/** The operation's own example as a command line. */
export function example(operation: Operation): string {
  const words = ['biograph', operation.command ?? ''];
  const quoted = (value: unknown) => (/[^\w/.:-]/.test(String(value)) ? JSON.stringify(value) : String(value));
  for (const [name, value] of Object.entries(operation.example)) {
    if (name === 'predicates') {
      for (const predicate of value as {field: string; operator: string; value: unknown}[])
        words.push(`"${predicate.field} ${predicate.operator} ${String(predicate.value)}"`);
    } else words.push(...(operation.positional.includes(name) ? [quoted(value)] : [`--${name}`, quoted(value)]));
  }
  return words.join(' ');
}

async function run(operation: Operation, args: Args, positional: readonly string[]): Promise<void> {
  const types = paramTypes(operation);
  const params: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(types)) {
    // Words of a text need no quotes.
    const value = name === 'q' && Array.isArray(args.q) ? args.q.join(' ') || undefined : args[name];
    if (value === undefined || (operation.name === 'export' && name === 'format')) continue;
    if (Array.isArray(value)) throw new UsageError(`--${name} was given more than once.`);
    params[name] = fromText(String(value), type);
  }
  if (operation.name === 'search') params.predicates = ((args.where as string[] | undefined) ?? []).map(parsePredicate);
  for (const name of positional) if (params[name] === undefined) delete params[name];
  await using graph = await openForReading(args);
  if (args.sql === true || args.explain === true)
    return printExplanation(await graph.explain(operation.name as 'stats', params, {signal: interruption()}), args);
  const {value, meta} = await graph.answer(operation, params, {signal: interruption()});
  if (meta.redirected_from !== undefined)
    process.stderr.write(`${meta.redirected_from} was merged into this entity.\n`);
  if (value instanceof RowStream) return printStream(operation, value, args);
  const result = JSON.parse(toJsonText(value)) as Record<string, unknown>;
  const rows = operation.rows === null ? [result] : (result[operation.rows] as unknown[]);
  await print(
    {
      result,
      rows,
      schema: rowSchema(operation),
      columns: operation.columns,
      isList: operation.rows !== null,
      footer: footer(result, meta, operation.remark?.(result)),
      page: pages[operation.name],
    },
    formatOf(args),
    isColored(args),
  );
  if (rows.length === 0 && formatOf(args) === 'table') process.stderr.write(await elsewhere(graph, operation, params));
}

/** Where nothing of a kind matches but entities of others do, what stands beside those may be what was looked for. */
async function elsewhere(
  graph: Awaited<ReturnType<typeof openForReading>>,
  operation: Operation,
  {kind, after: _, offset: __, ...params}: Record<string, unknown>,
): Promise<string> {
  if (!['entities', 'autocomplete'].includes(operation.name) || kind === undefined || params.q === undefined) return '';
  const {value} = await graph.answer(operation, {...params, limit: 3}, {signal: interruption()});
  const result = JSON.parse(toJsonText(value as Answer)) as Record<
    string,
    {kind: string; name: string; slug: string}[]
  >;
  const others = result[operation.rows ?? ''] ?? [];
  if (others.length === 0) return '';
  const lines = others.map((one) => `  ${one.kind} ${one.name}: biograph edges ${one.kind}/${one.slug}`);
  return `No ${kind} matches, but others do; their neighbours:\n${lines.join('\n')}\n`;
}

async function printExplanation({script, queries, ms, file}: Explanation, args: Args): Promise<void> {
  if (args.sql === true) return write(script);
  if (formatOf(args) !== 'table') return write(`${JSON.stringify({file, ms, queries})}\n`);
  for (const [index, query] of queries.entries())
    await write(
      `-- ${index + 1} of ${queries.length}: ${query.ms.toFixed(1)} ms, ${query.rows.toLocaleString('en')} rows\n${query.sql.trim()};\n${query.plan}\n`,
    );
  await write(`-- ${ms.toFixed(1)} ms in all, from an empty cache, over ${file}\n`);
}

/** Streams what can be streamed; the other formats need all rows, of which there are 50,000 at most. */
async function printStream(operation: Operation, stream: RowStream, args: Args): Promise<void> {
  const format = args.format ?? 'ndjson';
  if (format === 'ndjson') {
    for await (const rows of stream.chunks) await write(`${rows.join('\n')}\n`);
    return;
  }
  if (format === 'csv') {
    await write(csvText([stream.columns]));
    for await (const rows of stream.chunks) {
      const parsed = rows.map((row) => JSON.parse(row) as Record<string, unknown>);
      await write(csvText(parsed.map((row) => stream.columns.map((column) => row[column]))));
    }
    return;
  }
  const rows: unknown[] = [];
  for await (const chunk of stream.chunks) rows.push(...chunk.map((row) => JSON.parse(row) as unknown));
  await print(
    {
      result: rows as unknown as Record<string, unknown>,
      rows,
      schema: rowSchema(operation),
      isList: true,
      columns: ['kind', 'name', 'target', 'modality', 'updated_at', 'slug'],
    },
    format,
    isColored(args),
  );
}

function footer(result: Record<string, unknown>, {gate}: Meta, remark: string | undefined): string | undefined {
  const parts = remark === undefined ? [] : [remark];
  if (typeof result.total === 'number' && typeof result.count === 'number')
    parts.push(`${result.count.toLocaleString('en')} of ${result.total.toLocaleString('en')}`);
  if (typeof result.next_cursor === 'string') parts.push(`next page: --after ${result.next_cursor}`);
  if (gate !== undefined)
    parts.push(
      `trusted from ${gate.min_confidence}${gate.dropped === undefined ? '' : `, ${gate.dropped.toLocaleString('en')} below it left out`}`,
    );
  return parts.length === 0 ? undefined : parts.join(' · ');
}
