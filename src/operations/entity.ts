import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {entity as entitySchema} from '../schema/entity.ts';
import {kind} from '../schema/kinds.ts';
import {entityId, LONGEST_SLUG} from '../schema/params.ts';
import {bySlug, subject} from './filters/subject.ts';
import {detailJson} from './records/document.ts';

async function detail(context: Context, rid: number) {
  const document = (await context.generation.lookups.documents([rid], context)).get(rid);
  if (document === undefined) throw new Error(`No document for row ${rid}`);
  return detailJson(document);
}

export const entity = defineOperation({
  name: 'entity',
  command: 'get',
  tool: 'get_entity',
  path: '/v1/entities/{entity_id}',
  summary: 'One complete entity, with the provenance of each field.',
  description: 'A merged duplicate redirects (301) to the entity it was merged into.',
  positional: ['entity_id'],
  params: z.object({entity_id: entityId}),
  result: entitySchema,
  example: {entity_id: 'company/pfizer'},
  isLookup: () => true,
  async run(context, params) {
    return detail(context, (await subject(context, params.entity_id)).rid);
  },
});

export const entityBySlug = defineOperation({
  name: 'entityBySlug',
  command: null,
  path: '/v1/entities/by-slug/{kind}/{slug}',
  summary: 'One entity by its kind and slug.',
  description: 'Returns the live entity; if two share a slug, the one that changed last.',
  positional: ['kind', 'slug'],
  params: z.object({
    kind: kind.describe('Kind.'),
    slug: z.string().min(1).max(LONGEST_SLUG).describe('Slug within the kind.'),
  }),
  result: entitySchema,
  example: {kind: 'company', slug: 'pfizer'},
  isLookup: () => true,
  async run(context, params) {
    return detail(context, (await bySlug(context, params.kind, params.slug)).rid);
  },
});
