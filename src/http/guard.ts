import {IncomingMessage, ServerResponse} from 'node:http';
import {Socket} from 'node:net';
import {hostname} from 'node:os';
import cors from '@fastify/cors';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import helmet from 'helmet';
import ipaddr from 'ipaddr.js';
import {GraphError} from '../errors.ts';

/** Headers that a page of an allowed origin may read. */
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

/**
 * Security headers of every answer, for those opened in a browser; `/docs` has a content policy of its own instead of
 * this one.
 */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  const set = helmet({
    contentSecurityPolicy: {useDefaults: false, directives: {defaultSrc: ["'none'"], frameAncestors: ["'none'"]}},
    xFrameOptions: {action: 'deny'},
    // Public answers may be read by pages of origins that CORS allows.
    crossOriginResourcePolicy: {policy: 'same-site'},
    strictTransportSecurity: isSecure,
  });
  // They are the same for every answer, so they are computed once.
  const asked = new IncomingMessage(new Socket());
  const answer = new ServerResponse(asked);
  set(asked, answer, () => undefined);
  return answer.getHeaders() as Record<string, string>;
}

/**
 * Adds headers to every answer that lacks them, except for those that bypass Fastify: cached answers of operations, and
 * agent tools'.
 */
export function addHeaders(server: FastifyInstance, headers: Record<string, string>): void {
  server.addHook('onSend', (_request, reply, payload, sent) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
    sent(null, payload);
  });
}

/**
 * Answers only requests to this server's own names: a web page must not reach it under a name of its own (DNS
 * rebinding).
 */
export function hostCheck(allowed: readonly string[]): (request: FastifyRequest) => void {
  const names = new Set(['localhost', hostname().toLowerCase(), ...allowed.map((name) => name.toLowerCase())]);
  return ({headers: {host = ''}, routeOptions: {url}, raw: {rawHeaders, httpVersion}}) => {
    const hosts = hostsIn(rawHeaders);
    // RFC 9112, 3.2: if there are two, this server and a proxy could each use a different one. HTTP/1.0 has none.
    if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0'))
      throw new GraphError('bad_request', 'A request must have exactly one Host header.');
    // Agent tools check theirs by the protocol's own rules; a probe may not know the name.
    if (url === '/health' || url === '/mcp') return;
    const name = host.replace(/:\d+$/, '').toLowerCase();
    // Addresses cannot be registered by an attacker, as names can.
    if (names.has(name) || ipaddr.isValid(name.replace(/^\[|\]$/g, ''))) return;
    throw new GraphError(
      'misdirected_request',
      'This server does not accept that host name. Its operator can allow it: serve --allow-host NAME.',
    );
  };
}

/**
 * Refuses cross-site requests that change something: a browser lets any page post a form to this machine, with its
 * user's rights.
 * @param allowed Origins that are trusted nevertheless, as for CORS.
 */
export function originCheck(allowed: readonly string[]): (request: FastifyRequest) => void {
  return ({headers, host}) => {
    const {origin, 'sec-fetch-site': site} = headers;
    if (origin === undefined ? site !== 'cross-site' : allowed.includes(origin)) return;
    // A proxy may end TLS, so only the names can be compared.
    if (site !== 'cross-site' && origin !== undefined && URL.canParse(origin) && new URL(origin).host === host) return;
    throw new GraphError(
      'unauthorized',
      'Pages of other origins may not use /account. The server’s operator can allow one: serve --allow-origin ORIGIN.',
    );
  };
}

/** @param rawHeaders Names and values alternating, as received. */
function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] as string)) count++;
  return count;
}

/** Lets pages of the named origins read answers; without any there is no CORS. */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  void server.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  });
}
