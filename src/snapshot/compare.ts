import {z} from 'zod';
import {isEmpty, matching, resolveFilters, type Understood} from '../operations/filters/filters.ts';
import {parseParams} from '../schema/check.ts';
import {entityFilters, minConfidence} from '../schema/params.ts';
import {is, type RowOf} from '../sql/results.ts';
import {StoredGeneration} from '../store/generation.ts';
import {type Section, type Side, type Sides, type State, withSides} from './sides.ts';

/** Reports only entities that match these filters before or after; the filters are those of a list of entities. */
export const diffFilter = z.strictObject({...entityFilters, min_confidence: minConfidence});

export type DiffFilter = z.input<typeof diffFilter>;

export interface CompareInput {
  /** Files of two generations, the older one first. */
  before: string;
  after: string;
  filter?: DiffFilter | undefined;
  /** Rows per section at most; default 20. */
  limit?: number | undefined;
  /** Where spilled data goes. */
  spill: string;
  /** Of the engine; default `3GB`. */
  memoryLimit?: string | undefined;
  signal?: AbortSignal | undefined;
}

export const REF = {id: is.text, kind: is.text, name: is.text, slug: is.text};

export type Ref = RowOf<typeof REF>;

const CELL = {
  target: is.text,
  modality: is.text,
  /** Null if the entities state none. */
  therapeutic_area: is.text.orNull,
  /** Trusted entities in it, after or before. */
  entities: is.integer,
};

type Cell = RowOf<typeof CELL>;

const KIND = {kind: is.text, added: is.integer, removed: is.integer, merged: is.integer, changed: is.integer};
const EDGE = {relation: is.text, added: is.integer, removed: is.integer};

/** Changes in a set of entities. */
export interface Changes {
  /** Trials and programs that moved from one phase to another. */
  phases: Section<Ref & {from: string | null; to: string | null}>;
  approvals: Section<Ref & {approved_at: string | null}>;
  merged: Section<Ref & {into: Ref | null}>;
  removed: Section<Ref>;
  added: Section<Ref>;
}

export interface Comparison extends Changes {
  from: State;
  to: State;
  /** The filters as applied. */
  filter: Record<string, unknown>;
  /** Suggestions for filter values that neither side has. */
  did_you_mean?: Record<string, string[]>;
  /** By kind: the number of entities added, removed, merged into another, or changed. */
  kinds: RowOf<typeof KIND>[];
  /** Cells of an area without trusted entities before; none if there are filters that do not apply to cells. */
  occupied: Section<Cell>;
  /** Cells of an area without trusted entities after. */
  emptied: Section<Cell>;
  /** Edges added and removed, by relation. */
  edges: RowOf<typeof EDGE>[];
}

/**
 * Changes between two generations, in the terms of the field.
 * @throws GraphError `validation_error` for an invalid or ambiguous filter.
 */
export async function compareGenerations(input: CompareInput): Promise<Comparison> {
  const filter = parseParams(diffFilter, input.filter ?? {});
  const [a, b] = [await side(input.before, filter, 'a'), await side(input.after, filter, 'b')];
  const {spill, signal, memoryLimit, limit = 20} = input;
  const options = {spill, signal, memoryLimit, limit};
  return withSides([a, b], options, async (sides) => {
    await sides.run(`CREATE TEMP TABLE chosen AS SELECT id FROM a_chosen UNION SELECT id FROM b_chosen`);
    const unknown = Object.entries(b.didYouMean).filter(([name]) => name in a.didYouMean);
    const hasCells = Object.keys(filter).every((name) => CELL_FILTERS.has(name));
    return {
      from: sides.from,
      to: sides.to,
      filter: {...filter, ...a.meant, ...b.meant},
      ...(unknown.length > 0 && {did_you_mean: Object.fromEntries(unknown)}),
      kinds: await sides.rows(KINDS, KIND),
      ...(await changesOf(sides)),
      occupied: await sides.section(cells('b', 'a', hasCells), CELL_ORDER, CELL),
      emptied: await sides.section(cells('a', 'b', hasCells), CELL_ORDER, CELL),
      edges: await sides.rows(EDGES, EDGE),
    };
  });
}

/** Changes to the entities of the table `chosen`. */
export async function changesOf({section}: Sides): Promise<Changes> {
  return {
    phases: await section(PHASES, 'name, id', {...REF, from: is.text.orNull, to: is.text.orNull}),
    approvals: await section(APPROVALS, 'approved_at DESC NULLS LAST, name, id', {...REF, approved_at: is.text.orNull}),
    merged: await section(MERGED, 'name, id', {...REF, into: is.struct(REF).orNull}),
    removed: await section(REMOVED, 'kind, name, id', REF),
    added: await section(ADDED, 'kind, name, id', REF),
  };
}

/** One side of the comparison, with the ids that match on it, and the cells within the filters. */
async function side(
  file: string,
  filter: z.output<typeof diffFilter>,
  prefix: string,
): Promise<Side & Pick<Understood, 'didYouMean' | 'meant'>> {
  const generation = await StoredGeneration.open(file, 0, {memory: '512MB', connections: 1, threads: 2});
  try {
    const filters = await resolveFilters(generation, filter, {});
    const passing = isEmpty(filters) ? 'SELECT rid FROM entity WHERE false' : matching(filters).toString();
    const within = ['target', 'modality', 'therapeutic_area'].map((name) => {
      const group = filters.groups.find((one) => one.name === name);
      return group === undefined
        ? 'true'
        : group.labelIds.length === 0
          ? 'false'
          : `(${COLUMN[name]} IN (${group.labelIds.join(', ')}))`;
    });
    const {didYouMean, meant} = filters;
    return {
      file,
      didYouMean,
      meant,
      also: `CREATE TEMP TABLE ${prefix}_chosen AS SELECT id FROM graph.entity WHERE rid IN (${passing});
        CREATE TEMP TABLE ${prefix}_within AS
        SELECT DISTINCT t.value AS target, m.value AS modality, a.value AS area
        FROM graph.cell c JOIN graph.value t ON t.label_id = c.target JOIN graph.value m ON m.label_id = c.modality LEFT JOIN graph.value a ON a.label_id = c.area
        WHERE c.area >= 0 AND ${within.join(' AND ')};`,
    };
  } finally {
    await generation.retire();
  }
}

/** The columns of a cell. */
const COLUMN: Record<string, string> = {target: 'c.target', modality: 'c.modality', therapeutic_area: 'c.area'};

/** Filters that apply to cells; the kind does not restrict them. */
const CELL_FILTERS = new Set(['kind', 'target', 'modality', 'therapeutic_area']);

const PHASES = `
SELECT b.id, b.kind, b.name, b.slug, a.phase AS "from", b.phase AS "to"
FROM a_entity a JOIN b_entity b USING (id) JOIN chosen USING (id)
WHERE lower(a.phase) IS DISTINCT FROM lower(b.phase)`;

const APPROVALS = `
SELECT b.id, b.kind, b.name, b.slug, b.approved_at FROM b_entity b JOIN chosen USING (id) ANTI JOIN a_entity a USING (id)
WHERE b.kind = 'approval'`;

const MERGED = `
SELECT g.id, g.kind, g.name, g.slug,
  CASE WHEN s.id IS NOT NULL THEN {id: s.id, kind: s.kind, name: s.name, slug: s.slug} END AS "into"
FROM b_gone g JOIN chosen USING (id) JOIN a_entity a USING (id) LEFT JOIN b_entity s ON s.id = g.survivor
WHERE g.merged_into IS NOT NULL`;

const REMOVED = `
SELECT a.id, a.kind, a.name, a.slug FROM a_entity a JOIN chosen USING (id) ANTI JOIN b_entity b USING (id)
WHERE a.id NOT IN (SELECT id FROM b_gone WHERE merged_into IS NOT NULL)`;

const ADDED =
  'SELECT b.id, b.kind, b.name, b.slug FROM b_entity b JOIN chosen USING (id) ANTI JOIN a_entity a USING (id)';

const KINDS = `
SELECT kind, count(*) FILTER (what = 'added') AS added, count(*) FILTER (what = 'removed') AS removed,
  count(*) FILTER (what = 'merged') AS merged, count(*) FILTER (what = 'changed') AS changed
FROM (
  SELECT kind, 'added' AS what FROM (${ADDED})
  UNION ALL SELECT kind, 'removed' FROM (${REMOVED})
  UNION ALL SELECT kind, 'merged' FROM (${MERGED})
  UNION ALL SELECT b.kind, 'changed' FROM a_entity a JOIN b_entity b USING (id) JOIN chosen USING (id) WHERE a.said <> b.said
)
GROUP BY kind ORDER BY kind`;

const EDGES = `
SELECT relation, count(*) FILTER (came) AS added, count(*) FILTER (NOT came) AS removed
FROM (
  SELECT *, true AS came FROM (FROM b_edge EXCEPT FROM a_edge)
  UNION ALL
  SELECT *, false FROM (FROM a_edge EXCEPT FROM b_edge)
)
WHERE source IN (SELECT id FROM chosen) OR target IN (SELECT id FROM chosen)
GROUP BY relation ORDER BY relation`;

const CELL_ORDER = 'entities DESC, target, modality, therapeutic_area';

/** Cells that only one side has. */
function cells(has: string, lacks: string, isTold: boolean): string {
  return `
    SELECT x.target, x.modality, x.area AS therapeutic_area, x.entities
    FROM ${has}_cell x
    SEMI JOIN ${has}_within w ON x.target = w.target AND x.modality = w.modality AND x.area IS NOT DISTINCT FROM w.area
    ANTI JOIN ${lacks}_cell y ON x.target = y.target AND x.modality = y.modality AND x.area IS NOT DISTINCT FROM y.area
    WHERE ${isTold}`;
}
