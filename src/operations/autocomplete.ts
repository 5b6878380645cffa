import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation, RawJson} from '../operation.ts';
import {uuid} from '../schema/entity.ts';
import {kind} from '../schema/kinds.ts';
import {limit} from '../schema/params.ts';
import {suggest} from './typing/suggest.ts';

/** Type-ahead of one or two words; longer texts are queued like other queries. */
const isShort = (text: string) => text.length <= 32 && text.trim().split(/\s+/).length <= 3;

export const autocomplete = defineOperation({
  name: 'autocomplete',
  path: '/v1/autocomplete',
  summary: 'Entities with a name or alias in which a word starts with the typed text.',
  description:
    'Identifiers in `q` come first; a ticker counts only as the whole text or after `$`, and the start of a trial or patent number (six characters or more) finds the first by number. Next come exact matches, then names that start with the text, aliases that do, and matches of a later word. Each group lists kinds that people look for by name before works and events, then orders by prominence. Approvals, trials and programs without an exact match follow all products and companies. If there are fewer than `limit`, names with a mistyped word follow, nearest first (one mistake; two in a last word of eight letters or more; none in words of up to three letters or with digits). Works with the same title are shown once unless `kind` is given. An empty `q` returns nothing.',
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
