import {IncomingMessage, ServerResponse} from 'node:http';
import {Socket} from 'node:net';
import {hostname} from 'node:os';
import cors from '@fastify/cors';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import helmet from 'helmet';
import ipaddr from 'ipaddr.js';
import {GraphError} from '../errors.ts';

/** Headers a page of another origin may read, where its origin is allowed. */
const EXPOSED = [
  ...['ETag', 'Location', 'Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...[
    'X-Biograph-Snapshot',
    'X-Biograph-Gate',
    'X-Biograph-Total',
    'X-Biograph-Truncated',
    'X-Biograph-Licences',
    'X-Biograph-Missing',
    'X-Biograph-Did-You-Mean',
    'X-Biograph-Ignored',
    'X-Biograph-Next-Cursor',
    'X-Request-Id',
    'Content-Disposition',
  ],
];

/** The headers that every answer carries for the sake of those who open it in a browser; `/docs` has a content policy of its own in place of this one. */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  const set = helmet({
    contentSecurityPolicy: {useDefaults: false, directives: {defaultSrc: ["'none'"], frameAncestors: ["'none'"]}},
    xFrameOptions: {action: 'deny'},
    // What is public to read may be read from pages of origins that CORS names.
    crossOriginResourcePolicy: {policy: 'same-site'},
    strictTransportSecurity: isSecure,
  });
  // They are the same for every answer, so they are worked out once.
  const asked = new IncomingMessage(new Socket());
  const answer = new ServerResponse(asked);
  set(asked, answer, () => undefined);
  return answer.getHeaders() as Record<string, string>;
}

/** Adds headers to every answer that has none of the name, but for those that are written past Fastify: whole ones of operations, and agent tools'. */
export function addHeaders(server: FastifyInstance, headers: Record<string, string>): void {
  server.addHook('onSend', (_request, reply, payload, sent) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
    sent(null, payload);
  });
}

/** Answers only to names that are this server's: a page elsewhere must not reach it by a name of its own (DNS rebinding). */
export function hostCheck(allowed: readonly string[]): (request: FastifyRequest) => void {
  const names = new Set(['localhost', hostname().toLowerCase(), ...allowed.map((name) => name.toLowerCase())]);
  return ({headers: {host = ''}, routeOptions: {url}, raw: {rawHeaders}}) => {
    // RFC 9112, 3.2: of two, this server and one before it might each believe another.
    if (hostsIn(rawHeaders) > 1) throw new GraphError('bad_request', 'A request must have exactly one Host header.');
    // Agent tools check theirs by the protocol's own rules; a probe may not know the name.
    if (url === '/health' || url === '/mcp') return;
    const name = host.replace(/:\d+$/, '').toLowerCase();
    // An address is nobody's name to give.
    if (names.has(name) || ipaddr.isValid(name.replace(/^\[|\]$/g, ''))) return;
    throw new GraphError(
      'misdirected_request',
      'This server does not accept that host name. Its operator can allow it: serve --allow-host NAME.',
    );
  };
}

/**
 * Refuses what a page elsewhere sends: a browser lets any page post a form to this machine, with whatever this machine may do.
 * @param allowed Origins that are trusted all the same, as for CORS.
 */
export function originCheck(allowed: readonly string[]): (request: FastifyRequest) => void {
  return ({headers, host}) => {
    const {origin, 'sec-fetch-site': site} = headers;
    if (origin === undefined ? site !== 'cross-site' : allowed.includes(origin)) return;
    // A proxy may end TLS, so that only the names can be compared.
    if (site !== 'cross-site' && origin !== undefined && URL.canParse(origin) && new URL(origin).host === host) return;
    throw new GraphError(
      'unauthorized',
      'Pages of other origins may not use /account. The server’s operator can allow one: serve --allow-origin ORIGIN.',
    );
  };
}

/** @param rawHeaders Names and values in turn, as they came. */
function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] as string)) count++;
  return count;
}

/** Lets pages of the named origins read answers; without a name there is no CORS at all. */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  void server.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  });
}
