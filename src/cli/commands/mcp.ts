import {serveStdio} from '@modelcontextprotocol/server/stdio';
import {openGraph} from '../../graph.ts';
import {createMcpServer} from '../../mcp/server.ts';
import {stdioTransport} from '../../mcp/stdio.ts';
import {type Args, defineCommand, interruption, openForReading} from '../options.ts';

export const mcpCommand = defineCommand({
  command: 'mcp',
  describe: 'Agent tools (Model Context Protocol) over stdin and stdout',
  builder: (cli) => cli.example('biograph mcp --data my-store', 'How a client starts it'),
  handler: mcp,
});

async function mcp(args: Args): Promise<void> {
  await using graph = await openForReading(args, openGraph);
  const onError = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
  const handle = serveStdio(() => createMcpServer(graph, {onError}), {
    transport: stdioTransport(process.stdin, process.stdout),
    onerror: onError,
  });
  const stopped = interruption();
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    if (stopped.aborted) resolve();
    else stopped.addEventListener('abort', () => resolve(), {once: true});
  });
  await handle.close();
  // A client that keeps its end open would keep this process.
  process.stdin.destroy();
}
