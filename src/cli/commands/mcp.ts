import {serveStdio} from '@modelcontextprotocol/server/stdio';
import {openGraph} from '../../graph.ts';
import {createMcpServer} from '../../mcp/server.ts';
import {StdioTransport} from '../../mcp/stdio.ts';
import {type Args, AS_OF, defineCommand, interruption, openForReading} from '../options.ts';

export const mcpCommand = defineCommand({
  command: 'mcp',
  describe: 'Agent tools (Model Context Protocol) over stdin and stdout',
  builder: (cli) => cli.option('as-of', AS_OF).example('biograph mcp --data my-store', 'How a client starts it'),
  handler: mcp,
});

async function mcp(args: Args): Promise<void> {
  await using graph = await openForReading(args, openGraph);
  const onError = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
  const transport = new StdioTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => createMcpServer(graph, {onError}), {transport, onerror: onError});
  const stopped = interruption();
  await new Promise<void>((resolve) => {
    void transport.ended.then(resolve);
    if (stopped.aborted) resolve();
    else stopped.addEventListener('abort', () => resolve(), {once: true});
  });
  await handle.close();
  // A client that keeps its end open would keep this process.
  process.stdin.destroy();
}
