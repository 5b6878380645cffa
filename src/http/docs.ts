import {createHash} from 'node:crypto';

type Json = Record<string, unknown>;

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: {$ref?: string; type?: string; enum?: string[]; default?: unknown};
  example?: unknown;
}

interface Route {
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: {content: {'application/json': {example?: unknown}}};
}

/** The page at /docs: every route with its parameters and an example to run, without any outside resource. */
export function docsPage(document: Json): string {
  const paths = document.paths as Record<string, Record<string, Route>>;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({path, method, route: choicesSaid(route, document)})),
  );
  const info = document.info as {title: string; version: string; description: string};
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title><style>${STYLE}</style></head><body>
<header><h1>${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></h1><p>${escapeHtml(info.description)}</p>
<p><a href="/openapi.json">openapi.json</a> · <a href="/v1/schema">schema</a> · <a href="/v1/stats">stats</a></p></header>
<nav>${routes.map(({path, method}) => `<a href="#${anchor(method, path)}"><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</a>`).join('')}</nav>
<main>${routes.map(section).join('\n')}</main><script>${SCRIPT}</script></body></html>`;
}

/** With the choices of its parameters, which the document has in a place of their own. */
function choicesSaid(route: Route, {components}: Json): Route {
  const {schemas} = components as {schemas: Record<string, Parameter['schema']>};
  const parameters = (route.parameters ?? []).map((parameter) => {
    const name = parameter.schema.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? parameter : {...parameter, schema: {...schemas[name], ...parameter.schema}};
  });
  return {...route, parameters};
}

function section({path, method, route}: {path: string; method: string; route: Route}): string {
  const parameters = route.parameters ?? [];
  const rows = parameters.map(
    ({
      name,
      in: place,
      required,
      description,
      schema,
      example,
    }) => `<tr><td><label for="${anchor(method, path)}-${name}"><code>${escapeHtml(name)}</code></label>${required ? ' <em>required</em>' : ''}</td>
<td>${input(`${anchor(method, path)}-${name}`, name, place, schema, example)}</td><td>${code(description ?? '')}</td></tr>`,
  );
  const body = route.requestBody?.content['application/json'].example;
  return `<section id="${anchor(method, path)}"><h2><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</h2>
<p>${code(route.description ?? route.summary).replaceAll('\n\n', '</p><p>')}</p>
<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}">
${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}
${body === undefined ? '' : `<textarea name="body" rows="6" aria-label="body">${escapeHtml(JSON.stringify(body, null, 2))}</textarea>`}
<button>Run</button> <output></output></form></section>`;
}

function input(id: string, name: string, place: string, schema: Parameter['schema'], example: unknown): string {
  const attributes = `id="${id}" name="${escapeHtml(name)}" data-in="${place}"`;
  const value = example === undefined ? '' : String(example);
  if (schema.enum !== undefined) {
    const options = ['', ...schema.enum].map(
      (choice) => `<option${choice === value ? ' selected' : ''}>${escapeHtml(choice)}</option>`,
    );
    return `<select ${attributes}>${options.join('')}</select>`;
  }
  const hint = schema.default === undefined ? '' : ` placeholder="${escapeHtml(String(schema.default))}"`;
  return `<input ${attributes} value="${escapeHtml(value)}"${hint}>`;
}

function anchor(method: string, path: string): string {
  return `${method}${path.replace(/[^a-z0-9_]+/gi, '-')}`;
}

function code(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8882;--link:#0a66c2}
@media(prefers-color-scheme:dark){:root{--link:#7ab8ff}}
body{font:15px/1.5 system-ui,sans-serif;margin:0;display:grid;grid-template:auto 1fr/20rem 1fr}
header{grid-column:1/-1;padding:1rem 2rem;border-bottom:1px solid var(--line)}h1{margin:0}small{font-weight:400;opacity:.6}
nav{padding:1rem;border-right:1px solid var(--line);font-size:13px;overflow-wrap:anywhere}nav a{display:block;padding:.2rem;text-decoration:none;color:inherit}nav a:hover{background:var(--soft)}
main{padding:0 2rem 4rem;min-width:0}section{padding:1rem 0;border-bottom:1px solid var(--line)}h2{font-size:1.05rem;font-family:ui-monospace,monospace;font-weight:400;overflow-wrap:anywhere}
a{color:var(--link)}table{border-collapse:collapse;width:100%}td{padding:.25rem .6rem .25rem 0;vertical-align:top;border-top:1px solid var(--soft)}td:nth-child(1){white-space:nowrap}td:nth-child(2){width:14rem}
input,select,textarea{font:13px ui-monospace,monospace;width:100%;box-sizing:border-box;padding:.2rem}em{font-size:12px;opacity:.7}
button{margin-top:.6rem;padding:.3rem 1rem}output{display:block;white-space:pre-wrap;overflow-wrap:anywhere;font:12px ui-monospace,monospace;max-height:28rem;overflow:auto}
@media(max-width:50rem){body{display:block}nav{display:none}main{padding:0 1rem}}`;

const SCRIPT = `
for (const form of document.forms) form.addEventListener('submit', async (event) => {
  event.preventDefault();
  let path = form.dataset.path; const query = new URLSearchParams();
  for (const field of form.elements) {
    if (!field.name || field.name === 'body' || field.value === '') continue;
    if (field.dataset.in === 'path') path = path.replace('{' + field.name + '}', encodeURIComponent(field.value));
    else query.set(field.name, field.value);
  }
  const output = form.querySelector('output'); output.textContent = '…';
  const options = form.dataset.method === 'POST' ? {method: 'POST', headers: {'Content-Type': 'application/json'}, body: form.elements.body.value} : {};
  try {
    const started = performance.now();
    const response = await fetch(path + (query.size ? '?' + query : ''), options);
    const text = await response.text(); const took = Math.round(performance.now() - started);
    let shown = text; try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch {}
    output.textContent = response.status + ' · ' + took + ' ms · ' + text.length + ' bytes\\n' + shown.slice(0, 50000);
  } catch (error) { output.textContent = String(error); }
});`;

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page's own style and script, and nothing else, may run on it. */
export const DOCS_POLICY = `default-src 'none'; style-src ${digest(STYLE)}; script-src ${digest(SCRIPT)}; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;
