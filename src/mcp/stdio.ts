import {type Readable, Transform, type Writable} from 'node:stream';
import {isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse} from '@modelcontextprotocol/server';
import {StdioServerTransport} from '@modelcontextprotocol/server/stdio';
import {refusalOf} from './refused.ts';

/** Maximum size of a message in bytes; the protocol's library closes the connection on a longer one. */
const LONGEST = 10 * 1024 * 1024;

const NEW_LINE = 10;

/** How long answers are waited for once the input has ended, in milliseconds: as long as a statement may run by default. */
const PATIENCE = 30_000;

type Message = Parameters<StdioServerTransport['send']>[0];
type Id = string | number;

/**
 * Agent tools over two streams, one message per line. Refuses the same names as the HTTP server. Where the input ends, what was asked by then
 * is answered still.
 */
export class StdioTransport extends StdioServerTransport {
  readonly #open: Requests;
  /** Resolved when the input has ended and every request has been answered, or nobody waits any longer. */
  readonly ended: Promise<void>;

  constructor(input: Readable, output: Writable) {
    const open = new Requests();
    const checked = input.pipe(checkedLines(output, open));
    super(checked, output);
    this.#open = open;
    this.ended = new Promise((resolve) => checked.once('close', resolve));
    input.once('close', () => {
      if (!input.readableEnded) checked.destroy();
    });
  }

  override async send(message: Message): Promise<void> {
    await super.send(message);
    if ('id' in message && !('method' in message)) this.#open.answered(message.id);
  }
}

/** The requests that have no answer yet. */
class Requests {
  readonly #ids = new Set<Id>();
  #onNone: (() => void) | undefined;

  asked(id: Id): void {
    this.#ids.add(id);
  }

  answered(id: unknown): void {
    this.#ids.delete(id as Id);
    if (this.#ids.size === 0) this.#onNone?.();
  }

  /** Calls back when all are answered, or after a time. */
  whenNone(done: () => void): void {
    if (this.#ids.size === 0) {
      done();
      return;
    }
    const timer = setTimeout(() => this.#onNone?.(), PATIENCE);
    this.#onNone = () => {
      clearTimeout(timer);
      this.#onNone = undefined;
      done();
    };
  }
}

/** Passes on the lines that the protocol's library may read, and answers the others itself. */
function checkedLines(output: Writable, open: Requests): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(NEW_LINE); end >= 0; end = rest.indexOf(NEW_LINE)) {
        const line = rest.subarray(0, end + 1);
        rest = rest.subarray(end + 1);
        const message = parsed(line.toString());
        if (message === undefined) continue;
        const refused = message === NO_JSON ? undefined : refusalOf(message);
        const refusal = refused ?? invalid(message);
        if (refusal === undefined) {
          note(message, open);
          this.push(line);
        }
        // A notification is never answered.
        else if (refused === undefined || refused.id !== null) output.write(`${JSON.stringify(refusal)}\n`);
      }
      if (rest.length > LONGEST) {
        this.push(rest);
        rest = Buffer.alloc(0);
      }
      done();
    },
    flush: (done) => open.whenNone(done),
  });
}

/** Remembers a request, and forgets one that is cancelled, which gets no answer. A subscription has none as long as it lasts. */
function note(message: unknown, open: Requests): void {
  const {id, method, params} = (message ?? {}) as {id?: unknown; method?: unknown; params?: {requestId?: unknown}};
  if (method === 'notifications/cancelled') open.answered(params?.requestId);
  else if (isId(id) && typeof method === 'string' && !method.startsWith('subscriptions/')) open.asked(id);
}

/** The answer to what is no message of the protocol, which its library reports and never answers; none to a notification, which has no id. */
function invalid(message: unknown): {jsonrpc: '2.0'; id: Id | null; error: object} | undefined {
  if (message === NO_JSON) return {jsonrpc: '2.0', id: null, error: {code: -32700, message: 'A line is no JSON'}};
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message)) return undefined;
  const {id, method, params} = (Array.isArray(message) ? {} : (message ?? {})) as Partial<Record<string, unknown>>;
  if (id === undefined && typeof method === 'string') return undefined;
  const isBadly = typeof method === 'string' && isId(id) && params !== undefined;
  const reason = isBadly
    ? 'params must be an object'
    : 'A request needs a method, and an id that is a text or a number';
  return {jsonrpc: '2.0', id: isId(id) ? id : null, error: {code: -32600, message: reason}};
}

const isId = (id: unknown): id is Id => typeof id === 'string' || typeof id === 'number';

/** A line that is no JSON. */
const NO_JSON = Symbol('no JSON');

/** The message of a line; undefined for a blank one. */
function parsed(line: string): unknown {
  if (line.trim() === '') return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return NO_JSON;
  }
}
