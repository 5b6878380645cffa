import type {Context} from '../../context.ts';
import {GraphError, MovedError} from '../../errors.ts';
import {KINDS, type Kind} from '../../schema/kinds.ts';
import {sql} from '../../sql/sql.ts';
import {kindNumber} from '../../store/generation.ts';
import {keyHash} from '../../store/words.ts';
import {briefs} from './brief.ts';
import {UUID} from './identifier-keys.ts';
import {nameAll} from './naming.ts';
import {nearest} from './near-names.ts';
import {ambiguous} from './organization.ts';

/**
 * The row of the entity a caller named. By id everywhere; where the caller is not a URL also by `kind/slug`, by any identifier, and by a name
 * or alias that only one entity bears. All in any case.
 * @param kind The one that is meant where several kinds bear a name.
 * @throws GraphError `bad_request` for a URL that holds no id, `validation_error` for a name that several bear, `not_found`; MovedError for a
 * merged id where redirects are not followed.
 */
export async function subject(context: Context, name: string, kind?: Kind): Promise<{rid: number; id: string}> {
  const {generation} = context;
  if (UUID.test(name)) return byId(context, name.toLowerCase());
  if (!context.follow) {
    const shown = JSON.stringify(name.slice(0, 80));
    throw new GraphError(
      'bad_request',
      `Malformed entity id ${shown}: a UUID is expected. /v1/resolve finds it by name or identifier.`,
    );
  }
  const all = (kinds?: readonly Kind[]) => nameAll(generation, [name], {kinds}, context);
  let [named] = await all(kind && [kind]);
  if (kind !== undefined && named?.rid === null && named.candidates.length === 0) [named] = await all();
  const {rid = null, candidates = [], from} = named ?? {};
  if (rid === null && candidates.length > 0) throw await ambiguous(generation, 'entity_id', name, candidates, context);
  const id = rid === null ? undefined : (await briefs(generation, [rid], context)).get(rid)?.id;
  if (rid === null || id === undefined) throw await unknown(context, name, kind);
  if (from !== undefined) context.meta.redirected_from = from;
  return {rid, id};
}

/** Nobody bears the name; what is nearest to it may have been meant. */
async function unknown(context: Context, name: string, kind: Kind | undefined): Promise<GraphError> {
  const [, ofKind, slug] = /^([a-z_]+)\/(.+)$/i.exec(name.trim()) ?? [];
  const asked = KINDS.find((one) => one === ofKind?.toLowerCase());
  const text = asked === undefined || slug === undefined ? name : slug.replaceAll('-', ' ');
  const within = asked ?? kind;
  const near = await nearest(context.generation, text, within && [within], 3, context);
  const known = await briefs(context.generation, near, context);
  const list = near.flatMap((rid) => {
    const one = known.get(rid);
    return one === undefined ? [] : [`${one.kind}/${one.slug} (${JSON.parse(one.name) as string})`];
  });
  const shown = JSON.stringify(name.slice(0, 80));
  const what =
    asked === undefined
      ? `No entity is called ${shown}.`
      : `No ${asked} has the slug ${JSON.stringify(slug?.slice(0, 80))}.`;
  return new GraphError('not_found', list.length === 0 ? what : `${what} Nearest: ${list.join('; ')}.`);
}

async function byId(context: Context, id: string): Promise<{rid: number; id: string}> {
  const {generation} = context;
  const [rids] = (await generation.columns(sql`select rid from entity where id = ${id}::uuid`, context)) as [number[]];
  if (rids?.[0] !== undefined) return {rid: rids[0], id};
  const survivor = await survivorOf(context, id);
  if (survivor === undefined) throw new GraphError('not_found', `No entity has the id ${id}.`);
  if (!context.follow) throw new MovedError(id, survivor.id);
  context.meta.redirected_from = id;
  return survivor;
}

async function survivorOf(context: Context, id: string): Promise<{rid: number; id: string} | undefined> {
  const rows = await context.generation.rows(
    sql`select e.rid, e.id from gone g join entity e on e.rid = g.survivor where g.id = ${id}::uuid`,
    context,
  );
  return rows[0] as {rid: number; id: string} | undefined;
}

/** The live entity with this slug; on a collision the one changed last. */
export async function bySlug(context: Context, kind: Kind, given: string): Promise<{rid: number; id: string}> {
  const exact = await withSlug(context, kind, given);
  if (exact !== undefined) return exact;
  const folded = given === given.toLowerCase() ? undefined : await withSlug(context, kind, given.toLowerCase());
  if (folded !== undefined) return folded;
  throw await unknown(context, `${kind}/${given}`, kind);
}

async function withSlug(context: Context, kind: Kind, slug: string): Promise<{rid: number; id: string} | undefined> {
  const [rids] = (await context.generation.columns(
    sql`select rid from slug where h = ${keyHash(`${kind}/${slug}`)}`,
    context,
  )) as [number[]];
  const rid = rids?.[0];
  if (rid !== undefined) {
    const found = (await briefs(context.generation, [rid], context)).get(rid);
    if (found?.slug === slug) return {rid, id: found.id};
  }
  const gone = await context.generation.rows(
    sql`select g.id as gone, e.rid, e.id from gone g join entity e on e.rid = g.survivor
        where g.kind_no = ${kindNumber(kind)} and g.slug = ${slug} order by g.updated_at desc, g.id limit 1`,
    context,
  );
  const [folded] = gone as {gone: string; rid: number; id: string}[];
  if (folded === undefined) return undefined;
  if (!context.follow) throw new MovedError(folded.gone, folded.id);
  context.meta.redirected_from = folded.gone;
  return {rid: folded.rid, id: folded.id};
}
