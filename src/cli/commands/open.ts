import {spawn} from 'node:child_process';
import {openGraph} from '../../graph.ts';
import {createServer} from '../../http/server.ts';
import {type Args, AS_OF, defineCommand, openForReading} from '../options.ts';
import {untilStopped} from '../stopped.ts';

export const openCommand = defineCommand({
  command: 'open [words]',
  describe: 'Open a graph in the browser, served on a free port for this machine only',
  builder: (cli) =>
    cli
      .option('as-of', AS_OF)
      .positional('words', {type: 'string', describe: 'Entity as kind/slug, or search words'})
      .option('browser', {
        type: 'boolean',
        default: true,
        describe: 'Open the browser; --no-browser only prints the address',
      })
      .example('biograph open', 'The bundled sample')
      .example('biograph open company/pfizer --data my-store', 'One entity of a store'),
  handler: open,
});

async function open(args: Args): Promise<void> {
  const graph = await openForReading(args, openGraph);
  const server = createServer(graph);
  try {
    const address = await server.listen({host: '127.0.0.1', port: 0});
    const page = `${address}${pageOf(args.words as string | undefined)}`;
    process.stdout.write(`${page}\n`);
    process.stderr.write('Stop with Ctrl-C.\n');
    if (args.browser === true) openInBrowser(page);
    await untilStopped();
    server.server.closeAllConnections();
  } finally {
    await server.close();
    await graph.close();
  }
}

/** The explorer's page for the given words. */
export function pageOf(words = ''): string {
  if (words.trim() === '') return '/';
  const [, kind, slug] = /^([a-z_]+)\/([^/\s]+)$/.exec(words.trim()) ?? [];
  if (kind !== undefined && slug !== undefined) return `/explore/entity/${kind}/${encodeURIComponent(slug)}`;
  return `/explore/list?${new URLSearchParams({q: words.trim()})}`;
}

/** Uses each system's own command. If there is none, the address on stdout has to do. */
function openInBrowser(page: string): void {
  const [command, words] = OPENERS[process.platform] ?? ['xdg-open', []];
  const child = spawn(command, [...words, page], {stdio: 'ignore', detached: true});
  child.once('error', () => process.stderr.write(`No browser could be opened here: open ${page} yourself.\n`));
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, readonly string[]]>> = {
  darwin: ['open', []],
  // No shell interprets the address.
  win32: ['rundll32', ['url.dll,FileProtocolHandler']],
};
