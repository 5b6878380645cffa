import type {Meta} from '../context.ts';
import {rowSchema} from '../endpoint.ts';
import {columnsOf} from '../engine/columns.ts';
import {at, cell} from '../formats/cell.ts';
import {meantInstead} from '../formats/meant-instead.ts';
import type {Operation} from '../operation.ts';
import {note, table} from './html.ts';
import {PICTURES} from './pictures.ts';

type Json = Record<string, unknown>;

/** Representations of a value in a notebook, by media type. */
export interface Display {
  'text/html': string;
  'text/plain': string;
}

/** Number of rows shown in a table. */
const MOST = 50;

/** An answer in a notebook: a picture if there is one, or else its rows or the members of one object. */
export function displayed(operation: Operation, answer: Json, meta: Meta): Display {
  const {name, rows, summary} = operation;
  const picture = PICTURES[name] as ((answer: Json) => string) | undefined;
  const body = picture?.(answer) ?? (rows === null ? one(answer) : list(operation, answer[rows] as Json[]));
  const plain =
    rows === null
      ? [summary, ...factsOf(answer).map(([fact, value]) => `${fact}  ${cell(value)}`)]
      : (answer[rows] as Json[]).slice(0, MOST).map((row) => plainRow(operation, row));
  const said = [...sayings(operation, answer), `snapshot ${meta.snapshot.slice(0, 8)}, generation ${meta.generation}`];
  return {'text/html': `${body}${note(said)}`, 'text/plain': [...plain, ...said].join('\n')};
}

function sayings({rows}: Operation, answer: Json): string[] {
  const said: string[] = [];
  if (rows !== null) {
    const {length} = answer[rows] as Json[];
    const {total, next_cursor: next} = answer as {total?: number; next_cursor?: string | null};
    if (length === 0) said.push('Nothing found.');
    else if (total !== undefined && total > length) said.push(`${length} of ${total.toLocaleString('en')}`);
    else if (typeof next === 'string') said.push(`${length} rows; more with next_cursor or .all()`);
  }
  said.push(...meantInstead((answer.did_you_mean ?? {}) as Record<string, string[]>));
  return [...said, ...((answer.caveats ?? []) as string[])];
}

function pathsOf(operation: Operation): readonly string[] {
  if (operation.columns !== undefined) return operation.columns;
  return columnsOf(rowSchema(operation)).flatMap(({name, type}) => (type === 'json' ? [] : [name]));
}

function list(operation: Operation, rows: readonly Json[]): string {
  if (rows.length === 0) return '';
  const shown = rows.slice(0, MOST);
  const isFilled = (path: string) => shown.some((row) => cell(at(row, path)) !== '');
  const paths = pathsOf(operation).filter(isFilled);
  const text = table(
    paths,
    shown.map((row) => paths.map((path) => at(row, path))),
  );
  return rows.length > MOST ? text + note([`The first ${MOST} of ${rows.length} rows.`]) : text;
}

function plainRow(operation: Operation, row: Json): string {
  return pathsOf(operation)
    .map((path) => cell(at(row, path)))
    .filter((text) => text !== '')
    .join('  ');
}

/** One object: its members, then each list in it. */
function one(answer: Json): string {
  const tables = membersOf(answer).flatMap(([name, member]) => (isRows(member) ? [listed(name, member)] : []));
  return factTable(factsOf(answer)) + tables.join('');
}

function factsOf(answer: Json): [string, unknown][] {
  return membersOf(answer).filter(([, member]) => !isRows(member) && cell(member) !== '');
}

/** Names and values of any type, one below the other. */
function factTable(facts: readonly (readonly [string, unknown])[]): string {
  return table(
    ['', ''],
    facts.map(([name, value]) => [name, cell(value)]),
  );
}

function isRows(value: unknown): value is Json[] {
  return Array.isArray(value) && typeof value[0] === 'object';
}

/** Links are for programs, and caveats are shown below. */
const LEFT_OUT = new Set(['_links', 'caveats']);

/** The members of an object and of nested objects, by path. */
function membersOf(value: Json, path = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (LEFT_OUT.has(key)) return [];
    const name = path === '' ? key : `${path}.${key}`;
    const isThing = member !== null && typeof member === 'object' && !Array.isArray(member);
    return isThing ? membersOf(member as Json, name) : [[name, member]];
  });
}

/** Number of rows of a table below an object. */
const FEW = 10;

function listed(name: string, rows: readonly Json[]): string {
  const shown = rows.slice(0, FEW);
  const heads = [...new Set(shown.flatMap((row) => Object.keys(row)))].filter((key) => !['_links', 'id'].includes(key));
  const title = rows.length > FEW ? `${name}, the first ${FEW} of ${rows.length}` : name;
  return table(
    heads,
    shown.map((row) => heads.map((head) => row[head])),
    title,
  );
}

interface Card {
  source: string;
  generation: number;
  snapshot: string;
  as_of: string;
  kinds: readonly {kind: string; count: number}[];
  methods: readonly string[];
}

/** An open graph as a card: its source, age and contents. */
export function graphCard({source, generation, snapshot, as_of, kinds, methods}: Card): Display {
  const facts: [string, unknown][] = [
    ['from', source],
    ['as of', as_of.slice(0, 10)],
    ['generation', `${generation}, snapshot ${snapshot.slice(0, 8)}`],
  ];
  const held = kinds.filter(({count}) => count > 0);
  const plain = [
    ...facts.map(([name, value]) => `${name}: ${value}`),
    held.map(({kind, count}) => `${count.toLocaleString('en')} ${kind}`).join(', '),
  ];
  const html = `${factTable([...facts, ...held.map(({kind, count}): [string, unknown] => [kind, count])])}${note([`Ask it: ${methods.map((name) => `graph.${name}`).join(', ')}`])}`;
  return {'text/html': html, 'text/plain': plain.join('\n')};
}
