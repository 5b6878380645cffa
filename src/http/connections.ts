import type {Socket} from 'node:net';
import type {FastifyInstance} from 'fastify';
import {GraphError} from '../errors.ts';

/** Timeouts in milliseconds. A client that is slower is disconnected. */
export const TIMES = {
  /** For the complete request. */
  requestTimeout: 30_000,
  /** For its headers. */
  headersTimeout: 15_000,
  /** Without any byte in either direction. */
  connectionTimeout: 60_000,
  /** Interval at which these are checked. */
  connectionsCheckingInterval: 5_000,
} as const;

/** Bytes of a request's first line and headers: `ids` with a thousand UUIDs takes 37,000 of them. */
export const MAX_HEADERS = 64 * 1024;

/** Files a server needs besides its connections. */
const OTHER_FILES = 256;

/** Limits connections to the number of files that the system lets this process open, less those it needs for itself. */
export function limitConnections(server: FastifyInstance, most = 10_000): void {
  server.server.maxConnections = Math.max(64, Math.min(most, openFiles() - OTHER_FILES));
}

function openFiles(): number {
  if (process.report === undefined || process.platform === 'win32') return Number.POSITIVE_INFINITY;
  // Network information is not needed, and slow to collect.
  (process.report as {excludeNetwork?: boolean}).excludeNetwork = true;
  const {userLimits} = process.report.getReport() as unknown as {userLimits?: {open_files?: {soft: number | string}}};
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : Number.POSITIVE_INFINITY;
}

const STATUS: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The address and the headers together may have at most 64 KiB.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/**
 * Answers malformed HTTP with an error body too, and closes the connection, since its further content cannot be
 * trusted.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, words, message] = STATUS[error.code ?? ''] ?? [400, 'Bad Request', 'This is not an HTTP request.'];
  const body = JSON.stringify(new GraphError('bad_request', message));
  socket.end(
    `HTTP/1.1 ${status} ${words}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
