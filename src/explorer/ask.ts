// Sends requests to the server, always for one generation, and words their errors.
import {signal} from '@preact/signals';
import {type Query, root, textOf} from './place.ts';

export interface Gate {
  min_confidence: number;
  counted: number;
  dropped: number;
}

export interface Answer<T> {
  value: T;
  /** The numbers of labels that count, and of those below the gate; null if no label is involved. */
  gate: Gate | null;
  /** Parameters without effect. */
  ignored: string[];
}

/** An error answer. */
export class Refusal extends Error {
  /** 0 if the server could not be reached. */
  readonly status: number;
  readonly code: string;
  /** Seconds to wait, if the server states them. */
  readonly wait: number | null;

  constructor(status: number, code: string, message: string, wait: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.wait = wait;
  }
}

const KEY = 'biograph-key';

/** The key of a closed server or of an account, kept while this tab is open. */
export const key = signal(sessionStorage.getItem(KEY) ?? '');

/** Set if the server requires a key, or refuses this one. */
export const mustSignIn = signal<string | null>(null);

/** The generation of everything shown, and the newest one. */
export const shown = signal<number | null>(null);
export const newest = signal<number | null>(null);

export function signIn(text: string): void {
  if (text === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, text);
  key.value = text;
  mustSignIn.value = null;
}

export function credentials(): Record<string, string> {
  return key.value === '' ? {} : {Authorization: `Bearer ${key.value}`};
}

let pinning: Promise<unknown> | null = null;

/** Checks for the newest generation; the first one found is shown until the reader switches. */
export async function look(): Promise<void> {
  const {generation} = await fetched<{generation: number}>(new URL('health', root), {});
  newest.value = generation;
  shown.value ??= generation;
}

/** Switches to the newest generation. */
export function takeNewest(): void {
  shown.value = newest.value;
}

/** @param path Below the server's root, such as `v1/entities`. */
export function addressOf(path: string, query: Query = {}): URL {
  const url = new URL(path, root);
  url.search = textOf(query);
  return url;
}

export async function ask<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer<T>> {
  if (shown.value === null) {
    pinning ??= look().finally(() => {
      pinning = null;
    });
    await pinning;
  }
  const url = addressOf(path, query);
  let facts = new Headers();
  const value = await fetched<T>(url, {
    headers: {...credentials(), 'X-Biograph-Generation': String(shown.value)},
    ...(signal !== undefined && {signal}),
    onHeaders: (headers) => {
      facts = headers;
    },
  });
  return {value, gate: gateOf(facts.get('x-biograph-gate')), ignored: listOf(facts.get('x-biograph-ignored'))};
}

interface Asking {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  onHeaders?: (headers: Headers) => void;
}

async function fetched<T>(url: URL, {onHeaders, ...asking}: Asking): Promise<T> {
  const response = await fetch(url, {
    redirect: 'manual',
    ...asking,
    headers: {accept: 'application/json', ...asking.headers},
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal(0, 'unreachable', 'The server cannot be reached.');
  });
  // The entity was merged into another one, which `useSubject` finds by `resolve`, because a redirect would miss
  // the path prefix.
  if (response.type === 'opaqueredirect') throw new Refusal(301, 'moved', 'This entity was merged into another one.');
  onHeaders?.(response.headers);
  const body = (await response.json().catch(() => null)) as {error?: {code?: string; message?: string}} | null;
  if (response.ok && body !== null) return body as T;
  const {code = 'error', message = `The server answered with ${response.status}.`} = body?.error ?? {};
  if (response.status === 401) mustSignIn.value = message;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new Refusal(response.status, code, message, Number.isFinite(wait) ? wait : null);
}

/** `min_confidence=0.7; counted=359; dropped=1` */
function gateOf(text: string | null): Gate | null {
  if (text === null) return null;
  const said = Object.fromEntries(text.split(';').map((part) => part.trim().split('=')));
  return {
    min_confidence: Number(said.min_confidence),
    counted: Number(said.counted),
    dropped: Number(said.dropped),
  };
}

function listOf(text: string | null): string[] {
  return text === null ? [] : text.split(',').map((part) => decodeURIComponent(part.trim()));
}
