import type {Context} from '../../context.ts';
import {GraphError, MovedError} from '../../errors.ts';
import {KINDS, type Kind} from '../../schema/kinds.ts';
import {sql} from '../../sql/sql.ts';
import {kindNumber} from '../../store/generation.ts';
import {keyHash} from '../../store/words.ts';
import {briefs} from './brief.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The row of the entity a caller named. By id everywhere; by `kind/slug` where the caller is not a URL.
 * @throws GraphError `bad_request` for what is neither, `not_found`; MovedError for a merged id where redirects are not followed.
 */
export async function subject(context: Context, name: string): Promise<{rid: number; id: string}> {
  if (UUID.test(name)) return byId(context, name.toLowerCase());
  const cut = name.indexOf('/');
  if (context.follow && cut > 0) {
    const kind = name.slice(0, cut);
    if ((KINDS as readonly string[]).includes(kind)) return bySlug(context, kind as Kind, name.slice(cut + 1));
    throw new GraphError(
      'bad_request',
      `Unknown kind ${JSON.stringify(kind)} in ${JSON.stringify(name)}. Kinds: ${KINDS.join(', ')}.`,
    );
  }
  throw new GraphError(
    'bad_request',
    `Malformed entity id ${JSON.stringify(name.slice(0, 80))}: a UUID is expected${context.follow ? ', or kind/slug' : ''}.`,
  );
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
export async function bySlug(context: Context, kind: Kind, slug: string): Promise<{rid: number; id: string}> {
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
  if (folded === undefined) throw new GraphError('not_found', `No ${kind} has the slug ${JSON.stringify(slug)}.`);
  if (!context.follow) throw new MovedError(folded.gone, folded.id);
  context.meta.redirected_from = folded.gone;
  return {rid: folded.rid, id: folded.id};
}
