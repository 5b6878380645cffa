import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {etagOf, isMatch} from './answers.ts';
import {noRoute, notAllowed} from './not-allowed.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Contains no data of the graph, so it is answered without a key on closed servers too, or decides by itself. */
    isWithoutData?: boolean;
  }
}

/** Path of the explorer's files. */
const ASSETS = '/explore/assets/';

/** Only resources of this server may be run, shown or requested. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The built explorer: next to the built command, or in `dist` of a checkout that runs from source. */
function findExplorer(): string | undefined {
  const beside = ['./explorer/', '../../dist/explorer/'];
  return beside
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((folder) => existsSync(join(folder, 'index.html')));
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The explorer is not built</title>
<h1>The explorer is not built</h1><p>This server runs from its sources. Run <code>npm run build</code> once and start it again.
The interface is described at <a href="%BASE%openapi.json">openapi.json</a>.</p></html>`;

/** The part of the page for browsers without scripts. */
const NO_SCRIPT = /(?<=<noscript>).*(?=<\/noscript>)/s;

/**
 * The pages for people at `/`, `/explore/…` and `/docs`, and their script and style. Clients that do not accept HTML
 * are redirected to `/docs`.
 * @param admit Admits a caller, or throws; on a closed server a page is answered 401, with a form that asks for the
 * key.
 * @param outline The content of `/docs` without scripts.
 */
export function addExplorer(
  server: FastifyInstance,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  outline: () => Promise<string>,
): void {
  const folder = findExplorer();
  const page = folder === undefined ? NOT_BUILT : readFileSync(join(folder, 'index.html'), 'utf8');
  const config = {operation: 'explorer', isWithoutData: true};
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith(ASSETS)) {
      await admit(request, reply);
      throw noRoute(request, reply);
    }
    const isDocs = request.routeOptions.url === '/docs';
    reply.header('Vary', 'Accept');
    if (!wantsHtml(request.headers.accept)) {
      await admit(request, reply);
      if (!isDocs) return reply.redirect('/docs');
    }
    const status = await admit(request, reply).then(
      () => (folder === undefined ? 503 : 200),
      // The page contains no data of the graph; it asks for the key and sends it with its requests.
      (error: {status?: number}) => error.status ?? 500,
    );
    const shown = isDocs && status < 400 ? page.replace(NO_SCRIPT, (await outline()).replaceAll('$', '$$$$')) : page;
    const body = shown.replaceAll('%BASE%', baseOf(request.url));
    const etag = etagOf(body);
    reply.header('Content-Security-Policy', POLICY).header('Cache-Control', 'no-cache').header('ETag', etag);
    if (status === 200 && isMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.code(status).type('text/html; charset=utf-8').send(body);
  };
  for (const url of ['/', '/explore', '/explore/*', '/docs']) {
    server.get(url, {config: url === '/docs' ? {...config, operation: 'docs'} : config}, answer);
    notAllowed(server, url, ['GET', 'HEAD']);
  }
  if (folder === undefined) return;
  void server.register((scope, _options, done) => {
    scope.addHook('onRoute', (route) => {
      route.config = {...route.config, ...config};
    });
    void scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: ASSETS,
      decorateReply: false,
      // A route for each existing file, so that no request path ever becomes a file path.
      wildcard: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
    done();
  });
}

/**
 * The relative path from a page to the root of the server, so that it works behind a proxy that removes a path prefix.
 */
function baseOf(url: string): string {
  const [path = ''] = url.split('?');
  return '../'.repeat(path.split('/').length - 2) || './';
}

/** Browsers request HTML explicitly; programs accept JSON or anything. */
function wantsHtml(accept = ''): boolean {
  return accept.split(',').some((part) => {
    const [type = '', ...params] = part.split(';').map((text) => text.trim().toLowerCase());
    return type === 'text/html' && !params.some((param) => /^q=0(?:\.0*)?$/.test(param));
  });
}
