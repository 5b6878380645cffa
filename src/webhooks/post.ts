import {type IncomingMessage, request as requestHttp} from 'node:http';
import {request as requestHttps} from 'node:https';
import type {LookupFunction} from 'node:net';
import {checkedAddresses, checkUrl, hostOf, type Range} from './address.ts';

/** A receiver's answer, or the reason why there is none. */
export interface Outcome {
  status: number | null;
  error: string | null;
}

export interface PostOptions {
  opened: readonly Range[];
  /** Milliseconds for everything: name resolution, connection, request and answer. */
  timeout: number;
  signal: AbortSignal;
}

/**
 * Posts a body once. The connection goes to an address that has just been checked, and redirects are not followed.
 * @throws only if `signal` is aborted
 */
export async function post(
  to: string,
  body: string,
  headers: Record<string, string>,
  {opened, timeout, signal}: PostOptions,
): Promise<Outcome> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  try {
    return {status: await withLimit(send(to, body, headers, opened, limit), limit), error: null};
  } catch (error) {
    signal.throwIfAborted();
    return {status: null, error: limit.aborted ? `No answer within ${timeout / 1000} s.` : reason(error)};
  }
}

/** Name resolution cannot be cancelled, only abandoned. */
function withLimit<T>(work: Promise<T>, limit: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason as Error), {once: true});
    work.then(resolve, reject);
  });
}

async function send(
  to: string,
  body: string,
  headers: Record<string, string>,
  opened: readonly Range[],
  signal: AbortSignal,
): Promise<number> {
  const url = checkUrl(to);
  const addresses = await checkedAddresses(url, opened);
  signal.throwIfAborted();
  const checked: LookupFunction = (_host, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, addresses);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      {
        host: hostOf(url),
        port: url.port,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {...headers, host: url.host, 'content-length': Buffer.byteLength(body)},
        agent: false,
        lookup: checked,
        signal,
      },
      (response: IncomingMessage) => {
        // The body is ignored; the time limit stops an endless one.
        response.resume();
        response.on('error', () => undefined);
        resolve(response.statusCode ?? 0);
      },
    );
    call.on('socket', (socket) => {
      socket.once('connect', () => {
        if (!addresses.some(({address}) => same(address, socket.remoteAddress ?? '')))
          call.destroy(new Error('The connection went to another address.'));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Whether two texts are the same address; `::ffff:127.0.0.1` on a dual-stack socket is 127.0.0.1. */
function same(one: string, other: string): boolean {
  return one === other || `::ffff:${one}` === other;
}

/** The reason, without internal addresses. */
function reason(error: unknown): string {
  const {code, message} = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ECONNRESET') return 'The connection was reset.';
  if (code?.startsWith('ERR_TLS') || code?.includes('CERT') || code?.includes('SIGNATURE'))
    return `The certificate is not trusted (${code}).`;
  return code === undefined || code === 'validation_error' ? message : `The connection failed (${code}).`;
}
