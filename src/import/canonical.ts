import {byColumn} from '../schema/fields.ts';

/**
 * The relations and columns that recipes may define. The shape of a column determines how a recipe's value is
 * converted, and when it is refused.
 */
export type Shape = 'text' | 'list' | 'number' | 'share' | 'time' | 'flag' | 'object' | 'vector' | StatementShape;

/** Columns with several statements of one type: the members of each, in any order; missing ones are null. */
export const STATEMENTS = {
  provenance: {
    field: 'VARCHAR',
    source: 'VARCHAR',
    confidence: 'DOUBLE',
    observed_at: 'TIMESTAMPTZ',
    record: 'VARCHAR',
  },
  names: {name: 'VARCHAR', type: 'VARCHAR', source: 'VARCHAR'},
  mechanisms: {
    mechanism: 'VARCHAR',
    action: 'VARCHAR',
    role: 'VARCHAR',
    target: 'VARCHAR',
    target_keys: 'VARCHAR[]',
    protein: 'VARCHAR',
    source: 'VARCHAR',
    confidence: 'DOUBLE',
    record: 'VARCHAR',
  },
  indications: {
    id: 'VARCHAR',
    label: 'VARCHAR',
    phase: 'VARCHAR',
    source: 'VARCHAR',
    confidence: 'DOUBLE',
    record: 'VARCHAR',
  },
} as const;
export type StatementShape = keyof typeof STATEMENTS;

/** The types of names in `names`. */
export const NAME_TYPES = ['generic', 'brand', 'code', 'chemical', 'former', 'abbreviation', 'synonym'] as const;
/** The role of a target in `mechanisms`; null if the source does not state it. */
export const TARGET_ROLES = ['primary', 'additional'] as const;

export const ENTITY_COLUMNS = {
  key: 'text',
  same_as: 'list',
  merged_into: 'text',
  removed: 'flag',
  kind: 'text',
  name: 'text',
  aliases: 'list',
  names: 'names',
  ...byColumn(({type}): Shape => type),
  mechanisms: 'mechanisms',
  indications: 'indications',
  moiety: 'text',
  slug: 'text',
  identity_confidence: 'share',
  observed_at: 'time',
  updated_at: 'time',
  embedding: 'vector',
  provenance: 'provenance',
  source: 'text',
  source_record: 'text',
} as const satisfies Record<string, Shape>;

export const EDGE_COLUMNS = {
  source_key: 'text',
  relation: 'text',
  target_key: 'text',
  observed_at: 'time',
  origin: 'text',
  confidence: 'share',
  source_record: 'text',
} as const satisfies Record<string, Shape>;

/** Disease terms: a look-up table for enrichment, never entities. */
export const DISEASE_COLUMNS = {
  id: 'text',
  label: 'text',
  synonyms: 'list',
  xrefs: 'list',
  parents: 'list',
} as const satisfies Record<string, Shape>;

/** Rows that a recipe itself could not read, such as lines that are not JSON. */
export const REJECT_COLUMNS = {
  file: 'text',
  line: 'number',
  reason: 'text',
  row: 'text',
} as const satisfies Record<string, Shape>;

/** Rows that a recipe leaves out deliberately, counted by reason. */
export const LEFT_OUT_COLUMNS = {
  reason: 'text',
  rows: 'number',
} as const satisfies Record<string, Shape>;

export const RELATIONS_OF_RECIPE = {
  entities: ENTITY_COLUMNS,
  edges: EDGE_COLUMNS,
  diseases: DISEASE_COLUMNS,
  rejects: REJECT_COLUMNS,
  left_out: LEFT_OUT_COLUMNS,
} as const;

export type RecipeRelation = keyof typeof RELATIONS_OF_RECIPE;

export const TYPE_OF: Record<Shape, string> = {
  text: 'VARCHAR',
  list: 'VARCHAR[]',
  number: 'DOUBLE',
  share: 'DOUBLE',
  time: 'TIMESTAMPTZ',
  flag: 'BOOLEAN',
  object: 'VARCHAR',
  vector: 'FLOAT[]',
  ...(Object.fromEntries(
    Object.entries(STATEMENTS).map(([shape, members]) => [
      shape,
      `STRUCT(${Object.entries(members)
        .map(([name, type]) => `"${name}" ${type}`)
        .join(', ')})[]`,
    ]),
  ) as Record<StatementShape, string>),
};

export const isStatements = (shape: Shape): shape is StatementShape => shape in STATEMENTS;
const isList = (type: string) => type.endsWith('[]') || type.endsWith(']') || type === 'NULL';

/** The problem with a column's own type, or undefined. Checked once per recipe, not for each row. */
export function typeProblem(column: string, shape: Shape, type: string): string | undefined {
  if ((shape === 'list' || shape === 'vector' || isStatements(shape)) && !isList(type) && type !== 'INTEGER') {
    return `column ${column} is ${type}, but must be a list (${TYPE_OF[shape]}); string_split makes a list from text`;
  }
  return undefined;
}

/** SQL for the staged value of a column; null if there is none or it is not valid. */
export function valueSql(column: string, shape: Shape, type: string): string {
  const c = `"${column}"`;
  switch (shape) {
    case 'text':
      return `nullif(trim(${c}::VARCHAR), '')`;
    case 'list':
      if (!isList(type)) return 'NULL::VARCHAR[]';
      return `nullif(list_distinct(list_filter(list_transform(${c}::VARCHAR[], lambda x: trim(x)), lambda x: x <> '')).list_sort(), [])`;
    case 'object':
      return `nullif(json_merge_patch('{}', ${type === 'VARCHAR' ? `case when json_valid(${c}) then ${c}::JSON end` : `to_json(${c})`})::VARCHAR, '{}')`;
    case 'vector':
    case 'provenance':
    case 'mechanisms':
    case 'indications':
      return isList(type) ? `${c}::${TYPE_OF[shape]}` : `NULL::${TYPE_OF[shape]}`;
    case 'names':
      if (!isList(type)) return `NULL::${TYPE_OF[shape]}`;
      return `nullif(list_filter(${c}::${TYPE_OF[shape]}, lambda n: trim(n.name) <> ''), [])`;
    default:
      return `try_cast(${type === 'VARCHAR' ? `nullif(trim(${c}), '')` : c} as ${TYPE_OF[shape]})`;
  }
}

/** SQL for the reason why a row is refused because of this column, or null. Pairs of a condition and a reason. */
export function problemSql(column: string, shape: Shape, type: string): [condition: string, reason: string][] {
  const c = `"${column}"`;
  const given = type === 'VARCHAR' ? `nullif(trim(${c}), '') is not null` : `${c} is not null`;
  switch (shape) {
    case 'number':
    case 'time':
    case 'flag': {
      const noun = {number: 'number', time: 'date', flag: 'true or false'}[shape];
      return [
        [
          `${given} and ${valueSql(column, shape, type)} is null`,
          `${column} is not a ${noun}`.replace('a true', 'true'),
        ],
      ];
    }
    case 'share':
      return [
        [
          `${given} and (${valueSql(column, shape, type)} is null or not ${valueSql(column, shape, type)} between 0 and 1)`,
          `${column} is not a number from 0 to 1`,
        ],
      ];
    case 'object':
      return type === 'VARCHAR'
        ? [[`${given} and (not json_valid(${c}) or json_type(${c}) <> 'OBJECT')`, `${column} is not a JSON object`]]
        : [];
    default:
      return [];
  }
}
