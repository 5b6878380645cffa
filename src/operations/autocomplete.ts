import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation, RawJson} from '../operation.ts';
import {uuid} from '../schema/entity.ts';
import {kind} from '../schema/kinds.ts';
import {limit} from '../schema/params.ts';
import {suggest} from './parts/suggest.ts';

/** Type-ahead of a word or two; whole sentences are work. */
const isShort = (text: string) => text.length <= 32 && text.trim().split(/\s+/).length <= 3;

export const autocomplete = defineOperation({
  name: 'autocomplete',
  path: '/v1/autocomplete',
  summary: 'Entities whose name or alias has a word that starts as typed.',
  description:
    'Identifiers inside `q` first, a ticker only as the whole text or after `$`; the start of a trial or patent number (six characters and more) finds the first by number. Then who is called so; a name that starts so; an alias; a later word. Within each, kinds that people look for by name before works and events, then by prominence; approvals, trials and programs not called so follow all products and companies. When that gives fewer than `limit`, names with a word one mistake away (two in a last word of eight letters and more; none in words of up to three or with digits), nearest first. Works of one title are shown once unless a `kind` is asked for. Empty `q` gives nothing.',
  positional: ['q'],
  looksElsewhere: true,
  params: z.object({
    q: z.string().max(400).default('').describe('Partial text.'),
    kind: kind.optional().describe('Restrict to one kind.'),
    limit: limit({default: 10, max: 25}),
  }),
  result: z.object({
    query: z.string(),
    kind: z.string().nullable(),
    count: z.int(),
    suggestions: z.array(z.object({id: uuid, name: z.string(), kind, slug: z.string()})),
  }),
  rows: 'suggestions',
  columns: ['kind', 'name', 'slug'],
  example: {q: 'pfi'},
  isLookup: ({q}) => isShort(q),
  async run(context: Context, given) {
    const found = given.q.trim() === '' ? [] : await suggest(context, given.q, given.kind, given.limit);
    const suggestions = found.map(
      (header) =>
        new RawJson(
          `{"id":"${header.id}","name":${header.name},"kind":"${header.kind}","slug":${JSON.stringify(header.slug)}}`,
        ),
    );
    return {query: given.q, kind: given.kind ?? null, count: suggestions.length, suggestions};
  },
});
