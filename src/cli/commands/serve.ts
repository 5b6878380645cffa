import {openGraph} from '../../graph.ts';
import {createServer} from '../../http/server.ts';
import {type Args, dataPath, defineCommand, pinOf, UsageError} from '../options.ts';
import {progressPrinter} from '../progress.ts';

export const serveCommand = defineCommand({
  command: 'serve',
  describe: 'Serve /v1 over HTTP, and agent tools at /mcp',
  builder: (cli) =>
    cli
      .option('host', {type: 'string', default: '127.0.0.1', requiresArg: true, describe: 'Address to listen on'})
      .option('port', {type: 'string', default: '8080', requiresArg: true, describe: 'Port; 0 picks a free one'})
      .option('sample', {type: 'boolean', default: false, describe: 'Serve the bundled sample'})
      .option('state', {
        type: 'string',
        requiresArg: true,
        describe: 'Folder of what the server must remember; default: BIOGRAPH_STATE, else your data folder',
      })
      .option('allow-host', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'A name by which the agent tools at /mcp may be reached, beside localhost',
      })
      .option('log', {type: 'boolean', default: false, describe: 'A structured line on stderr for each request'})
      .example('biograph serve --data my-store --port 8080', 'Serve a store'),
  handler: serve,
});

async function serve(args: Args): Promise<void> {
  const path = args.sample === true ? undefined : dataPath(args);
  if (path === undefined && args.sample !== true) {
    throw new UsageError('serve needs data: --data PATH or BIOGRAPH_DATA, or --sample for the bundled sample.');
  }
  const port = portOf(String(args.port));
  const {onProgress, stop} = progressPrinter();
  const graph = await openGraph(path, {
    ...pinOf(args),
    onProgress,
    ...(args.state !== undefined && {state: String(args.state)}),
  }).finally(stop);
  const server = createServer(graph, {
    log: args.log === true,
    allowedHosts: (args['allow-host'] as string[] | undefined) ?? [],
  });
  try {
    const address = await server.listen({host: String(args.host), port});
    process.stdout.write(`${address}\n`);
    hint(address);
    await untilStopped();
  } finally {
    await server.close();
    await graph.close();
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError(`--port ${text} is not a port: 0 to 65535.`);
  return port;
}

function hint(address: string): void {
  process.stderr.write(
    `Try:\n  ${address}/docs\n  curl '${address}/v1/autocomplete?q=pfi'\n  curl '${address}/v1/entities?q=PD-1%20antibody&kind=trial'\nStop with Ctrl-C.\n`,
  );
}

/** Resolves at SIGTERM or SIGINT; the caller then drains and ends. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
}
