import type {Generation} from '../generation.ts';
import {CONFIDENCE} from '../operations/names/by-name.ts';
import {nameAll} from '../operations/names/naming.ts';
import {withBelow} from '../operations/records/group.ts';
import {KINDS} from '../schema/kinds.ts';
import {is} from '../sql/results.ts';
import {quote, sql} from '../sql/sql.ts';
import {StoredGeneration} from '../store/generation.ts';
import {type Changes, changesOf, REF, type Ref} from './compare.ts';
import type {Section, State} from './sides.ts';
import {type Sides, withSides} from './sides.ts';

export interface WatchInput {
  /** Files of two generations, the older one first. */
  before: string;
  after: string;
  /** Names, identifiers or `kind/slug` of watched entities; a company stands for its group. */
  watch: readonly string[];
  /** Maximum number of rows per section; default 20. */
  limit?: number | undefined;
  /** Where spilled data goes. */
  spill: string;
  /** Of the engine; default `3GB`. */
  memoryLimit?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Changes around a watched entity: to itself, its group, and all entities linked to them. */
export interface Watched extends Changes {
  input: string;
  entity: Ref;
  /** Its subsidiaries by `subsidiary_of`, counted with it. */
  group: Ref[];
  /** New edges between entities that existed before. */
  ties: Section<{relation: string; from: Ref; to: Ref}>;
}

export interface Digest {
  from: State;
  to: State;
  /** Entities with changes around them, in the order given. */
  changed: Watched[];
  /** Entities without changes around them. */
  quiet: Ref[];
  /** Inputs that name no entity, and ambiguous ones with the candidates. */
  unknown: {input: string; candidates: Ref[]}[];
}

interface Subject {
  input: string;
  entity: Ref;
  group: Ref[];
}

/** Changes between two generations around the entities of a list. */
export async function watchGenerations({watch, ...input}: WatchInput): Promise<Digest> {
  const {subjects, unknown} = await subjectsOf(input.after, watch);
  const {spill, signal, memoryLimit, limit = 20} = input;
  const options = {spill, signal, memoryLimit, limit};
  return withSides([{file: input.before}, {file: input.after}], options, async (sides) => {
    const changed: Watched[] = [];
    const quiet: Ref[] = [];
    for (const subject of subjects) {
      await choose(sides, subject);
      const changes = await changesOf(sides);
      const ties = await sides.section(TIES, 'relation, "from".name, "to".name, "from".id, "to".id', TIE);
      const isQuiet = [...Object.values(changes), ties].every(({total}) => total === 0);
      if (isQuiet) quiet.push(subject.entity);
      else changed.push({...subject, ...changes, ties});
    }
    return {from: sides.from, to: sides.to, changed, quiet, unknown};
  });
}

/** The entities that the inputs name now, each once. */
async function subjectsOf(
  file: string,
  names: readonly string[],
): Promise<{subjects: Subject[]; unknown: Digest['unknown']}> {
  const generation = await StoredGeneration.open(file, 0, {memory: '512MB', connections: 1, threads: 2});
  try {
    const named = await nameAll(generation, names, {least: CONFIDENCE.typo}, {});
    const refs = await refsOf(
      generation,
      named.flatMap(({rid, candidates}) => [...(rid === null ? [] : [rid]), ...candidates]),
    );
    const subjects: Subject[] = [];
    const unknown: Digest['unknown'] = [];
    const seen = new Set<number>();
    for (const [at, {rid, candidates}] of named.entries()) {
      const input = names[at] ?? '';
      const entity = rid === null ? undefined : refs.get(rid);
      if (entity === undefined || rid === null) {
        unknown.push({input, candidates: candidates.flatMap((one) => refs.get(one) ?? [])});
      } else if (!seen.has(rid)) {
        seen.add(rid);
        const below = (await withBelow(generation, [rid], {})).filter((one) => one !== rid);
        subjects.push({input, entity, group: [...(await refsOf(generation, below)).values()]});
      }
    }
    return {subjects, unknown};
  } finally {
    await generation.retire();
  }
}

async function refsOf(generation: Generation, rids: readonly number[]): Promise<Map<number, Ref>> {
  if (rids.length === 0) return new Map();
  const rows = await generation.rows(
    sql`select e.rid, e.id::varchar as id, k.kind, e.name, e.slug from entity e join kind k on k.kind_no = kind_of(e.rid)
        where e.rid in ${[...new Set(rids)]} order by e.name, e.id`,
    {rid: is.integer, id: is.text, kind: is.oneOf(...KINDS), name: is.text, slug: is.text},
  );
  return new Map(rows.map(({rid, ...ref}) => [rid, ref]));
}

/**
 * `member` has a watched entity and its group, including entities merged into them since; `chosen` adds all entities
 * linked to one.
 */
async function choose({run}: Sides, {entity, group}: Subject): Promise<void> {
  const ids = [entity, ...group].map(({id}) => `${quote(id)}::UUID`).join(', ');
  await run(`CREATE OR REPLACE TEMP TABLE member AS
    SELECT unnest([${ids}]) AS id UNION SELECT id FROM b_gone WHERE survivor IN (${ids})`);
  await run(`CREATE OR REPLACE TEMP TABLE chosen AS
    FROM member
    UNION SELECT target FROM (FROM a_edge UNION FROM b_edge) WHERE relation <> 'subsidiary_of' AND source IN (FROM member)
    UNION SELECT source FROM (FROM a_edge UNION FROM b_edge) WHERE relation <> 'subsidiary_of' AND target IN (FROM member)`);
}

const TIE = {relation: is.text, from: is.struct(REF), to: is.struct(REF)};

const TIES = `
SELECT e.relation, {id: s.id, kind: s.kind, name: s.name, slug: s.slug} AS "from", {id: t.id, kind: t.kind, name: t.name, slug: t.slug} AS "to"
FROM (FROM b_edge WHERE source IN (FROM member) OR target IN (FROM member) EXCEPT FROM a_edge) e
JOIN b_entity s ON s.id = e.source JOIN b_entity t ON t.id = e.target
WHERE s.id IN (SELECT id FROM a_entity) AND t.id IN (SELECT id FROM a_entity)`;
