import {type DuckDBConnection, DuckDBScalarFunction, VARCHAR} from '@duckdb/node-api';

/**
 * JSON text as JavaScript writes it: numbers without needless digits, no blanks, escapes only where required, no
 * duplicate names. Stored text is then byte for byte what each door would write itself.
 */
export function canonicalJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Adds the SQL function `as_javascript(text)`. */
export function addCanonical(connection: DuckDBConnection): void {
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: 'as_javascript',
      parameterTypes: [VARCHAR],
      returnType: VARCHAR,
      mainFunction: (_, input, output) => {
        const texts = input.getColumnValues(0) as (string | null)[];
        for (let row = 0; row < texts.length; row++) {
          const text = texts[row] ?? null;
          output.setItem(row, text === null ? null : canonicalJson(text));
        }
        output.flush();
      },
    }),
  );
}
