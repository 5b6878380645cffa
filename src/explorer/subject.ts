// The entity that an address names, by kind and slug, by id, or by any of its names.
import {useEffect} from 'preact/hooks';
import {type RequestState, useAnswer} from './answers.ts';
import {Refusal} from './ask.ts';
import type {Entity} from './types.ts';

interface Resolved {
  results: {match: {kind: string; slug: string} | null; candidates: {name: string}[]}[];
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The request for an entity, or null if it first has to be found by its name. */
export function pathOf(name: string): string | null {
  if (UUID.test(name)) return `v1/entities/${name}`;
  const [kind = '', ...rest] = name.split('/');
  const slug = rest.join('/');
  if (kind === '' || slug === '') return null;
  return `v1/entities/by-slug/${encodeURIComponent(kind)}/${encodeURIComponent(slug)}`;
}

/**
 * @param name `company/pfizer`, an id, or a name; empty for none.
 * @param onMoved Takes the address (`kind/slug`) to use instead, if the entity was merged or was named otherwise.
 * @param kind The kind to look for among names.
 */
export function useSubject(name: string, onMoved: (address: string) => void, kind?: string): RequestState<Entity> {
  const path = pathOf(name);
  const direct = useAnswer<Entity>(path);
  const isSought = name !== '' && (path === null || direct.error?.status === 301);
  const search = useAnswer<Resolved>(isSought ? 'v1/resolve' : null, {input: name, kind});
  // While an answer is on its way, the previous one is about another name.
  const result = isSought && !search.isLoading ? search.answer?.value.results[0] : undefined;
  const address = result?.match ? `${result.match.kind}/${result.match.slug}` : null;
  useEffect(() => {
    if (address !== null) onMoved(address);
  }, [address]);
  if (name === '') return {...direct, answer: null, error: null, isLoading: false};
  if (!isSought) return direct;
  const error = search.error ?? (result !== undefined && address === null ? unknown(name, result.candidates) : null);
  return {answer: null, error, isLoading: error === null, retry: search.retry};
}

function unknown(name: string, candidates: {name: string}[]): Refusal {
  const found = candidates.map((one) => one.name).join(', ');
  return new Refusal(404, 'not_found', `Nothing is named “${name}”${found === '' ? '.' : ` alone: ${found}.`}`);
}
