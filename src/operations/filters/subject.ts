import type {Context} from '../../context.ts';
import {GraphError, MovedError} from '../../errors.ts';
import type {Folded} from '../../generation.ts';
import {KINDS, type Kind} from '../../schema/kinds.ts';
import {UUID} from '../names/identifier-keys.ts';
import {nameAll} from '../names/naming.ts';
import {nearest} from '../names/near-names.ts';
import {ambiguous} from './organization.ts';

/**
 * The row of the entity named by a caller: by id in URLs; elsewhere also by `kind/slug`, by any identifier, and by a
 * name or alias of only one entity. Case is ignored.
 * @param kind Decides if several kinds have a name.
 * @throws GraphError `bad_request` for a URL without an id, `validation_error` for an ambiguous name, `not_found`;
 * MovedError for a merged id if redirects are not followed.
 */
export async function subject(context: Context, name: string, kind?: Kind): Promise<{rid: number; id: string}> {
  const {generation} = context;
  if (UUID.test(name)) return byId(context, name.toLowerCase());
  if (!context.follow) {
    const shown = JSON.stringify(name.slice(0, 80));
    throw new GraphError(
      'bad_request',
      `Malformed entity id ${shown}: a UUID is expected. Use /v1/resolve to find it by name or identifier.`,
    );
  }
  const all = (kinds?: readonly Kind[]) => nameAll(generation, [name], {kinds}, context);
  let [named] = await all(kind && [kind]);
  if (kind !== undefined && named?.rid === null && named.candidates.length === 0) [named] = await all();
  const {rid = null, candidates = [], from} = named ?? {};
  if (rid === null && candidates.length > 0) throw await ambiguous(generation, 'entity_id', name, candidates, context);
  const id = rid === null ? undefined : (await generation.lookups.headers([rid], context)).get(rid)?.id;
  if (rid === null || id === undefined) throw await unknown(context, name, kind);
  if (from !== undefined) context.meta.redirected_from = from;
  return {rid, id};
}

/** No entity has the name; the nearest ones are suggested. */
async function unknown(context: Context, name: string, kind: Kind | undefined): Promise<GraphError> {
  const [, ofKind, slug] = /^([a-z_]+)\/(.+)$/i.exec(name.trim()) ?? [];
  const asked = KINDS.find((one) => one === ofKind?.toLowerCase());
  const text = asked === undefined || slug === undefined ? name : slug.replaceAll('-', ' ');
  const within = asked ?? kind;
  const near = await nearest(context.generation, text, within && [within], 3, context);
  const known = await context.generation.lookups.headers(near, context);
  const list = near.flatMap((rid) => {
    const one = known.get(rid);
    return one === undefined ? [] : [`${one.kind}/${one.slug} (${JSON.parse(one.name) as string})`];
  });
  const shown = JSON.stringify(name.slice(0, 80));
  const what =
    asked === undefined
      ? `No entity has the name or identifier ${shown}.`
      : `No ${asked} has the slug ${JSON.stringify(slug?.slice(0, 80))}.`;
  return new GraphError('not_found', list.length === 0 ? what : `${what} Nearest: ${list.join('; ')}.`);
}

async function byId(context: Context, id: string): Promise<{rid: number; id: string}> {
  const {lookups} = context.generation;
  const rid = (await lookups.byId([id], context)).get(id);
  if (rid !== undefined) return {rid, id};
  const [folded] = await lookups.folded({ids: [id]}, context);
  if (folded === undefined) throw new GraphError('not_found', `No entity has the id ${id}.`);
  return survivor(context, folded);
}

/** The survivor of a merged entity. */
async function survivor(context: Context, {id: from, survivor: rid}: Folded): Promise<{rid: number; id: string}> {
  const id = (await context.generation.lookups.headers([rid], context)).get(rid)?.id ?? '';
  if (!context.follow) throw new MovedError(from, id);
  context.meta.redirected_from = from;
  return {rid, id};
}

/** The live entity with this slug; if several have it, the one changed last. */
export async function bySlug(context: Context, kind: Kind, given: string): Promise<{rid: number; id: string}> {
  const found = await withSlug(context, kind, given.toLowerCase());
  if (found !== undefined) return found;
  throw await unknown(context, `${kind}/${given}`, kind);
}

async function withSlug(context: Context, kind: Kind, slug: string): Promise<{rid: number; id: string} | undefined> {
  const {lookups} = context.generation;
  const [rid] = (await lookups.bySlug([{kind, slug}], context)).values();
  if (rid !== undefined) return {rid, id: (await lookups.headers([rid], context)).get(rid)?.id ?? ''};
  const folded = (await lookups.folded({slugs: [slug]}, context)).find(
    (one) => one.kind === kind && one.slug.toLowerCase() === slug,
  );
  return folded === undefined ? undefined : survivor(context, folded);
}
