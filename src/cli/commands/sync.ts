import {GraphError} from '../../errors.ts';
import {givenCursorKey} from '../../store/cursor-key.ts';
import {type SyncReport, syncStore, watchStore} from '../../sync/sync.ts';
import {type Args, defineCommand, interruption, UsageError} from '../options.ts';
import {progressPrinter} from '../progress.ts';
import {duration, show, storePath, wholeNumber, workOf, workOptions} from './parts.ts';

/** Follows the change feed of a service into a store. */
export const syncCommand = defineCommand({
  command: 'sync',
  describe: 'Follow the change feed of a service into a store (--data STORE), as one new generation',
  builder: (cli) =>
    workOptions(cli)
      .option('from', {type: 'string', demandOption: true, requiresArg: true, describe: 'Address of the service'})
      .option('key', {type: 'string', requiresArg: true, describe: 'API key; default: BIOGRAPH_KEY'})
      .option('key-header', {
        type: 'string',
        requiresArg: true,
        describe: 'Header to send the key in; default: Authorization: Bearer',
      })
      .option('watch', {
        type: 'string',
        requiresArg: true,
        describe: 'Keep following, checking the feed at this interval: 60s, 5m',
      })
      .option('generation-every', {
        type: 'string',
        default: '10m',
        requiresArg: true,
        describe: 'With --watch: at most one new generation in this time',
      })
      .option('restart', {
        type: 'boolean',
        default: false,
        describe: 'Fetch everything again and remove what the service no longer has',
      })
      .option('budget', {
        type: 'string',
        requiresArg: true,
        describe: 'Requests this store may send in a calendar month',
      })
      .option('concurrency', {type: 'string', default: '8', requiresArg: true, describe: 'Requests in flight'})
      .example('biograph sync --from https://graph.example.org --data my-store', 'Once')
      .example('biograph sync --from http://127.0.0.1:8080 --data my-store --watch 60s', 'Follow until stopped'),
  handler: run,
});

async function run(args: Args): Promise<void> {
  const {onProgress, stop} = progressPrinter();
  const input = {
    store: storePath(args),
    from: String(args.from),
    key: args.key === undefined ? process.env.BIOGRAPH_KEY : String(args.key),
    ...(args['key-header'] !== undefined && {keyHeader: String(args['key-header'])}),
    ...(args.budget !== undefined && {budget: wholeNumber('budget', args.budget)}),
    concurrency: Math.max(1, wholeNumber('concurrency', args.concurrency)),
    restart: args.restart === true,
    ...workOf(args),
    cursorKey: givenCursorKey(args['cursor-key']),
    onProgress,
    onWait: (reason: string, ms: number) => {
      if (ms >= 1000) process.stderr.write(`Waiting ${Math.ceil(ms / 1000)} s: ${reason}.\n`);
    },
    signal: interruption(),
  };
  const every = args.watch === undefined ? undefined : duration('watch', args.watch);
  if (every !== undefined && every < 1000)
    throw new UsageError('--watch takes at least 1s, so as not to flood the service.');
  if (every === undefined) return tell(await syncStore(input).finally(stop), args);
  await watchStore({
    ...input,
    every,
    generationEvery: duration('generation-every', args['generation-every']),
    onReport: (report: SyncReport) => {
      stop();
      if (report.rows > 0 || report.applied) void tell(report, args);
    },
    onFault: (error) => {
      stop();
      process.stderr.write(`biograph: ${error instanceof GraphError ? error.message : String(error)}\n`);
    },
  });
}

function tell(report: SyncReport, args: Args): Promise<void> {
  if (report.skipped > 0) process.stderr.write(`biograph: ${leftOut(report)}\n`);
  const {skipped_edges: edges} = report;
  if (edges > 0)
    process.stderr.write(
      `biograph: Left out ${edges} ${edges === 1 ? 'edge' : 'edges'} of the feed, without a relation or an id that can be read.\n`,
    );
  return show({...report}, args);
}

/** The rows left out, with the first of them; the service's own texts must not reach the terminal as commands. */
function leftOut({skipped, skipped_first}: SyncReport): string {
  const named = skipped_first.map(({id, why}) => `${(id ?? 'a row without id').slice(0, 60)} (${why})`);
  const more = skipped - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`.replace(/\p{C}+/gu, ' ');
  return `Left out ${skipped} ${skipped === 1 ? 'row' : 'rows'} of the feed: ${list}.`;
}
