import {text as readText} from 'node:stream/consumers';
import {z} from 'zod';
import {
  type Args,
  AS_OF,
  defineCommand,
  formatOf,
  interruption,
  isColored,
  openForReading,
  UsageError,
} from '../options.ts';
import {print} from '../output.ts';

export const sqlCommand = defineCommand({
  command: 'sql [statement]',
  describe: 'Run one SELECT over the documented views, read-only',
  builder: (cli) =>
    cli
      .option('as-of', AS_OF)
      .positional('statement', {type: 'string', describe: 'The SELECT; - reads it from stdin'})
      .option('timeout', {type: 'string', default: '30', requiresArg: true, describe: 'Time limit in seconds'})
      .example('biograph sql "select kind, count(*) from live_entities group by all"', 'Count by kind'),
  handler: ask,
});

async function ask(args: Args): Promise<void> {
  // yargs passes a lone - as an empty argument.
  const isPiped = args.statement === undefined || args.statement === '-' || args.statement === '';
  const text = isPiped ? await readText(process.stdin) : String(args.statement);
  if (text.trim() === '') throw new UsageError('Give a SELECT, or - and the SELECT on stdin.');
  const seconds = Number(args.timeout);
  if (!(seconds > 0 && seconds <= 86_400)) throw new UsageError('--timeout takes a number of seconds above 0.');
  await using graph = await openForReading(args);
  const {columns, rows, truncated} = await graph.sql(text, {timeout: seconds * 1000, signal: interruption()});
  const schema = z.object(Object.fromEntries(columns.map(({name, type}) => [name, zodOf(type)])));
  if (truncated) process.stderr.write(`Only the first ${rows.length.toLocaleString('en')} rows are shown.\n`);
  await print(
    {
      result: rows as unknown as Record<string, unknown>,
      rows,
      schema,
      columns: columns.map(({name}) => name),
      isList: true,
    },
    formatOf(args),
    isColored(args),
  );
}

function zodOf(type: string): z.ZodType {
  if (/^(?:TINYINT|SMALLINT|INTEGER|BIGINT|U?TINYINT|U(?:SMALLINT|INTEGER|BIGINT)|HUGEINT)$/.test(type))
    return z.int().nullable();
  if (/^(?:FLOAT|DOUBLE|DECIMAL.*)$/.test(type)) return z.number().nullable();
  if (type === 'BOOLEAN') return z.boolean().nullable();
  return type === 'VARCHAR[]' ? z.array(z.string()) : z.string().nullable();
}
