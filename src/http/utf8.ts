import type {FastifyInstance} from 'fastify';
import {GraphError} from '../errors.ts';
import {faultOf} from '../schema/body.ts';
import {invalid} from '../schema/check.ts';
import {isAgents} from './mcp.ts';

/** @throws GraphError `validation_error` naming the parameter of a query string that is not valid UTF-8. */
export function checkQuery(url: string): void {
  const start = url.indexOf('?');
  if (start < 0 || !/%[89a-f]/i.test(url.slice(start))) return;
  for (const member of url.slice(start + 1).split('&')) {
    const [name = ''] = member.split('=');
    if (member.match(/(?:%[0-9a-f]{2})+/gi)?.every(isText) ?? true) continue;
    const message = 'The percent-encoded bytes are not UTF-8.';
    throw new GraphError('validation_error', `${name}: ${message}`, {details: [{path: name, message}]});
  }
}

function isText(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

/**
 * JSON bodies are UTF-8 (RFC 8259, 8.1); invalid bytes would be read as other text, and compressed ones as no JSON at
 * all. Agent tools say in their own protocol what is wrong with a message.
 */
export function readJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('ignore', 'ignore');
  const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', {parseAs: 'buffer'}, (request, body, done) => {
    const {'content-encoding': coding = 'identity'} = request.headers;
    if (coding.toLowerCase() !== 'identity') {
      done(new GraphError('unsupported_media_type', `Send the body without Content-Encoding: ${coding} is not read.`));
      return;
    }
    let text: string;
    try {
      text = decoder.decode(body as Buffer);
    } catch {
      done(new GraphError('bad_request', 'The body is not UTF-8.'));
      return;
    }
    void parse(request, text, (error, value: unknown) => {
      const fault = error !== null || isAgents(request) ? undefined : faultOf(value);
      done(fault === undefined ? error : invalid([fault]), value);
    });
  });
}
