import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {example} from '../src/cli/example.ts';
import {type Endpoint, pathParams} from '../src/endpoint.ts';
import {ERROR_STATUS} from '../src/errors.ts';
import {accountRoutes} from '../src/http/account/index.ts';
import {openapi} from '../src/http/openapi.ts';
import {withRecipes} from '../src/import/markdown.ts';
import type {Operation} from '../src/operation.ts';
import {OPERATORS, SEARCH_FIELDS} from '../src/operations/filters/predicates.ts';
import {operations} from '../src/operations/index.ts';
import {currentLayout} from '../src/tables/layout.ts';
import {manual} from './man.ts';

/**
 * Writes the documents that are made from the definitions: `npm run docs`. With `--check` it writes nothing and fails
 * when one of them is stale.
 */
const all = operations as unknown as Operation[];
const NOTE = '<!-- Made by `npm run docs` from the definitions in src; edits here are lost. -->\n';

/** The sample's entities that examples name as `kind/slug`: a URL takes their ids. */
const subjects = await namedEntities(
  all.flatMap(({example: {entity_id}}) => (entity_id === undefined ? [] : String(entity_id))),
);

async function namedEntities(names: readonly string[]): Promise<{id: string; kind: string; slug: string}[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const found = await connection.runAndReadAll(
    `select id, kind, slug from 'snapshots/sample/snapshot/entities/*.parquet' where state = 'live' order by kind, slug`,
  );
  const rows = found.getRowObjects() as unknown as {id: string; kind: string; slug: string}[];
  return [...new Set(names)].map((name) => {
    const one = rows.find(({kind, slug}) => `${kind}/${slug}` === name);
    if (one === undefined) throw new Error(`The sample has no ${name}, which an example names`);
    return one;
  });
}

/** The value of a parameter of an example as a URL takes it. */
function inUrl({example: given}: Endpoint, param: string): string {
  const value = String(given[param] ?? `{${param}}`);
  return param === 'entity_id' ? (subjects.find(({kind, slug}) => `${kind}/${slug}` === value)?.id ?? value) : value;
}

interface Property {
  description?: string;
  type?: string | string[];
  enum?: string[];
  anyOf?: {type?: string; anyOf?: {type?: string}[]}[];
  default?: unknown;
}

function properties(operation: Endpoint): {name: string; required: boolean; property: Property}[] {
  const {properties: named = {}, required = []} = operation.params.toJSONSchema({
    io: 'input',
    unrepresentable: 'any',
  }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return Object.entries(named).map(([name, property]) => ({
    name,
    required: required.includes(name) || pathParams(operation).includes(name),
    property,
  }));
}

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** @param of What an operation has beside what every endpoint has: its place in the library, and how long answers may be kept. */
function section(operation: Endpoint, of?: {predicates?: string; maxAge: number}): string {
  const {name, method, path, command, summary, description} = operation;
  const doors = [
    ...(of === undefined ? [] : [`\`graph.${name}({…})\``]),
    `\`${method} ${path}\``,
    ...(command === null ? [] : [`\`biograph ${command}\``]),
  ];
  const rows = properties(operation).map(
    ({name: param, required, property: {description: words = '', type, anyOf = [], default: fallback}}) =>
      row([
        `\`${param}\``,
        [type ?? [...new Set(anyOf.flatMap((one) => one.type ?? one.anyOf?.map(({type: of}) => of) ?? 'any'))]]
          .flat()
          .join(' or ') || 'any',
        required ? 'required' : fallback === undefined ? '' : `\`${JSON.stringify(fallback)}\``,
        words,
      ]),
  );
  const shown = operation.path.replace(/\{(\w+)\}/g, (_, param: string) => inUrl(operation, param));
  const query = new URLSearchParams(
    Object.fromEntries(
      Object.entries(operation.example)
        .filter(([param]) => !pathParams(operation).includes(param))
        .map(([param, value]) => [param, String(value)]),
    ),
  );
  const request =
    method === 'POST'
      ? `POST ${shown}\n${JSON.stringify(operation.example)}`
      : `${method} ${shown}${query.size > 0 ? `?${query}` : ''}`;
  return [
    `## ${name}`,
    '',
    summary,
    ...(description === undefined ? [] : ['', description]),
    '',
    doors.join(' · '),
    '',
    ...(rows.length === 0
      ? ['No parameters.']
      : [row(['parameter', 'type', 'default', 'meaning']), row(['---', '---', '---', '---']), ...rows]),
    '',
    '```',
    ...(command === null ? [] : [example(operation, of?.predicates)]),
    request,
    '```',
    ...(of === undefined ? [] : ['', keeping(operation, of.maxAge)]),
  ].join('\n');
}

function keeping(operation: Endpoint, maxAge: number): string {
  return `Cacheable for ${maxAge} s.${operation.rows === null ? '' : ` Rows: \`${operation.rows}\`; as an Arrow stream with \`Accept: application/vnd.apache.arrow.stream\`, \`.arrow()\` and \`.parquet()\` in the library.`}`;
}

function operationsPage(): string {
  const fields = Object.entries(SEARCH_FIELDS).map(([field, {operators}]) =>
    row([`\`${field}\``, operators.length === OPERATORS.length ? 'all' : operators.join(' ')]),
  );
  return `${NOTE}
# Operations

Each operation is defined once, in \`src/operations\`, and returns the same JSON from the library, the command line, HTTP and agent tools. The shape of each answer is
in [openapi.json](openapi.json). In the library and on the command line, an entity may be named by UUID or \`kind/slug\`, and an
operation with a single positional parameter also accepts just its value: \`graph.entity('company/pfizer')\`.

${all.map((one) => section(one, one)).join('\n\n')}

## Fields of search

${row(['field', 'operators'])}
${row(['---', '---'])}
${fields.join('\n')}
`;
}

function accountPage(): string {
  return `${NOTE}
# Keys and webhooks

The routes of \`/account\` manage a server's API keys and webhooks, over HTTP and on the command line of the server's machine. The
shape of each answer is in [openapi.json](openapi.json); [serving.md](../serving.md) explains keys, tiers and webhooks.

${accountRoutes.map((one) => section(one)).join('\n\n')}
`;
}

const MEANINGS: Record<keyof typeof ERROR_STATUS, string> = {
  bad_request:
    'A malformed id, cursor or JSON body; a cursor that is too old or used with different filters; facets without `kind`.',
  unauthorized: 'A credential that is missing, unknown or revoked.',
  not_found: 'No such entity, slug or route.',
  method_not_allowed: 'The route has other methods; `Allow` lists them.',
  payload_too_large: 'The body is over 64 KiB.',
  unsupported_media_type: 'The body is not `application/json`.',
  misdirected_request: 'The `Host` header names another server; `serve --allow-host NAME` adds a name.',
  validation_error:
    'A parameter or body field is missing, has the wrong type, is out of range or not one of its values, or its name is misspelt. `details` lists each: `[{path, message}]`.',
  rate_limited: 'A limit is exceeded; `Retry-After` says how long.',
  internal_error: 'The server failed. The message shows no SQL, path or stack trace; the log does.',
  unavailable: 'Overloaded (with `Retry-After`), or past the query time limit.',
};

function errorsPage(): string {
  const rows = Object.entries(ERROR_STATUS).map(([code, status]) =>
    row([String(status), `\`${code}\``, MEANINGS[code as keyof typeof ERROR_STATUS]]),
  );
  return `${NOTE}
# Errors

Over HTTP every error is \`{"error": {"code", "message"}}\`. The library throws a \`GraphError\` with the same \`code\`, \`status\`,
\`message\` and \`details\`; for an invalid file it throws a \`FileError\` with \`path\` and \`remedy\`. The command
line prints the message on stderr and exits with 2 for wrong usage (400, 422) and 1 for other errors.

${row(['status', 'code', 'when'])}
${row(['---', '---', '---'])}
${rows.join('\n')}

A misspelt filter must not silently return everything. In the library, on the command line, in agent tools and in bodies, an
unknown name is 422. In a query string it is 422 when it is within edit distance 2 of a parameter of that route (four letters
or more), differs from one in case only, is a parameter of any other GET route, or is one of \`query\`, \`search\`, \`text\`,
\`term\` and \`sponsor\`; the message names the right one. Any other unknown parameter is ignored and named in
\`X-Biograph-Ignored\`.
`;
}

/** The views' own comments are their documentation. */
function viewsPage(): string {
  const text = readFileSync('src/tables/ddl/view.sql', 'utf8');
  const views = [...text.matchAll(/((?:^-- .*\n)+)create view graph\.(\w+) as\n([\s\S]*?;)/gm)];
  const words = (comment: string, name: string) =>
    comment
      .replace(/^-- ?/gm, '')
      .replace(/\n/g, ' ')
      .replace(new RegExp(`^${name}: `), '')
      .trim();
  return `${NOTE}
# Views for SQL

\`graph.sql(text)\` and \`biograph sql "…"\` run one SELECT statement over these views, in DuckDB's SQL. The statement runs in its
own instance: it cannot write, attach, read other files or use the network, and has a time limit.

${views.map(([, comment = '', name = '', body = '']) => `## ${name}\n\n${words(comment, name)}\n\n\`\`\`sql\n${body.trim()}\n\`\`\``).join('\n\n')}
`;
}

const documents: Record<string, string> = {
  'docs/reference/operations.md': operationsPage(),
  'docs/reference/account.md': accountPage(),
  'docs/reference/errors.md': errorsPage(),
  'docs/reference/views.md': viewsPage(),
  'docs/reference/openapi.json': `${JSON.stringify(openapi(all, subjects), null, 2)}\n`,
  'man/biograph.1': manual(),
  'src/tables/format.ts': readFileSync('src/tables/format.ts', 'utf8').replace(
    /STORE_FORMAT = '.*'/,
    `STORE_FORMAT = '${await currentLayout()}'`,
  ),
  'docs/recipes.md': withRecipes(readFileSync('docs/recipes.md', 'utf8')),
};

const stale = Object.entries(documents).filter(
  ([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
);
if (process.argv.includes('--check')) {
  for (const [path] of stale) process.stderr.write(`${path} is stale: npm run docs\n`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text);
    process.stdout.write(`${path}\n`);
  }
}
