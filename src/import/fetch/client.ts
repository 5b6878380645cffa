import {setTimeout as sleep} from 'node:timers/promises';
import {GraphError} from '../../errors.ts';
import {isLoopback, mannersOf} from './hosts.ts';

export interface ClientOptions {
  /** An e-mail address or a page, sent in the User-Agent: some sites require one. */
  contact?: string | undefined;
  /** Maximum number of attempts for a request; default 5. */
  attempts?: number | undefined;
  /** Milliseconds of the first pause between two attempts, doubled each time up to a minute; default 1,000. */
  pause?: number | undefined;
  signal?: AbortSignal | undefined;
}

const LONGEST_PAUSE = 60_000;

/** Milliseconds in which a server must start to answer. */
const PATIENCE = 60_000;

/** Statuses that may be temporary. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A failure that may be temporary: the work is retried from where it stopped. */
export class PassingFault extends Error {
  override name = 'PassingFault';
  readonly wait: number | undefined;

  constructor(message: string, wait?: number, options?: ErrorOptions) {
    super(message, options);
    this.wait = wait;
  }
}

/**
 * Requests sites politely: identifies itself, keeps each site's minimum interval, and retries temporary failures with
 * growing pauses.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #openAt = new Map<string, number>();

  /** @throws GraphError `validation_error` for a contact that is not valid in a header. */
  constructor(options: ClientOptions) {
    if (options.contact !== undefined && !/^[\x21-\x7e][\x20-\x7e]{2,198}$/.test(options.contact))
      throw new GraphError('validation_error', 'A contact is an e-mail address or a web page, in plain ASCII.');
    this.#options = options;
  }

  /**
   * One GET, whose body has not been read yet.
   * @throws GraphError for an address that is not https, a site that requires a missing contact, or a permanent error
   * status; PassingFault for a temporary one.
   */
  async get(address: string, headers: Record<string, string> = {}): Promise<Response> {
    const url = new URL(address);
    url.hash = '';
    this.#check(url);
    await this.#distance(url.hostname);
    const signal = this.#options.signal;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    let response: Response;
    try {
      response = await fetch(url, {
        headers: {'User-Agent': this.#agent(), 'Accept-Encoding': 'identity', ...headers},
        signal: signal === undefined ? patience.signal : AbortSignal.any([signal, patience.signal]),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new PassingFault(`${url.host} cannot be reached (${causeOf(error)})`, undefined, {cause: error});
    } finally {
      clearTimeout(timer);
    }
    this.#check(new URL(response.url));
    if (response.ok || response.status === 304 || response.status === 416) return response;
    await response.body?.cancel();
    const problem = `${address} answered ${response.status} ${response.statusText}`.trim();
    if (PASSING.has(response.status)) throw new PassingFault(problem, retryAfter(response));
    throw new GraphError(
      'unavailable',
      `${problem}. The address may have changed: biograph import --describe names the page of the source.`,
    );
  }

  /**
   * Repeats work, with pauses, while its failures may be temporary.
   * @throws GraphError after the last attempt.
   */
  async persist<T>(work: () => Promise<T>): Promise<T> {
    const {attempts = 5, pause = 1000, signal} = this.#options;
    for (let tried = 1; ; tried++) {
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof PassingFault)) throw error;
        if (tried >= attempts)
          throw new GraphError(
            'unavailable',
            `${error.message}; tried ${tried} times. Run the command again: it continues where it stopped.`,
            {cause: error},
          );
        await sleep(Math.min(error.wait ?? pause * 2 ** (tried - 1), LONGEST_PAUSE), undefined, {signal});
      }
    }
  }

  #agent(): string {
    const {contact} = this.#options;
    return `biograph${contact === undefined ? '' : ` (${contact})`}`;
  }

  #check({protocol, hostname}: URL): void {
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
      throw new GraphError('validation_error', `${protocol}//${hostname}: files are downloaded over https only.`);
    if (mannersOf(hostname).wantsContact && this.#options.contact === undefined)
      throw new GraphError(
        'validation_error',
        `${hostname} requires programs to identify themselves: give an e-mail address with --contact or BIOGRAPH_CONTACT.`,
      );
  }

  async #distance(host: string): Promise<void> {
    const now = Date.now();
    const at = Math.max(now, this.#openAt.get(host) ?? 0);
    this.#openAt.set(host, at + mannersOf(host).pause);
    if (at > now) await sleep(at - now, undefined, {signal: this.#options.signal});
  }
}

function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** The cause behind "fetch failed". */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);
}
