export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Request {
  method?: string;
  /** The JSON body. */
  body?: unknown;
}

/**
 * A request as code. It does not contain the key, which comes from the environment.
 * @param url Absolute, as written by the URL class, so that it contains no quotes or line breaks.
 */
export function snippets(url: string, hasKey: boolean, {method = 'GET', body}: Request = {}): Record<Language, string> {
  // The URL class does not escape single quotes.
  const safe = url.replaceAll("'", '%27');
  return {
    curl: curl(safe, hasKey, method, body),
    TypeScript: typescript(safe, hasKey, method, body),
    Python: python(safe, hasKey, method, body),
  };
}

function curl(url: string, hasKey: boolean, method: string, body: unknown): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  return [
    `curl ${isPlain ? '' : `--request ${method} `}'${url}'`,
    ...(hasKey ? ['--header "Authorization: Bearer $BIOGRAPH_KEY"'] : []),
    ...(body === undefined
      ? []
      : [
          "--header 'Content-Type: application/json'",
          `--data '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ].join(' \\\n  ');
}

function typescript(url: string, hasKey: boolean, method: string, body: unknown): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(hasKey || body !== undefined
      ? [
          '  headers: {',
          ...(hasKey ? ["    authorization: 'Bearer ' + process.env.BIOGRAPH_KEY,"] : []),
          ...(body === undefined ? [] : ["    'content-type': 'application/json',"]),
          '  },',
        ]
      : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
  ];
  return [
    `const response = await fetch('${url}'${options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`});`,
    'if (!response.ok) throw new Error(await response.text());',
    'const answer = await response.json();',
  ].join('\n');
}

function python(url: string, hasKey: boolean, method: string, body: unknown): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  return [
    `import json${hasKey ? ', os' : ''}, urllib.request`,
    '',
    ...(body === undefined ? [] : [`body = ${inPython(body)}`]),
    `request = urllib.request.Request('${url}'${body === undefined ? '' : ', json.dumps(body).encode()'}${isPlain ? '' : `, method='${method}'`})`,
    ...(body === undefined ? [] : ["request.add_header('Content-Type', 'application/json')"]),
    ...(hasKey ? ["request.add_header('Authorization', f\"Bearer {os.environ['BIOGRAPH_KEY']}\")"] : []),
    'with urllib.request.urlopen(request) as response:',
    '    answer = json.load(response)',
  ].join('\n');
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** A JSON value as a Python literal; strings and numbers are the same in both. */
function inPython(value: unknown, indent = ''): string {
  const deeper = `${indent}    `;
  const lines = (parts: string[], [open, close]: [string, string]) =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
  if (Array.isArray(value))
    return lines(
      value.map((one) => inPython(one, deeper)),
      ['[', ']'],
    );
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inPython(one, deeper)}`);
    return lines(parts, ['{', '}']);
  }
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
