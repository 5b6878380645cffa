import {givenCursorKey} from '../../store/cursor-key.ts';
import {type Args, defineCommand, interruption, UsageError} from '../options.ts';
import {progressPrinter} from '../progress.ts';
import {needStore, secondsSince, show, wholeNumber, workOf, workOptions} from './parts.ts';

/** Publishes graphs larger than one machine to ClickHouse, with the same answers (docs/scaling.md). */
export const publishCommand = defineCommand({
  command: 'publish',
  describe: 'Publish the current generation to ClickHouse, which then gives the same answers',
  builder: (cli) =>
    workOptions(cli)
      .option('to', {
        type: 'string',
        requiresArg: true,
        describe:
          'clickhouse://user@host:8123/name; for a cluster, all nodes separated by commas; ?secure=true for TLS. The password comes from BIOGRAPH_CLICKHOUSE_PASSWORD or a file, BIOGRAPH_CLICKHOUSE_PASSWORD_FILE',
      })
      .option('cluster', {
        type: 'string',
        requiresArg: true,
        describe: 'Cluster over whose shards to distribute the data; default: none, everything on one node',
      })
      .option('generation', {type: 'string', requiresArg: true, describe: 'Default: the current one'})
      .option('keep', {
        type: 'string',
        default: '3',
        requiresArg: true,
        describe: 'How many generations to keep there, including the new one',
      })
      .example(
        'biograph store publish --data my-store --to clickhouse://me@ch1:8123/biograph',
        'Then serve it: biograph serve --data clickhouse://me@ch1:8123/biograph',
      ),
  handler: publish,
});

async function publish(args: Args): Promise<void> {
  const store = needStore(args);
  if (args.to === undefined) throw new UsageError('Give the destination: --to clickhouse://user@host:8123/name.');
  const keep = wholeNumber('keep', args.keep);
  if (keep < 1) throw new UsageError('--keep must be 1 or more: it counts the new generation.');
  // Checked before anything is sent.
  givenCursorKey(args['cursor-key']);
  const {publishStore} = await import('../../clickhouse/publish.ts');
  const {onProgress, stop} = progressPrinter();
  const started = performance.now();
  const {is_new, ...published} = await publishStore({
    store,
    to: String(args.to),
    keep,
    ...(args.cluster !== undefined && {cluster: String(args.cluster)}),
    ...(args.generation !== undefined && {generation: wholeNumber('generation', args.generation)}),
    ...(args['cursor-key'] !== undefined && {cursorKey: args['cursor-key']}),
    ...workOf(args),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  if (!is_new) process.stderr.write('This generation is already published; nothing was sent.\n');
  await show({store, ...published, seconds: secondsSince(started)}, args);
}
