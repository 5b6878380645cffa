import {setTimeout as sleep} from 'node:timers/promises';
import {z} from 'zod';
import {GraphError} from '../errors.ts';

export interface UpstreamOptions {
  /** The service's root address, or its `/v1`. */
  from: string;
  key?: string | undefined;
  /** Header that carries the key; default `Authorization: Bearer`. */
  keyHeader?: string | undefined;
  /** Milliseconds one request may take; default 30,000. */
  timeout?: number | undefined;
  /** Maximum number of attempts for a request; default 8. */
  attempts?: number | undefined;
  /** Milliseconds of the first pause between two attempts, doubled each time up to a minute; default 500. */
  pause?: number | undefined;
  /** Called before each request; throws if no more may be sent. */
  spend?: (() => Promise<void> | void) | undefined;
  /** Called with the reason why a request waits. */
  onWait?: ((reason: string, ms: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The answer for an entity's address. */
export type Found =
  | {status: 'found'; body: Record<string, unknown>}
  | {status: 'moved'; to: string}
  | {status: 'missing'; answered: number};

const LONGEST_PAUSE = 60_000;

/** More than any page needs; pages have up to 8 MiB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Statuses that may be temporary: the service, or a proxy before it, is busy or restarting. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Reasons for which no request was sent, and none will be: the address itself, or the certificate, is refused. */
const LASTING =
  /^(?:bad port|unknown scheme|ERR_INVALID_URL|ERR_SSL_WRONG_VERSION_NUMBER|\w*CERT\w*|\w+_LEAF_SIGNATURE)$/;

/**
 * A service that implements the specification. Every request is retried with growing pauses while the failure may be
 * temporary, waits as the service's rate-limit headers require, and never leaves the service's own address.
 */
export class Upstream {
  readonly url: string;
  readonly #options: UpstreamOptions;
  /** No request is sent before this time, by the local clock. */
  #openAt = 0;

  /** @throws GraphError `validation_error` if the address is not plain http or https. */
  constructor(options: UpstreamOptions) {
    this.url = rootOf(options.from);
    this.#options = options;
  }

  /** One JSON document, or the status if it is one of those the caller expects. */
  async get(path: string, params: Record<string, string | number | undefined> = {}): Promise<Record<string, unknown>> {
    const found = await this.#request(path, params);
    if (found.status === 'found') return found.body;
    const answered = found.status === 'moved' ? 301 : found.answered;
    throw new Refusal(answered, `${this.url}${path} answered ${answered}. Is it a service with the /v1 interface?`);
  }

  /** An entity, its new address, or the information that it is gone. */
  entity(id: string): Promise<Found> {
    return this.#request(`/v1/entities/${encodeURIComponent(id)}`, {});
  }

  async edges(id: string): Promise<Found> {
    return this.#request(`/v1/entities/${encodeURIComponent(id)}/edges`, {});
  }

  async #request(path: string, params: Record<string, string | number | undefined>): Promise<Found> {
    const url = new URL(this.url + path);
    for (const [name, value] of Object.entries(params))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const {attempts = 8, pause = 500, signal} = this.#options;
    for (let attempt = 1; ; attempt++) {
      await this.#turn();
      await this.#options.spend?.();
      const outcome = await this.#once(url);
      if ('found' in outcome) return outcome.found;
      if (outcome.fatal || attempt >= attempts) {
        throw new Refusal(
          outcome.status,
          `${url.origin}${url.pathname}: ${outcome.fault}${outcome.fatal ? '' : `, ${attempt} times`}. ${outcome.remedy ?? 'Fetched rows are kept: run the same command again to continue.'}`,
        );
      }
      const ms = outcome.after ?? Math.min(LONGEST_PAUSE, pause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
      this.#options.onWait?.(outcome.fault, ms);
      // A request to wait applies to all requests.
      if (outcome.after !== undefined) this.#openAt = Math.max(this.#openAt, Date.now() + ms);
      await sleep(ms, undefined, {signal});
    }
  }

  /** Waits until the service accepts the next request. */
  async #turn(): Promise<void> {
    for (;;) {
      const ms = this.#openAt - Date.now();
      if (ms <= 0) return;
      await sleep(Math.min(ms, LONGEST_PAUSE), undefined, {signal: this.#options.signal});
    }
  }

  async #once(url: URL): Promise<{found: Found} | Fault> {
    const {key, keyHeader, timeout = 30_000, signal} = this.#options;
    const headers: Record<string, string> = {accept: 'application/json'};
    if (key !== undefined) headers[keyHeader ?? 'authorization'] = keyHeader === undefined ? `Bearer ${key}` : key;
    const limit = AbortSignal.timeout(timeout);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        headers,
        redirect: 'manual',
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      text = await bodyOf(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (limit.aborted) return {fault: `no answer within ${timeout} ms`};
      const code = codeOf(error);
      const fault = FAULTS[code] ?? (/^[A-Z]\w+$/.test(code) ? `the connection failed (${code})` : code);
      return LASTING.test(code)
        ? {
            ...{fault, fatal: true},
            remedy: `Check the address in --from${url.protocol === 'https:' ? ', and the certificate that it shows' : ''}.`,
          }
        : {fault};
    }
    this.#obey(response);
    const {status} = response;
    if (status === 404 || status === 410) return {found: {status: 'missing', answered: status}};
    if (status === 301 || status === 302 || status === 307 || status === 308) {
      const to = /\/v1\/entities\/([0-9a-f-]{36})(?:[/?#]|$)/i.exec(response.headers.get('location') ?? '')?.[1];
      if (to !== undefined) return {found: {status: 'moved', to: to.toLowerCase()}};
      return {
        fault: `it redirects to ${response.headers.get('location') ?? 'nowhere'}`,
        fatal: true,
        remedy: 'Give that address with --from.',
      };
    }
    if (status === 401 || status === 403)
      return {fault: `it refuses the key (${status})`, fatal: true, remedy: 'Give a valid one with --key.'};
    if (PASSING.has(status)) return {fault: `it answers ${status}`, ...afterOf(response)};
    if (status !== 200)
      return {fault: `it answers ${status} ${messageOf(text)}`, fatal: true, status, remedy: hint(status)};
    const body = parse(text);
    if (body === undefined && /^text\/html\b/i.test(response.headers.get('content-type') ?? ''))
      return {
        fault: 'it answers with a web page',
        fatal: true,
        remedy: 'Give the address of a service with the /v1 interface with --from.',
      };
    return body === undefined ? {fault: 'its answer is not a complete JSON object'} : {found: {status: 'found', body}};
  }

  /**
   * Reads the rate-limit window from the headers. Its end is by the service's clock, which may differ from the local
   * one.
   */
  #obey(response: Response): void {
    const remaining = numberOf(response.headers.get('x-ratelimit-remaining'));
    const reset = numberOf(response.headers.get('x-ratelimit-reset'));
    if (remaining === undefined || remaining > 0 || reset === undefined) return;
    const theirs = Date.parse(response.headers.get('date') ?? '');
    const now = Number.isNaN(theirs) ? Date.now() : theirs;
    const ms = Math.min(Math.max(0, reset * 1000 - now) + 50, 3_600_000);
    this.#openAt = Math.max(this.#openAt, Date.now() + ms);
    if (ms > 1000) this.#options.onWait?.('its rate limit is used up', ms);
  }
}

/** A request that failed permanently. */
export class Refusal extends GraphError {
  /** The service's status, if a retry cannot help. */
  readonly answered: number | undefined;

  constructor(answered: number | undefined, message: string) {
    super(answered === 404 ? 'not_found' : 'unavailable', message);
    this.answered = answered;
  }
}

interface Fault {
  fault: string;
  /** A retry cannot help. */
  fatal?: boolean;
  status?: number;
  remedy?: string | undefined;
  /** Milliseconds the service asks to wait. */
  after?: number;
}

/**
 * The root address of a service.
 * @throws GraphError `validation_error` if it is not that of a service.
 */
export function rootOf(from: string): string {
  const parsed = z.url({protocol: /^https?$/}).safeParse(from);
  const refuse = (why: string) =>
    new GraphError('validation_error', `--from ${JSON.stringify(from)}: ${why}`, {
      details: [{path: 'from', message: why}],
    });
  if (!parsed.success) throw refuse('Give the http or https address of a service.');
  const url = new URL(from);
  if (url.username !== '' || url.password !== '')
    throw refuse('Remove the credentials from the address; give a key with --key.');
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/v1$/, '');
}

async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += (part as Uint8Array).byteLength;
    if (bytes > MOST_BYTES) throw new Error(`its answer is longer than ${MOST_BYTES} bytes`);
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString('utf8');
}

function afterOf(response: Response): {after?: number} {
  const header = response.headers.get('retry-after');
  if (header === null) return {};
  const seconds = numberOf(header);
  const ms = seconds === undefined ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? {after: Math.min(Math.max(ms, 50), 3_600_000)} : {};
}

function numberOf(text: string | null): number | undefined {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function messageOf(text: string): string {
  const {error} = (parse(text) ?? {}) as {error?: {message?: unknown}};
  return typeof error?.message === 'string' ? `(${error.message.slice(0, 200)})` : '';
}

function hint(status: number): string | undefined {
  return status === 400 ? 'The cursor may be too old to follow: start again with --restart.' : undefined;
}

/** What the codes of sockets and of the HTTP client mean. */
const FAULTS: Partial<Record<string, string>> = {
  UND_ERR_SOCKET: 'the server closed the connection',
  ECONNRESET: 'the server closed the connection',
  EPIPE: 'the server closed the connection',
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENETDOWN: 'the network cannot be reached',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'the server does not answer',
  UND_ERR_BODY_TIMEOUT: 'the server stopped in the middle of its answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer has another length than it says',
};

/** The code of a failure; its message if it has none, and what an HTTP parser says. */
function codeOf(error: unknown): string {
  const {cause, message} = error as {cause?: {code?: string; message?: string}; message?: string};
  if (cause?.code?.startsWith('HPE_') === true) return `its answer is not HTTP (${cause.code})`;
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
