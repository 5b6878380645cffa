import type {Json} from '../schema/named.ts';

interface Described {
  operationId: string;
  summary: string;
}

/**
 * The content of /docs without scripts, for people and programs: every route, and the location of the full description.
 */
export function outline(document: Json): string {
  const paths = document.paths as Record<string, Record<string, Described>>;
  const {description} = document.info as {description: string};
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, {summary}]) =>
        `<li><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</li>`,
    ),
  );
  const said = description.split('\n\n').map((paragraph) => `<p>${escapeHtml(paragraph.replaceAll('`', ''))}</p>`);
  return `<h1>The HTTP interface</h1>${said.join('')}
<p>Parameters, answers and types: <a href="openapi.json">openapi.json</a>.</p><ul>${routes.join('')}</ul>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
