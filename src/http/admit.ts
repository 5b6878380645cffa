import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {GraphError} from '../errors.ts';
import {askingOf, type UserHeader} from './caller.ts';
import type {Decision, Gate} from './gate.ts';
import type {Allowance, Caller} from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, on routes that are counted. */
    caller: Caller | null;
  }
}

/** Methods of agent tools that do not query the graph. */
const HANDSHAKE = /^(?:initialize|ping|notifications\/.*|.*\/list|server\/.*|subscriptions\/.*|logging\/.*)$/;

/** Admits callers: identifies them, counts their requests, and sets the three rate-limit headers. */
export class Admission {
  readonly #gate: Gate;
  readonly #isClosed: boolean;
  readonly #userHeader: UserHeader | undefined;

  constructor(gate: Gate, options: {isClosed?: boolean; userHeader?: UserHeader | undefined} = {}) {
    this.#gate = gate;
    this.#isClosed = options.isClosed ?? false;
    this.#userHeader = options.userHeader;
  }

  /** Counts every request on `/v1` and `/account` when it arrives, and agent tools' calls once their body is read. */
  add(server: FastifyInstance): void {
    server.decorateRequest('caller', null);
    server.addHook('onRequest', (request, reply, done) => {
      // Routes that are not counted still need a key on a closed server, before anything is read; except for probes.
      const n = isCounted(request) ? 1 : this.#isClosed && !isOpen(request) ? 0 : undefined;
      const decision = n === undefined ? undefined : this.#check(request, n);
      if (decision instanceof Promise)
        decision.then((decided) => letIn(request, reply, decided)).then(() => done(), done);
      else {
        if (decision !== undefined) letIn(request, reply, decision);
        done();
      }
    });
    server.addHook('preHandler', (request, reply, done) => {
      if (request.routeOptions.url !== '/mcp') return done();
      this.admit(request, reply, calls(request.body)).then(() => done(), done);
    });
  }

  /** @throws GraphError `unauthorized` or `rate_limited`; the headers are set in either case. */
  async admit(request: FastifyRequest, reply: FastifyReply, n = 1): Promise<void> {
    letIn(request, reply, await this.#check(request, n));
  }

  #check(request: FastifyRequest, n: number): Decision | Promise<Decision> {
    return this.#gate.check(askingOf(request, this.#userHeader), n);
  }
}

function letIn(request: FastifyRequest, reply: FastifyReply, {caller, allowance, refusal}: Decision): void {
  request.caller = caller;
  state(reply, allowance);
  if (allowance.isOver) throw limited(reply, allowance);
  if (refusal === null) return;
  reply.header('WWW-Authenticate', 'Bearer');
  throw new GraphError('unauthorized', refusal);
}

function isOpen({routeOptions: {url, config}}: FastifyRequest): boolean {
  return url === '/health' || config.isWithoutData === true;
}

/** By route, since a path can be written in many ways; by text if there is no route. */
function isCounted(request: FastifyRequest): boolean {
  return /^\/(?:v1|account)(?:[/?]|$)/.test(request.routeOptions.url ?? request.url);
}

/** The messages in a body of agent tools: one, or a batch. */
export function messagesIn(body: unknown): unknown[] {
  return Array.isArray(body) ? body : [body];
}

/** The number of calls in a message of agent tools, or in a batch of them. */
export function calls(body: unknown): number {
  return messagesIn(body).filter((message) => {
    const method = (message as {method?: unknown} | null | undefined)?.method;
    return typeof method === 'string' && !HANDSHAKE.test(method);
  }).length;
}

function state(reply: FastifyReply, {limit, remaining, reset}: Allowance): void {
  reply.headers({'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': reset});
}

function limited(reply: FastifyReply, {limit, reset}: Allowance): GraphError {
  const seconds = Math.max(1, Math.ceil(reset - Date.now() / 1000));
  reply.header('Retry-After', seconds);
  return new GraphError('rate_limited', `The limit of ${limit} requests is reached; try again in ${seconds} s.`);
}
