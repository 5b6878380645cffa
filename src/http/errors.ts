import type {FastifyError, FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {ERROR_STATUS, type ErrorCode, GraphError} from '../errors.ts';
import {noRoute} from './not-allowed.ts';

const CODE_OF_STATUS = new Map<number, ErrorCode>(
  (Object.entries(ERROR_STATUS) as [ErrorCode, number][]).map(([code, status]) => [status, code]),
);

/**
 * Converts any failure to an error that a client may see. An unexpected error shows only its status: no SQL, no path,
 * no stack.
 * @param bodyLimit Most bytes that the route takes.
 */
export function toGraphError(error: unknown, bodyLimit = 0): GraphError {
  if (error instanceof GraphError) return error;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return new GraphError('unavailable', 'The request exceeded its time limit and was stopped.');
  const {statusCode = 500, code} = (error ?? {}) as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new GraphError('unsupported_media_type', 'Send the body as application/json.');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new GraphError('payload_too_large', `The body may have at most ${inKibibytes(bodyLimit)}.`);
  if (
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error instanceof SyntaxError ||
    code === 'FST_ERR_CTP_INVALID_JSON_BODY'
  ) {
    return new GraphError('bad_request', 'The body is not valid JSON.');
  }
  const known = statusCode < 500 ? CODE_OF_STATUS.get(statusCode) : undefined;
  if (known !== undefined) return new GraphError(known, (error as Error).message);
  if (statusCode < 500) return new GraphError('bad_request', 'The request cannot be understood.');
  return new GraphError('internal_error', 'The server failed; its log says why.');
}

function inKibibytes(bytes: number): string {
  const kibibytes = bytes / 1024;
  return kibibytes % 1024 === 0 ? `${kibibytes / 1024} MiB` : `${kibibytes} KiB`;
}

/**
 * Answers every failure of a route with an error body. A server error is also reported on stderr, with the request id
 * that the caller sees.
 * @param options.hasLog Whether the server's own log reports it.
 * @param options.isAskedByOurs Whether a process of ours asks, which itself says what it was refused.
 */
export function answerErrors(server: FastifyInstance, {hasLog = false, isAskedByOurs = false} = {}): void {
  server.setErrorHandler((error, request, reply) => {
    const known = toGraphError(error, request.routeOptions.bodyLimit);
    const isHeard = !request.raw.socket.destroyed && !(isAskedByOurs && known === error);
    if (known.status >= 500 && hasLog) request.log.error({err: error}, 'request failed');
    else if (known.status >= 500 && isHeard) process.stderr.write(failureLine(request, known.status, error));
    return sendError(reply, known);
  });
  server.setNotFoundHandler((request, reply) => sendError(reply, noRoute(request, reply)));
}

/** Names the route by its pattern, because parameters may be confidential. */
function failureLine({id, method, routeOptions}: FastifyRequest, status: number, error: unknown): string {
  const {stack, message, cause} = error instanceof Error ? error : new Error(String(error));
  return `${JSON.stringify({
    time: new Date().toISOString(),
    msg: 'request failed',
    request: id,
    status,
    method,
    route: routeOptions.url ?? null,
    // Under load nothing is at fault, so the stack is of no use.
    error: status === 500 ? (stack ?? message) : message,
    ...(cause instanceof Error && {cause: cause.message.split('\n')[0]}),
  })}\n`;
}

export function sendError(reply: FastifyReply, error: unknown) {
  const known = toGraphError(error);
  if (known.code === 'unavailable') reply.header('Retry-After', known.retryAfter ?? 1);
  return reply
    .code(known.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(known));
}
