import {StringDecoder} from 'node:string_decoder';
import {SaxesParser} from 'saxes';
import {FileError} from '../errors.ts';
import {bytesOf} from './check/read-through.ts';

/**
 * An element as JSON: `#` is its own text, `@name` an attribute, every other key the list of its children with that
 * name.
 */
export interface XmlNode {
  [key: string]: string | XmlNode[];
}

export interface XmlRecord {
  element: string;
  /** The line on which its start tag ends, from 1. */
  line: number;
  doc: XmlNode;
}

/** Inline markup, which does not split a text: "in <i>vitro</i>" is one string. */
const INLINE = /^(?:i|b|u|em|strong|sup|sub|mml:.*)$/;
const DEEPEST = 100;
const LONGEST = 64 * 2 ** 20;

/** A problem of an XML file, with its line. */
export class XmlError extends Error {
  readonly line: number;
  constructor(message: string, line: number, options?: ErrorOptions) {
    super(message, options);
    this.line = line;
  }
}

/**
 * The elements with the given names, one by one, from an .xml or .xml.gz file; memory holds one record and one chunk.
 * Nothing outside the file is read: a DOCTYPE is skipped, and entities other than XML's own five are an error.
 * @throws XmlError if the file is malformed or truncated; earlier elements have been yielded.
 */
export async function* readXml(path: string, elements: readonly string[]): AsyncGenerator<XmlRecord> {
  const parser = new SaxesParser({position: true});
  const ready: XmlRecord[] = [];
  const stack: XmlNode[] = [];
  let size = 0;
  const stop = (problem: string) => {
    throw new XmlError(problem, parser.line);
  };
  const add = (text: string) => {
    const top = stack.at(-1);
    if (top === undefined) return;
    size += text.length;
    if (size > LONGEST) stop(`an element is longer than ${LONGEST / 2 ** 20} MiB`);
    top['#'] = `${typeof top['#'] === 'string' ? top['#'] : ''}${text}`;
  };
  parser.on('error', (error) => stop(error.message.replace(/^\S*?\d+:\d+: /, '')));
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({name, attributes}) => {
    if (stack.length === 0 && !elements.includes(name)) return;
    if (stack.length > 0 && INLINE.test(name)) return;
    if (stack.length >= DEEPEST) stop(`elements are nested more than ${DEEPEST} deep`);
    if (stack.length === 0) size = 0;
    const node: XmlNode = Object.create(null);
    for (const [key, value] of Object.entries(attributes)) node[`@${key}`] = String(value);
    const parent = stack.at(-1);
    if (parent === undefined) ready.push({element: name, line: parser.line, doc: node});
    else if (Array.isArray(parent[name])) parent[name].push(node);
    else parent[name] = [node];
    stack.push(node);
  });
  parser.on('closetag', ({name}) => {
    if (stack.length > 0 && INLINE.test(name)) return;
    const node = stack.pop();
    if (node === undefined) return;
    const text = typeof node['#'] === 'string' ? node['#'].replace(/\s+/g, ' ').trim() : '';
    if (text === '') delete node['#'];
    else node['#'] = text;
  });

  const decoder = new StringDecoder('utf8');
  try {
    for await (const chunk of bytesOf(path)) {
      parser.write(decoder.write(chunk));
      // The last element may still be open.
      while (ready.length > (stack.length > 0 ? 1 : 0)) yield ready.shift() as XmlRecord;
    }
    parser.write(decoder.end()).close();
    yield* ready;
  } catch (error) {
    if (stack.length > 0) ready.pop();
    yield* ready;
    if (error instanceof XmlError || error instanceof FileError) throw error;
    throw new XmlError(error instanceof Error ? error.message : String(error), parser.line, {cause: error});
  }
}
