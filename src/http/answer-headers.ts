import type {Meta} from '../context.ts';
import type {Operation} from '../operation.ts';
import {FORMATS, type Format} from '../schema/formats.ts';

/** Headers that describe an answer. Names are in lower case, as Fastify keeps them, so that none is sent twice. */

/** The members of `meta` in the library's answers. */
export function factHeaders({snapshot, generation, gate, ...stream}: Meta): Record<string, string> {
  return {
    ...(stream.total !== undefined && {'x-biograph-total': String(stream.total)}),
    ...(stream.truncated === true && {'x-biograph-truncated': 'true'}),
    ...(stream.licences !== undefined && {
      'x-biograph-licences': stream.licences.map((name) => encodeURIComponent(name)).join(','),
    }),
    ...(stream.missing !== undefined && {'x-biograph-missing': headerList(stream.missing)}),
    ...(stream.did_you_mean !== undefined && {
      'x-biograph-did-you-mean': Object.entries(stream.did_you_mean)
        .map(([name, values]) => `${name}=${values.map((value) => encodeURIComponent(value)).join(',')}`)
        .join('; '),
    }),
    'x-biograph-snapshot': `${snapshot}; generation=${generation}`,
    ...(gate !== undefined && {
      'x-biograph-gate': Object.entries(gate)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    }),
  };
}

/** The names of ignored parameters, limited in number and length, so that clients and proxies accept the header. */
export function ignoredHeader(names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};
  const shown = names.slice(0, 10).map((name) => encodeURIComponent([...name].slice(0, 40).join('')));
  return {'x-biograph-ignored': [...shown, ...(names.length > shown.length ? ['...'] : [])].join(', ')};
}

/** @param isPrivate Shared caches must not store it. */
export function cacheHeaders({maxAge}: Pick<Operation, 'maxAge'>, isPrivate = false): Record<string, string> {
  return {'cache-control': maxAge === 0 ? 'no-cache' : `${isPrivate ? 'private' : 'public'}, max-age=${maxAge}`};
}

/** The media type of a file, and a name that describes its content. */
export function fileHeaders(
  {command, name}: Operation,
  {kind}: Record<string, unknown>,
  format: Format,
  {snapshot}: Meta,
) {
  const {type, extension} = FORMATS[format];
  const words = ['biograph', command ?? name, ...[kind ?? []].flat().map(String), snapshot.slice(0, 8)];
  const file = words
    .join('-')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 150);
  return {'content-type': type, 'content-disposition': `attachment; filename="${file}.${extension}"`};
}

/** Of a list in a header: Node's clients take 16 KiB of headers in all. */
const MOST_LETTERS = 12_000;

/** A list in a header, shortened to what clients and proxies accept. */
function headerList(texts: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const text of texts) {
    const one = encodeURIComponent(text.slice(0, 100));
    length += one.length + 1;
    if (length > MOST_LETTERS) return [...shown, '...'].join(',');
    shown.push(one);
  }
  return shown.join(',');
}
