import {KINDS} from '../schema/kinds.ts';
import {LONGEST_SLUG} from '../schema/params.ts';
import {SNAPSHOT_TABLES, type SnapshotTable} from '../schema/snapshot.ts';
import {quote} from '../sql/sql.ts';

/** A rule of docs/snapshot-format.md for rows, as a test for violations. */
export interface Rule {
  table: SnapshotTable;
  column: string;
  /** The violation, such as `an id used twice`. */
  breach: string;
  /** SQL: whether a row violates the rule. `{table}` stands for the rows of a table. */
  where: string;
}

const isUuid = (column: string) => `regexp_full_match(${column}, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')`;

/** Characters not allowed in texts; whitespace is allowed, and shown as blanks by readers. */
const CONTROL = String.raw`'[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]'`;

/** Columns of JSON text. */
export const JSON_COLUMNS = ['attributes', 'funding'] as const;

/** Deeper than readers have to support. */
export const DEEPEST = 100;

type Columns = [name: string, type: string][];

const columnsOf = (table: SnapshotTable, test: (type: string) => boolean): Columns =>
  Object.entries(SNAPSHOT_TABLES[table].columns).filter(
    ([name, type]) => test(type) && !(JSON_COLUMNS as readonly string[]).includes(name),
  );

/** Rules that follow from the columns. */
function plain(table: SnapshotTable): Rule[] {
  const rule = (breach: string, where: (column: string) => string) => (columns: Columns) =>
    columns.map(([column]) => ({table, column, breach, where: where(column)}));
  const required: readonly string[] = SNAPSHOT_TABLES[table].required;
  return [
    ...rule(
      'a missing required value',
      (column) => `${column} IS NULL`,
    )(columnsOf(table, () => true).filter(([name]) => required.includes(name))),
    ...rule(
      'control characters',
      (column) => `regexp_matches(${column}, ${CONTROL})`,
    )(
      // Only ids are checked in edges, because there are many of them.
      columnsOf(table, (type) => type === 'VARCHAR').filter(([name]) => !isEnd(table, name)),
    ),
    ...rule(
      'control characters',
      (column) => `regexp_matches(array_to_string(${column}, ' '), ${CONTROL})`,
    )(columnsOf(table, (type) => type === 'VARCHAR[]')),
    ...rule(
      'a list that contains null',
      (column) => `len(${column}) <> list_count(${column})`,
    )(columnsOf(table, (type) => type.endsWith('[]'))),
    ...rule(
      'a number outside 0 to 1',
      (column) => `NOT ${column} BETWEEN 0 AND 1`,
    )(columnsOf(table, (type) => type === 'DOUBLE')),
    ...rule(
      'an impossible time',
      (column) =>
        `NOT ${column} BETWEEN '0001-01-01T00:00:00Z'::TIMESTAMPTZ AND '9999-12-31T23:59:59.999Z'::TIMESTAMPTZ`,
    )(columnsOf(table, (type) => type === 'TIMESTAMPTZ')),
  ];
}

function isEnd(table: SnapshotTable, column: string): boolean {
  return (table === 'edges' || table === 'edges_gone') && column !== 'origin' && column !== 'record';
}

const entities = (column: string, breach: string, where: string): Rule => ({table: 'entities', column, breach, where});

/**
 * Rules for single rows, each checked in one pass over its table.
 * @param asOf ISO 8601: the release's `as_of`.
 */
export function rowRules(asOf: string): Rule[] {
  return [
    ...(Object.keys(SNAPSHOT_TABLES) as SnapshotTable[]).flatMap(plain),
    entities('id', 'an id that is not a lower-case UUID', `NOT ${isUuid('id')}`),
    entities('kind', 'an unknown kind', `kind NOT IN (${KINDS.map(quote).join(', ')})`),
    entities('name', 'an entity without name', `trim(name) = ''`),
    entities('slug', 'an entity without slug', `trim(slug) = ''`),
    entities('slug', `a slug of more than ${LONGEST_SLUG} characters`, `length(slug) > ${LONGEST_SLUG}`),
    entities('source', 'an entity without source', `trim(source) = ''`),
    entities('updated_at', 'an updated_at after as_of', `updated_at > ${quote(asOf)}::TIMESTAMPTZ`),
    entities('state', 'a state that is not live, merged or removed', `state NOT IN ('live', 'merged', 'removed')`),
    entities(
      'merged_into',
      'merged_into without the state merged, or the state without it',
      `(state = 'merged') <> (merged_into IS NOT NULL)`,
    ),
    entities('merged_into', 'an id that is not a lower-case UUID', `NOT ${isUuid('merged_into')}`),
    entities('merged_into', 'an entity merged into itself', 'merged_into = id'),
    ...JSON_COLUMNS.map((column) =>
      entities(
        column,
        'JSON that is not an object',
        `NOT json_valid(${column}) OR NOT starts_with(ltrim(${column}, chr(9) || chr(10) || chr(13) || ' '), '{')
          OR regexp_matches(${column}, ${CONTROL})`,
      ),
    ),
    {
      table: 'provenance',
      column: 'entity_id',
      breach: 'an id that is not a UUID',
      where: 'try_cast(entity_id AS UUID) IS NULL',
    },
    {
      table: 'embeddings',
      column: 'vector',
      breach: 'a vector with something that is not a number',
      where: 'len(list_filter(vector, lambda x: NOT isfinite(x))) > 0',
    },
  ];
}

/**
 * JSON that this engine accepts and others may reject, by its appearance; a strict parser then decides. What is nested deeper than allowed has
 * at least as many letters as that takes brackets.
 */
export const DOUBTFUL = (column: string) =>
  String.raw`regexp_matches(${column}, '[\t\n\r]|,\s*[\]}]|(?i)[:,\[]\s*-?(?:nan|inf|infinity)\s*[,\]}]|[0-9]e\+?[0-9]{3}')
    OR NOT starts_with(${column}, '{')
    OR strlen(${column}) > ${2 * DEEPEST} AND strlen(${column}) - strlen(replace(replace(${column}, '[', ''), '{', '')) > ${DEEPEST}`;

/**
 * Rules for all rows together.
 * @param isWhole Edges and merges of a delta may refer to entities outside it.
 */
export function tableRules(isWhole: boolean): Rule[] {
  const key = 'hash(source, relation, target)';
  const ends = ['source', 'target'].map(
    (column): Rule => ({
      table: 'edges',
      column,
      breach: isWhole ? 'an edge whose end is not an entity' : 'an id that is not a lower-case UUID',
      where: isWhole ? `${column} NOT IN (SELECT id FROM {entities})` : `NOT ${isUuid(column)}`,
    }),
  );
  return [
    entities('id', 'an id used twice', 'id IN (SELECT id FROM {entities} GROUP BY id HAVING count(*) > 1)'),
    ...(isWhole
      ? [
          entities(
            'merged_into',
            'an entity merged into nothing',
            'merged_into IS NOT NULL AND merged_into NOT IN (SELECT id FROM {entities})',
          ),
        ]
      : []),
    ...ends,
    {
      table: 'edges',
      column: 'relation',
      breach: 'a malformed relation name',
      where: `relation IN (SELECT relation FROM (SELECT DISTINCT relation FROM {edges}) WHERE NOT regexp_full_match(relation, '[a-z][a-z0-9_]*'))`,
    },
    {
      table: 'edges',
      column: 'relation',
      breach: 'more than 255 relations',
      where: 'relation IN (SELECT DISTINCT relation FROM {edges} ORDER BY relation OFFSET 255)',
    },
    {
      table: 'edges',
      column: 'target',
      breach: 'an edge used twice',
      // Few keys share a hash: only those are compared as texts.
      where: `${key} IN (
        SELECT hashed FROM (
          SELECT ${key} AS hashed, source, relation, target FROM {edges}
          WHERE ${key} IN (SELECT ${key} FROM {edges} GROUP BY 1 HAVING count(*) > 1)
        ) GROUP BY hashed, source, relation, target HAVING count(*) > 1)`,
    },
    {
      table: 'diseases',
      column: 'id',
      breach: 'an id used twice',
      where: 'id IN (SELECT id FROM {diseases} GROUP BY id HAVING count(*) > 1)',
    },
    {
      table: 'embeddings',
      column: 'entity_id',
      breach: 'a second vector of an entity',
      where: 'entity_id IN (SELECT entity_id FROM {embeddings} GROUP BY entity_id HAVING count(*) > 1)',
    },
    {
      table: 'embeddings',
      column: 'vector',
      breach: 'a vector of another length',
      where: `len(vector) <> (SELECT mode(len(vector)) FROM {embeddings} WHERE len(vector) > 0) ${isWhole ? '' : 'AND len(vector) > 0'}`,
    },
  ];
}
