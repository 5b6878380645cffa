// A call of an operation: the form's contents as a request.
import {credentials} from '../ask.ts';
import {root} from '../place.ts';
import type {Operation} from './document.ts';

/** The form's contents: parameters by name with their values, and the text of a body. */
export interface Written {
  values: Record<string, readonly string[]>;
  body: string;
}

export function exampleOf({parameters = [], requestBody}: Operation): Written {
  const values = Object.fromEntries(
    parameters.flatMap(({name, example}) => (example === undefined ? [] : [[name, [example].flat().map(String)]])),
  );
  const body = requestBody?.content['application/json'].example;
  return {values, body: body === undefined ? '{}' : JSON.stringify(body, null, 2)};
}

export function addressOf({path, parameters = []}: Operation, {values}: Written): URL {
  let filled = path.slice(1);
  const query = new URLSearchParams();
  for (const {name, in: place} of parameters) {
    const given = (values[name] ?? []).filter((value) => value !== '');
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(given[0] ?? name));
    else for (const value of given) query.append(name, value);
  }
  const url = new URL(filled, root);
  url.search = query.toString();
  return url;
}

export interface Outcome {
  status: number;
  milliseconds: number;
  /** As text, formatted if it is JSON. */
  text: string;
  isCut: boolean;
  headers: [string, string][];
}

/** Maximum number of characters shown; the rest of a long answer is not fetched. */
const MOST = 40_000;

export async function send(operation: Operation, written: Written): Promise<Outcome> {
  const hasBody = operation.requestBody !== undefined;
  const started = performance.now();
  const response = await fetch(addressOf(operation, written), {
    method: operation.method,
    headers: {...credentials(), ...(hasBody && {'content-type': 'application/json'})},
    ...(hasBody && {body: written.body}),
  });
  const {text, isCut} = await startOf(response);
  const headers = [...response.headers].filter(([name]) => /^x-|^content-type|^etag|^retry-after|^location/.test(name));
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
    text: isCut ? text : laidOut(text),
    isCut,
    headers,
  };
}

async function startOf(response: Response): Promise<{text: string; isCut: boolean}> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader !== undefined) {
    const {done, value} = await reader.read();
    if (done) break;
    text += value;
    if (text.length > MOST) {
      // The rest may be gigabytes.
      await reader.cancel();
      return {text: text.slice(0, MOST), isCut: true};
    }
  }
  return {text, isCut: false};
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
