import {ERROR_STATUS, type ErrorCode} from '../errors.ts';
import type {Json} from '../schema/named.ts';
import {COUNTED} from './described-headers.ts';

/** The meaning of each error for a caller, and its headers. */
const ERRORS: Record<ErrorCode, {words: string; headers?: Record<string, string>}> = {
  bad_request: {words: 'Malformed id, cursor or body, or an invalid combination of parameters.'},
  unauthorized: {
    words: 'The key is missing, unknown or revoked.',
    headers: {'WWW-Authenticate': 'How to authenticate.'},
  },
  not_found: {words: 'Nothing has this name or id.'},
  method_not_allowed: {words: 'The path does not support this method.', headers: {Allow: 'The supported methods.'}},
  payload_too_large: {words: 'The body is too long.'},
  unsupported_media_type: {words: 'The body is not application/json.'},
  misdirected_request: {words: 'The Host header names another server.'},
  validation_error: {
    words: 'A parameter or field has the wrong name or type, is out of range, or is not one of its values.',
  },
  rate_limited: {words: 'Limit exceeded.', headers: {'Retry-After': 'Seconds until the limit resets.'}},
  internal_error: {words: 'The server failed.'},
  unavailable: {
    words: 'Overloaded, or past the time limit.',
    headers: {'Retry-After': 'Seconds to wait before trying again.'},
  },
};

/** 431 and 408 are sent before a request is read; their body is that of a malformed request. */
const UNREAD = {
  431: {name: 'HeadersTooLarge', words: 'The headers are too long.'},
  408: {name: 'TooSlow', words: 'The request took too long to arrive.'},
} as const;

const content = {'application/json': {schema: {$ref: '#/components/schemas/Error'}}};

const nameOf = (code: string) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The error answers, each once: `components.responses`. */
export function errorResponses(): Record<string, Json> {
  const ours = Object.entries(ERRORS).map(([code, {words, headers = {}}]) => [
    nameOf(code),
    {
      description: words,
      // Counted where the route is: not on /health.
      headers: {
        ...COUNTED,
        ...Object.fromEntries(
          Object.entries(headers).map(([header, description]) => [header, {description, schema: {type: 'string'}}]),
        ),
      },
      content,
    },
  ]);
  const unread = Object.values(UNREAD).map(({name, words}) => [name, {description: words, content}]);
  return Object.fromEntries([...ours, ...unread]);
}

export interface Occasions {
  /** The route takes a body. */
  hasBody: boolean;
  /** It names something that may not exist. */
  isNamed: boolean;
}

/** The errors that a route of `/v1` or `/account` may answer with, as references by status. */
export function errorsOf({hasBody, isNamed}: Occasions): Record<string, Json> {
  const codes: ErrorCode[] = [
    ...(['bad_request', 'unauthorized', 'method_not_allowed', 'misdirected_request', 'validation_error'] as const),
    ...(['rate_limited', 'internal_error', 'unavailable'] as const),
    ...(hasBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(isNamed ? (['not_found'] as const) : []),
  ];
  return referencesTo(codes);
}

/** Errors by status, with those of an unreadable request. */
export function referencesTo(codes: readonly ErrorCode[]): Record<string, Json> {
  const reference = (name: string) => ({$ref: `#/components/responses/${name}`});
  return Object.fromEntries([
    ...codes.map((code) => [ERROR_STATUS[code], reference(nameOf(code))]),
    ...Object.entries(UNREAD).map(([status, {name}]) => [status, reference(name)]),
  ]);
}
