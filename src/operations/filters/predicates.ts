import {z} from 'zod';
import {type Field as EntityField, FIELDS} from '../../schema/fields.ts';
import {KINDS} from '../../schema/kinds.ts';
import {asDay, asInstant, contains, kindOf, normOf, startsWith} from '../../sql/fragments.ts';
import {id as identifier, type Sql, sql} from '../../sql/sql.ts';
import {norm} from '../../text/words.ts';
import {timeOf} from '../../time.ts';
import {invalid, valuesOf} from './predicate-values.ts';

export const OPERATORS = [
  'eq',
  'ne',
  'in',
  'not_in',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'prefix',
  'contains',
  'is_null',
  'not_null',
] as const;

type Operator = (typeof OPERATORS)[number];

/** The interpretation of the values of predicates. */
export interface Words {
  /** For each predicate: the values as value numbers, or the condition itself; undefined if values mean themselves. */
  conditions: (Sql | undefined)[];
  didYouMean: Record<string, string[]>;
}

export const EQUAL: readonly Operator[] = ['eq', 'ne', 'in', 'not_in'];
const ORDER: readonly Operator[] = ['lt', 'lte', 'gt', 'gte', 'between'];
const NULL: readonly Operator[] = ['is_null', 'not_null'];
const TEXT: readonly Operator[] = ['prefix', 'contains'];

type SearchField =
  | {type: 'text'; column: string; operators: readonly Operator[]; gated?: boolean}
  | {type: 'kind'; operators: readonly Operator[]}
  | {type: 'label'; field: string; operators: readonly Operator[]; gated: boolean; isSecondary?: boolean}
  | {type: 'organization'; operators: readonly Operator[]}
  | {type: 'day'; operators: readonly Operator[]}
  | {type: 'number' | 'time'; column: Sql; operators: readonly Operator[]; signal?: boolean};

function text(column: string, {required = false, gated = false} = {}): SearchField {
  return {type: 'text', column, operators: [...EQUAL, ...TEXT, ...(required ? [] : NULL)], gated};
}

function label(field: string, gated = true): SearchField {
  return {type: 'label', field, operators: [...EQUAL, ...TEXT, ...NULL], gated};
}

function signal(column: string): SearchField {
  return {type: 'number', column: identifier(column), operators: [...EQUAL, ...ORDER, ...NULL], signal: true};
}

/** The fields of an entity that predicates may use, from their descriptions. */
function described(which: (field: EntityField) => boolean): Record<string, SearchField> {
  const asked = (FIELDS as readonly EntityField[]).filter((field) => field.search !== null && which(field));
  return Object.fromEntries(
    asked.map(({column, key, search, searchName, gated}) => [
      searchName ?? key,
      search === 'label'
        ? label(column, gated)
        : search === 'text'
          ? text(column, {gated})
          : {type: 'number' as const, column: identifier(key), operators: [...EQUAL, ...ORDER, ...NULL]},
    ]),
  );
}

/** Fields of predicates and their operators. `target`, `modality` and other labels match any value of the entity. */
export const SEARCH_FIELDS: Readonly<Record<string, SearchField>> = {
  kind: {type: 'kind', operators: EQUAL},
  name: text('name', {required: true}),
  slug: text('slug', {required: true}),
  ...described((field) => field.block !== 'identifiers'),
  // Counted among the modalities of an entity, beside its primary one.
  secondary_modalities: {...label('modality'), isSecondary: true} as SearchField,
  source: label('source', false),
  phase: label('phase', false),
  status: label('status', false),
  agency: label('agency', false),
  country: label('country', false),
  year: label('year', false),
  disease: {type: 'label', field: 'disease', operators: EQUAL, gated: true},
  organization: {type: 'organization', operators: EQUAL},
  date: {type: 'day', operators: [...EQUAL, ...ORDER, ...NULL]},
  updated_at: {type: 'time', column: sql`updated_at`, operators: [...EQUAL, ...ORDER]},
  ...described((field) => field.block === 'identifiers'),
  prominence: signal('prominence'),
  momentum: signal('momentum'),
  rank_in_kind: signal('rank_in_kind'),
  degree: signal('degree'),
  activity_90d: signal('activity_90d'),
};

const scalar = z.union([z.string().max(1000), z.number(), z.null()]);

/** One predicate as given. Field and operator are checked when it is compiled. */
export const predicate = z.strictObject({
  field: z.enum(Object.keys(SEARCH_FIELDS) as [string, ...string[]]).describe('A field of `search_fields` in schema.'),
  operator: z.enum(OPERATORS).describe('One of the operators that the field allows.'),
  value: z
    .union([scalar, z.array(z.union([z.string().max(1000), z.number()])).max(1000)])
    .optional()
    .describe(
      'A single value; a list for `in` and `not_in` (at most 1,000) and `between` (two); none for `is_null` and `not_null`.',
    ),
});

export type Predicate = z.output<typeof predicate>;

/**
 * Conditions on `rid`, one for each predicate.
 * @param minConfidence Least confidence of labels; undefined lets every label count
 */
export function compile(
  predicates: readonly Predicate[],
  minConfidence: number | undefined,
  {conditions}: Words,
): Sql[] {
  return predicates.map((given, index) => compileOne(given, `predicates.${index}`, minConfidence, conditions[index]));
}

/** Whether the trust gate applies to one of them. */
export function isGated(predicates: readonly Predicate[]): boolean {
  return predicates.some(({field}) => {
    const asked = SEARCH_FIELDS[field];
    return asked !== undefined && 'gated' in asked && asked.gated === true;
  });
}

function compileOne(
  given: Predicate,
  path: string,
  minConfidence: number | undefined,
  understood: Sql | undefined,
): Sql {
  const field = SEARCH_FIELDS[given.field];
  if (field === undefined) throw invalid(`${path}.field`, `Unknown field ${given.field}.`);
  if (!field.operators.includes(given.operator)) {
    throw invalid(`${path}.operator`, `${given.field} allows ${field.operators.join(', ')}, not ${given.operator}.`);
  }
  const values = valuesOf(given, field, `${path}.value`);
  if (field.type === 'kind') {
    const numbers = values.map((value) => KINDS.indexOf(value as (typeof KINDS)[number]) + 1);
    const among = sql`${kindOf('rid')} in ${numbers}`;
    return given.operator === 'ne' || given.operator === 'not_in' ? sql`not (${among})` : among;
  }
  if (field.type === 'organization') {
    const isOther = given.operator === 'ne' || given.operator === 'not_in';
    return isOther ? sql`not (${understood ?? sql`false`})` : (understood ?? sql`false`);
  }
  if (field.type === 'label') return labelCondition(field, given.operator, values, minConfidence, understood);
  if (field.type === 'day') return dayCondition(given.operator, values);
  const column = field.type === 'text' ? normOf(field.column) : field.column;
  const trusted = field.type === 'text' && field.gated === true ? reaching(minConfidence) : sql``;
  const known = (condition: Sql) => sql`(select rid from entity where ${trusted}${condition})`;
  if (given.operator === 'is_null' && !(field.type === 'number' && field.signal === true))
    return sql`rid not in ${known(sql`${column} is not null`)}`;
  const condition = compare(
    column,
    given.operator,
    field.type === 'time' ? values.map(time) : values.map((value) => sql`${typed(value)}`),
  );
  if (field.type === 'number' && field.signal === true) return signalCondition(given.operator, condition);
  return sql`rid in ${known(condition)}`;
}

function reaching(minConfidence: number | undefined): Sql {
  return minConfidence === undefined ? sql`` : sql`confidence >= ${minConfidence} and `;
}

function typed(value: string | number): string | number {
  return typeof value === 'string' ? norm(value) : value;
}

function time(value: string | number): Sql {
  return asInstant(timeOf(String(value)));
}

/** Entities without live edges have no signals, which counts as null. */
function signalCondition(operator: Operator, condition: Sql): Sql {
  if (operator === 'is_null') return sql`rid not in (select rid from signal)`;
  return sql`rid in (select rid from signal where ${condition})`;
}

function labelCondition(
  field: {field: string; gated: boolean; isSecondary?: boolean},
  operator: Operator,
  values: readonly (string | number)[],
  minConfidence: number | undefined,
  understood: Sql | undefined,
): Sql {
  const trusted = field.gated ? reaching(minConfidence) : sql``;
  const all = sql`select label_id from value where field = ${field.field}`;
  const carrying = (labelIds: Sql) =>
    field.isSecondary === true
      ? sql`(select l.rid from (select rid, label_id from label where ${trusted}label_id in (${labelIds})) l
          join value v on v.label_id = l.label_id join entity e on e.rid = l.rid
          where e.modality is null or lower(v.value) <> lower(e.modality))`
      : sql`(select rid from label where ${trusted}label_id in (${labelIds}))`;
  if (operator === 'is_null') return sql`rid not in ${carrying(all)}`;
  if (operator === 'not_null') return sql`rid in ${carrying(all)}`;
  const norms = values.map((value) => norm(String(value)));
  if (operator === 'prefix' || operator === 'contains') {
    return sql`rid in ${carrying(
      sql`${all} and ${compare(
        sql`norm`,
        operator,
        norms.map((value) => sql`${value}`),
      )}`,
    )}`;
  }
  const among = understood ?? sql`select 0 where false`;
  // An entity without a trusted value is neither equal nor known to be different.
  return operator === 'eq' || operator === 'in'
    ? sql`rid in ${carrying(among)}`
    : sql`(rid in ${carrying(all)} and rid not in ${carrying(among)})`;
}

/** An entity without a date is neither before nor after a day. */
function dayCondition(operator: Operator, values: readonly (string | number)[]): Sql {
  if (operator === 'is_null') return sql`rid not in (select rid from own_day)`;
  const days = values.map((value) => asDay(String(value)));
  return sql`rid in (select rid from own_day where ${compare(sql`day`, operator, days)})`;
}

function compare(column: Sql, operator: Operator, values: readonly Sql[]): Sql {
  const [first = sql`null`, second = sql`null`] = values;
  const list = sql`(${values.reduce((sum, value, index) => (index === 0 ? value : sql`${sum}, ${value}`), sql``)})`;
  switch (operator) {
    case 'eq':
      return sql`${column} = ${first}`;
    case 'ne':
      return sql`${column} <> ${first}`;
    case 'in':
      return sql`${column} in ${list}`;
    case 'not_in':
      return sql`${column} not in ${list}`;
    case 'lt':
      return sql`${column} < ${first}`;
    case 'lte':
      return sql`${column} <= ${first}`;
    case 'gt':
      return sql`${column} > ${first}`;
    case 'gte':
      return sql`${column} >= ${first}`;
    case 'between':
      return sql`${column} between ${first} and ${second}`;
    case 'prefix':
      return startsWith(column, first);
    case 'contains':
      return contains(column, first);
    case 'is_null':
      return sql`${column} is null`;
    case 'not_null':
      return sql`${column} is not null`;
  }
}
