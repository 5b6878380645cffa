import {createServer, type IncomingHttpHeaders, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';

export interface Received {
  headers: IncomingHttpHeaders;
  path: string;
  body: string;
  message: {type: string; timestamp: string; data: {cursor: string; changes: Record<string, unknown>[]}};
}

/** A receiver of webhooks on the loopback, which answers as it is told. */
export async function receiver(answer: (received: Received, response: ServerResponse) => void = ok) {
  const all: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const received = {
        headers: request.headers,
        path: request.url ?? '',
        body,
        message: JSON.parse(body || 'null') as Received['message'],
      };
      all.push(received);
      answer(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    all,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function ok(_: Received, response: ServerResponse): void {
  response.end();
}
