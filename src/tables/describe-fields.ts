import type {DuckDBConnection} from '@duckdb/node-api';
import {FIELDS, type Field} from '../schema/fields.ts';
import {quote} from '../sql/sql.ts';

/**
 * Sets session variables that describe the fields of an entity, so that statements need not name identifiers:
 * `identifier_columns` (for `columns(lambda c: c in getvariable('identifier_columns'))`), `identifier_forms` and
 * `identifier_unique` (maps by column).
 */
export async function describeFields(connection: DuckDBConnection): Promise<void> {
  await connection.run(fieldVariables());
}

/** The statements that set these variables. */
export function fieldVariables(): string {
  const identifiers = (FIELDS as readonly Field[]).flatMap(({column, identifier}) =>
    identifier === undefined ? [] : [{column: quote(column), ...identifier}],
  );
  const map = (value: (one: (typeof identifiers)[number]) => string) =>
    `MAP {${identifiers.map((one) => `${one.column}: ${value(one)}`).join(', ')}}`;
  return `
    SET VARIABLE identifier_columns = [${identifiers.map(({column}) => column).join(', ')}];
    SET VARIABLE identifier_forms = ${map(({form}) => quote(form))};
    SET VARIABLE identifier_unique = ${map(({unique}) => `[${unique.map(quote).join(', ')}]::VARCHAR[]`)}`;
}
