import {request} from 'node:http';
import fc from 'fast-check';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: {type?: string; enum?: string[]};
}

export interface Route {
  path: string;
  method: string;
  parameters: Parameter[];
  body: {properties: Record<string, unknown>; example?: Record<string, unknown>} | undefined;
}

/** What a schema refers to, or itself. */
function resolved<T extends object>(schema: T, {components}: Record<string, unknown>): T {
  const name = (schema as {$ref?: string}).$ref?.replace('#/components/schemas/', '');
  const found = (components as {schemas: Record<string, T>}).schemas[name ?? ''];
  return found === undefined ? schema : {...found, ...schema};
}

/** Every route of an interface description, with what it takes. */
export function routesOf(document: Record<string, unknown>): Route[] {
  return Object.entries(document.paths as Record<string, Record<string, Record<string, never>>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, {parameters, requestBody}]) => {
        const content = (requestBody as {content?: Record<string, {schema: object; example?: object}>} | undefined)
          ?.content;
        const json = content?.['application/json'] as
          | {schema: {properties: Record<string, unknown>}; example?: Record<string, unknown>}
          | undefined;
        return {
          path,
          method: method.toUpperCase(),
          parameters: ((parameters as Parameter[] | undefined) ?? []).map((parameter) => ({
            ...parameter,
            schema: resolved(parameter.schema, document),
          })),
          body:
            json === undefined
              ? undefined
              : {properties: resolved(json.schema, document).properties, ...(json.example && {example: json.example})},
        };
      }),
  );
}

const INJECTIONS = [
  ...["'", "''", "' or '1'='1", "'; drop table entity; --", "x') union select 7 --", '$1', '$1$2', '?', ':x'],
  ...[
    '%',
    '_',
    '%%%',
    '\\',
    '\\\\',
    '"',
    '`',
    '{{7*7}}',
    '$\u007b7*7}',
    '#{x}',
    '<script>',
    '&amp;',
    ';',
    '--',
    '/*',
    '*/',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\u202e',
    '\ufeff',
    '\u0085',
    '\u2028',
    '\ud800',
    'é',
    'e\u0301',
    '😀',
    'ﬀ',
    'İ',
    'ß',
    '\r\nX-Evil: 1',
  ],
  ...['../../etc/passwd', '..%2f..%2f', '%2e%2e/', '/etc/passwd', 'file:///etc/passwd', 'C:\\windows', '~', '.', '..'],
  ...[
    'null',
    'undefined',
    'true',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e999',
    '-0',
    '0x10',
    '1_000',
    '١٢',
    '９',
    '1,5',
    '__proto__',
  ],
  ...[
    'constructor',
    'toString',
    'hasOwnProperty',
    '[]',
    '{}',
    '[object Object]',
    '9007199254740993',
    '-9223372036854775809',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '99999-01-01T00:00:00Z',
    '2026-01-01T00:00:00+99:99',
    '-000001-01-01T00:00:00Z',
    '1e-400',
  ],
];

/** Any text that may come on a wire: attacks, numbers at the edges, any unicode, very long. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  {weight: 4, arbitrary: fc.constantFrom(...INJECTIONS)},
  {weight: 2, arbitrary: fc.string({unit: 'binary', maxLength: 40})},
  {weight: 1, arbitrary: fc.string({unit: 'grapheme', maxLength: 40})},
  {weight: 1, arbitrary: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double()).map(String)},
  {weight: 1, arbitrary: fc.date({noInvalidDate: true}).map((date) => date.toISOString())},
  {weight: 1, arbitrary: fc.uuid()},
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', '%', "'", '😀', '(', ' '), fc.integer({min: 300, max: 3000}))
      .map(([text, n]) => text.repeat(n)),
  },
  {weight: 1, arbitrary: fc.base64String({maxLength: 200}).map((text) => text.replace(/[+/=]/g, '_'))},
);

/** A value that fits, so that the others are looked at behind it. */
const fitting = ({schema, name}: Parameter): fc.Arbitrary<string> =>
  schema.enum !== undefined
    ? fc.constantFrom(...schema.enum)
    : schema.type === 'integer'
      ? fc.integer({min: 1, max: 20}).map(String)
      : fc.constantFrom(
          'company',
          'KRAS',
          'oncology',
          '0.5',
          '2026-01-01',
          'name',
          ...(name === 'entity_id' ? ['00000000-0000-4000-8000-000000000001'] : []),
        );

/** How a parameter stands in a query: once, twice, as a list or an object, without a value. */
const inQuery = (parameter: Parameter): fc.Arbitrary<string> =>
  fc
    .tuple(fc.oneof(hostileText, fitting(parameter)), hostileText, fc.integer({min: 0, max: 9}))
    .map(([value, other, shape]) => {
      const name = parameter.name;
      const text = encode(value);
      if (shape === 0) return `${name}=${text}&${name}=${encode(other)}`;
      if (shape === 1) return `${name}[]=${text}`;
      if (shape === 2) return `${name}[key]=${text}`;
      if (shape === 3) return name;
      return `${name}=${text}`;
    });

/** As a browser writes it; half a surrogate pair is written as the bytes it would be, which are no UTF-8. */
export function encode(text: string): string {
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}

/** A path of the route with hostile values, and a query of some of its parameters. */
export function hostilePath({path, parameters}: Route): fc.Arbitrary<string> {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .tuple(
      fc.tuple(...inPath.map((parameter) => fc.oneof(hostileText, fitting(parameter)))),
      query.length === 0 ? fc.constant([]) : fc.subarray(query).chain((some) => fc.tuple(...some.map(inQuery))),
      fc.option(fc.tuple(hostileText, hostileText), {freq: 5}),
    )
    .map(([values, texts, extra]) => {
      const filled = inPath.reduce(
        (text, {name}, index) => text.replace(`{${name}}`, () => encode(values[index] ?? '')),
        path,
      );
      const all = [...(texts as string[]), ...(extra === null ? [] : [`${encode(extra[0])}=${encode(extra[1])}`])];
      return all.length === 0 ? filled : `${filled}?${all.join('&')}`;
    });
}

/** A body of the route's fields with hostile values of any JSON type, or no object at all. */
export function hostileBody({body}: Route): fc.Arbitrary<string> {
  const value = fc.oneof({weight: 3, arbitrary: hostileText}, {weight: 1, arbitrary: fc.jsonValue({maxDepth: 3})});
  const predicate = fc.record(
    {
      field: fc.oneof(
        fc.constantFrom('name', 'kind', 'degree', 'updated_at', 'ticker', 'confidence', 'target'),
        hostileText,
      ),
      operator: fc.oneof(
        fc.constantFrom('eq', 'in', 'between', 'prefix', 'contains', 'is_null', 'lt', 'ne'),
        hostileText,
      ),
      value: fc.oneof(value, fc.array(value, {maxLength: 4})),
    },
    {requiredKeys: []},
  );
  const names = Object.keys(body?.properties ?? {});
  const fields = fc.tuple(
    ...names.map((name) => fc.option(name === 'predicates' ? fc.array(predicate, {maxLength: 5}) : value, {freq: 3})),
  );
  const object = fields.map((values) =>
    JSON.stringify({
      ...body?.example,
      ...Object.fromEntries(names.flatMap((name, index) => (values[index] === null ? [] : [[name, values[index]]]))),
    }),
  );
  return fc.oneof(
    {weight: 6, arbitrary: object},
    {weight: 1, arbitrary: fc.json()},
    {weight: 1, arbitrary: hostileText},
  );
}

export interface Answer {
  status: number;
  type: string;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a path as it is written; `fetch` would mend it. */
export function send(url: string, path: string, method: string, body?: string): Promise<Answer> {
  const {hostname, port} = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname,
        port,
        path,
        method,
        headers:
          body === undefined ? {} : {'content-type': 'application/json', 'content-length': Buffer.byteLength(body)},
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            headers: response.headers,
            text,
          }),
        );
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}
