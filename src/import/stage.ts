import type {DuckDBConnection} from '@duckdb/node-api';
import {FileError} from '../errors.ts';
import {IDENTIFIERS} from '../schema/fields.ts';
import {FAMILIES, KINDS} from '../schema/kinds.ts';
import {quote} from '../sql/sql.ts';
import {
  DISEASE_COLUMNS,
  EDGE_COLUMNS,
  ENTITY_COLUMNS,
  isStatements,
  NAME_TYPES,
  problemSql,
  RELATIONS_OF_RECIPE,
  type RecipeRelation,
  type Shape,
  STATEMENTS,
  TARGET_ROLES,
  TYPE_OF,
  typeProblem,
  valueSql,
} from './canonical.ts';
import type {Recipe} from './recipe.ts';
import {readSql} from './sql-file.ts';

/** The name of a build's tables in recipes' sessions. */
export const BUILD = 'build.main';

const ddl = (columns: Record<string, Shape>) =>
  Object.entries(columns)
    .map(([name, shape]) => `"${name}" ${TYPE_OF[shape]}`)
    .join(', ');

/** The statements that create a build's staging tables. */
export function stagingTables(): string {
  return readSql('./tables.sql')
    .replace('{entity_columns}', ddl(ENTITY_COLUMNS))
    .replace('{edge_columns}', ddl(EDGE_COLUMNS))
    .replace('{disease_columns}', ddl(DISEASE_COLUMNS));
}

const list = (values: readonly string[]) => values.map(quote).join(', ');

/** A value that is not on its list, beside the list. */
const notOf = (value: string, known: readonly string[]) =>
  `'"' || left(${value}, 100) || '" is none of ' || ${quote(known.join(', '))}`;

/** A condition under which a row is refused, why, and SQL for what the row says instead. */
type Problem = readonly [condition: string, reason: string, detail?: string];

/**
 * Conditions under which a row is not a valid entity or edge, besides its columns' own problems; the first one that
 * holds is the reason.
 */
const ROW_PROBLEMS: Record<RecipeRelation, Problem[]> = {
  entities: [
    ['key is null', 'no key'],
    ['not is_natural_key(key)', 'the key is not written as prefix:value'],
    ['merged_into is not null and not is_natural_key(merged_into)', 'merged_into is not written as prefix:value'],
    ['len(list_filter(same_as, lambda k: not is_natural_key(k))) > 0', 'a same_as key is not written as prefix:value'],
    ['kind is null', 'no kind'],
    [`kind not in (${list(KINDS)})`, 'unknown kind', notOf('kind', KINDS)],
    ['name is null', 'no name'],
    [`product_family not in (${list(FAMILIES)})`, 'unknown product family', notOf('product_family', FAMILIES)],
    [`try_cast(product_uid as uuid) is null and product_uid is not null`, 'product_uid is not a UUID'],
    [`list_contains(embedding, 'nan'::float)`, 'the embedding contains a value that is not a number'],
    ['moiety is not null and not is_natural_key(moiety)', 'moiety is not written as prefix:value'],
    [
      `len(list_filter(names, lambda n: n.type not in (${list(NAME_TYPES)}))) > 0`,
      `a name's type is not one of ${NAME_TYPES.join(', ')}`,
      notOf(`list_filter(names, lambda n: n.type not in (${list(NAME_TYPES)}))[1].type`, NAME_TYPES),
    ],
    [
      `len(list_filter(mechanisms, lambda m: m.role not in (${list(TARGET_ROLES)}))) > 0`,
      'the role of a target is neither primary nor additional',
      notOf(`list_filter(mechanisms, lambda m: m.role not in (${list(TARGET_ROLES)}))[1].role`, TARGET_ROLES),
    ],
    [
      'len(list_filter(mechanisms, lambda m: len(list_filter(m.target_keys, lambda k: not is_natural_key(k))) > 0)) > 0',
      'a target of a mechanism is not written as prefix:value',
    ],
    [
      'len(list_filter(mechanisms, lambda m: m.confidence not between 0 and 1)) > 0',
      'the confidence of a mechanism is not a number from 0 to 1',
    ],
    [
      'len(list_filter(indications, lambda i: i.confidence not between 0 and 1)) > 0',
      'the confidence of an indication is not a number from 0 to 1',
    ],
  ],
  edges: [
    ['source_key is null', 'no source_key'],
    ['target_key is null', 'no target_key'],
    ['relation is null', 'no relation'],
    [
      `not regexp_matches(relation, '^[a-z][a-z0-9_]{0,62}$')`,
      'the relation is not written as lower_case_words',
      `'"' || left(relation, 100) || '" is no relation such as sponsors'`,
    ],
    ['not is_natural_key(source_key)', 'source_key is not written as prefix:value'],
    ['not is_natural_key(target_key)', 'target_key is not written as prefix:value'],
  ],
  diseases: [
    ['id is null', 'no id'],
    // A source may add parents to another's term.
    ['label is null and parents is null', 'no label'],
  ],
  rejects: [],
  left_out: [],
};

/** Columns of natural keys, which are staged in their normal form. */
const KEY_COLUMNS = new Set(['key', 'merged_into', 'moiety', 'source_key', 'target_key']);

/** The columns of a recipe's relation with their types, or undefined if the recipe does not define it. */
async function columnsOf(recipe: DuckDBConnection, relation: string): Promise<Map<string, string> | undefined> {
  const there = await recipe.runAndReadAll(
    `select 1 from (select table_name as n, schema_name, temporary from duckdb_tables()
      union all select view_name, schema_name, temporary from duckdb_views())
     where n = ${quote(relation)} and (temporary or schema_name = 'recipe')`,
  );
  if (there.currentRowCount === 0) return undefined;
  const described = (await recipe.runAndReadAll(`describe select * from ${relation}`)).getRowsJson();
  return new Map(described.map((row) => [String(row[0]), String(row[1])]));
}

/**
 * Appends what a recipe defined to the build's staging tables; invalid rows go to `reject` with their reason.
 * @returns accepted rows, by relation.
 */
export async function stage(session: DuckDBConnection, recipe: Recipe): Promise<Record<RecipeRelation, number>> {
  const rows: Record<RecipeRelation, number> = {entities: 0, edges: 0, diseases: 0, rejects: 0, left_out: 0};
  let defined = 0;
  for (const relation of Object.keys(RELATIONS_OF_RECIPE) as RecipeRelation[]) {
    const columns = await columnsOf(session, relation);
    if (columns === undefined) continue;
    defined += 1;
    rows[relation] = await stageRelation(session, recipe, relation, columns);
  }
  if (defined === 0) {
    throw new FileError(
      recipe.path,
      'the recipe defines neither entities nor edges',
      'End it with "create temp view entities as select …" (docs/recipes.md has the columns).',
    );
  }
  return rows;
}

async function stageRelation(
  session: DuckDBConnection,
  recipe: Recipe,
  relation: RecipeRelation,
  columns: Map<string, string>,
): Promise<number> {
  const wanted: Record<string, Shape> = RELATIONS_OF_RECIPE[relation];
  const unknown = [...columns.keys()].filter((column) => !(column in wanted));
  if (unknown.length > 0) {
    throw new FileError(
      recipe.path,
      `${relation} has unknown columns: ${unknown.join(', ')}`,
      `It may have ${Object.keys(wanted).join(', ')}; other facts go into attributes.`,
    );
  }
  const values: string[] = [];
  const problems: Problem[] = [];
  for (const [column, shape] of Object.entries(wanted)) {
    const type = columns.get(column);
    if (type === undefined) {
      values.push(`NULL::${TYPE_OF[shape]} as "${column}"`);
      continue;
    }
    const problem = typeProblem(column, shape, type);
    if (problem !== undefined) throw new FileError(recipe.path, problem, `Change ${relation} in the recipe.`);
    if (isStatements(shape)) await checkMembers(session, recipe, relation, column, shape);
    values.push(`${valueSql(column, shape, type)} as "${column}"`);
    problems.push(...problemSql(column, shape, type));
  }
  const cases = (pairs: readonly (readonly [when: string, then: string])[]) =>
    pairs.length === 0
      ? 'null::varchar'
      : `case ${pairs.map(([when, then]) => `when ${when} then ${then}`).join(' ')} end`;
  const reasons = (all: Problem[]) => cases(all.map(([when, reason]) => [when, quote(reason)]));

  // The recipe's relation is scanned once: it may read large files, and its refused CSV lines must be counted once.
  await session.run(`create or replace temp table "raw ${relation}" as select * from ${relation}`);
  const rawRow = relation === 'rejects' ? 'null::varchar' : 'to_json(r)::varchar';
  await session.run(`create or replace temp table "typed ${relation}" as
    select ${values.join(',\n')}, ${reasons(problems)} as "column problem", ${rawRow} as "raw row" from "raw ${relation}" r`);
  await session.run(`drop table "raw ${relation}"`);
  const why = `coalesce("column problem", ${reasons(ROW_PROBLEMS[relation])})`;
  const detail = cases([
    ['"column problem" is not null', 'null'],
    ...ROW_PROBLEMS[relation].map(([when, , said = 'null']) => [when, said] as const),
  ]);
  const name = quote(recipe.name);
  if (relation === 'rejects') {
    await session.run(`insert into ${BUILD}.reject
      select ${name}, null, file, line::bigint, coalesce(reason, 'refused by the recipe'), null, "row" from "typed rejects"`);
  } else {
    await session.run(`insert into ${BUILD}.reject
      select ${name}, ${quote(relation)}, null, null, ${why}, ${detail}, "raw row" from "typed ${relation}" where ${why} is not null`);
  }
  const label = quote(recipe.source);
  const accepted = Object.keys(wanted)
    .map((column) => {
      if (KEY_COLUMNS.has(column)) return `natural_key("${column}")`;
      if (column === 'same_as') return `list_transform("same_as", lambda k: natural_key(k))`;
      // A name with type and source is an alias as well, and need not be stated twice.
      if (column === 'aliases')
        return `nullif(list_distinct(list_concat(coalesce("aliases", []), coalesce(list_transform("names", lambda n: trim(n.name)), []))).list_sort(), [])`;
      if (column === 'confidence' && relation === 'edges')
        return `coalesce("confidence", ${recipe.confidence}::double)`;
      if (column === 'source' || column === 'origin') return `coalesce("${column}", ${label})`;
      // An identifier that is the key need not be stated again.
      if (relation === 'entities' && IDENTIFIERS.some((one) => one.column === column))
        return `coalesce("${column}", case when "own scheme" = ${quote(column)} then "own value" end)`;
      // Names are for people: character references from web pages are resolved.
      return column === 'name' ? `coalesce(nullif(trim(plain_text("name")), ''), "name")` : `"${column}"`;
    })
    .join(', ');
  const into = {
    entities: `staged select ${name}, ${recipe.priority}, md5("raw row"), ${accepted}`,
    edges: `staged_edge select ${name}, ${accepted}`,
    diseases: `disease select ${name}, ${accepted}`,
    left_out: `left_out select ${name}, ${accepted}`,
  };
  if (relation === 'entities') {
    // The mechanisms of a product also link it to its targets, which need not be stated again.
    await session.run(`insert into ${BUILD}.staged_edge (recipe, source_key, relation, target_key, origin, confidence, source_record)
      select distinct ${name}, natural_key(key), 'targets', natural_key(target_key), coalesce(m.source, "source", ${label}), m.confidence, coalesce(m.record, source_record)
      from (select key, "source", source_record, m, unnest(m.target_keys) as target_key
        from (select key, "source", source_record, unnest(mechanisms) as m from "typed entities" where ${why} is null and mechanisms is not null))`);
  }
  if (relation !== 'rejects') {
    const own =
      relation === 'entities'
        ? ', key_prefix("key") as "own scheme", key_value(natural_key("key")) as "own value"'
        : '';
    await session.run(
      `insert into ${BUILD}.${into[relation]} from (select *${own} from "typed ${relation}" where ${why} is null)`,
    );
  }
  const count = await session.runAndReadAll(`select count(*)::integer from "typed ${relation}" where ${why} is null`);
  await session.run(`drop table "typed ${relation}"`);
  return Number(count.getRows()[0]?.[0] ?? 0);
}

/** An unknown member would otherwise be dropped silently. */
async function checkMembers(
  session: DuckDBConnection,
  recipe: Recipe,
  relation: RecipeRelation,
  column: string,
  shape: keyof typeof STATEMENTS,
): Promise<void> {
  const element = await session.runAndReadAll(
    `select typeof(any_value("${column}"[1])) from (select "${column}" from ${relation} where false)`,
  );
  if (!String(element.getRows()[0]?.[0]).startsWith('STRUCT')) return;
  const described = await session.runAndReadAll(`describe select unnest("${column}"[1]) from ${relation}`);
  const members = described.getRowsJson().map((row) => String(row[0]));
  const unknown = members.filter((member) => !(member in STATEMENTS[shape]));
  if (unknown.length > 0) {
    throw new FileError(
      recipe.path,
      `${relation}.${column} has unknown members: ${unknown.join(', ')}`,
      `It may have ${Object.keys(STATEMENTS[shape]).join(', ')}.`,
    );
  }
}
