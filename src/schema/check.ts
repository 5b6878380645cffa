import type {z} from 'zod';
import {type Detail, GraphError} from '../errors.ts';
import {meantBy, unknownName} from './names.ts';

/**
 * Parses a caller's parameters with their schema. Every interface uses it, so all of them refuse unknown names;
 * undefined counts as absent.
 * @throws GraphError `validation_error` naming each wrong parameter; `bad_request` for a malformed id or cursor.
 */
export function parseParams<Schema extends z.ZodObject>(schema: Schema, given: unknown): z.output<Schema> {
  const known = Object.keys(schema.shape);
  if (isRecord(given) && !isPlain(given))
    throw invalid([{path: '', message: `Must be one plain object, not ${kindOfObject(given)}.`}]);
  const asked = isRecord(given) ? definedOf(given) : (given ?? {});
  const details: Detail[] = [];
  if (isRecord(asked)) {
    for (const name of Object.keys(asked))
      if (!known.includes(name)) details.push({path: name, message: unknownName(name, known)});
    // As in the path /v1/entities/, which ends where the id should be.
    if (details.length === 0 && asked.entity_id === '' && known.includes('entity_id'))
      throw new GraphError('bad_request', 'Malformed entity id: it is empty.');
    const broken = brokenIn(asked, []);
    if (broken !== undefined) {
      const {path, what} = broken;
      const [name = ''] = path;
      if (details.length === 0 && POINTERS.has(name))
        throw new GraphError('bad_request', `Malformed ${POINTERS.get(name)}: ${what} is not text.`);
      details.push({path: path.join('.'), message: `${what[0]?.toUpperCase()}${what.slice(1)} is not text.`});
    }
  }
  if (details.length === 0) {
    const parsed = schema.safeParse(asked);
    if (parsed.success) return parsed.data;
    details.push(...parsed.error.issues.flatMap((issue) => detailsOf(issue, schema, asked)));
  }
  throw invalid(details);
}

/** What points at something: malformed, it is no value that is out of range. */
const POINTERS = new Map([
  ['entity_id', 'entity id'],
  ['after', 'cursor'],
]);

/** The error about these details; its message is the first of them. */
export function invalid(details: Detail[]): GraphError {
  const [first] = details;
  return new GraphError('validation_error', first === undefined ? 'Invalid parameters.' : sentence(first), {details});
}

/** A detail as a sentence: `limit must be at most 1000, not 5000.` */
function sentence({path, message}: Detail): string {
  const place = path || 'parameters';
  return /^(?:Must|Is) /.test(message)
    ? `${place} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
    : `${place}: ${message}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Whether an object has its members as its own: those of a Map or a Date would be overlooked, and everything be answered. */
function isPlain(given: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  // That of objects of another realm is another one; an instance of a class has fields.
  return prototype === null || Object.getPrototypeOf(prototype) === null || Object.keys(given).length > 0;
}

function kindOfObject(given: object): string {
  const name = typeof given.constructor === 'function' ? given.constructor.name : '';
  return name === '' || name === 'Object' ? 'one that inherits its members' : `a ${name}`;
}

function definedOf(given: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(given);
  return entries.some(([, value]) => value === undefined)
    ? Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    : given;
}

/** Finds what no text of the graph has: a NUL character, or half of a letter of two. */
function brokenIn(value: unknown, path: readonly string[]): {path: readonly string[]; what: string} | undefined {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return {path, what: 'a NUL character'};
    return /\p{Cs}/u.test(value) ? {path, what: 'half of a surrogate pair'} : undefined;
  }
  if (value === null || typeof value !== 'object' || path.length > 8) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = brokenIn(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Issue = z.core.$ZodIssue;

function detailsOf(issue: Issue, schema: z.ZodObject, given: unknown): Detail[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(describedAt(schema, path)?.properties ?? {});
    return issue.keys.map((key) => ({path: [...path, key].join('.'), message: unknownName(key, known)}));
  }
  const value = valueAt(given, issue.path);
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const types = typesOf(issue);
    if (types !== undefined && value !== undefined)
      return [{path: path.join('.'), message: `Must be ${choice(types.map(typeWords))}, not ${shown(value)}.`}];
    // The variant of a union that was meant is the first one of the value's own type.
    const isOther = (one: Issue) =>
      one.path.length === 0 && (typesOf(one) !== undefined || (one.code === 'invalid_value' && Array.isArray(value)));
    const branch = issue.errors.find((errors) => !errors.some(isOther)) ?? issue.errors[0] ?? [];
    return branch.flatMap((one) => detailsOf({...one, path: [...issue.path, ...one.path]}, schema, given));
  }
  const message = plainly(issue, value, describedAt(schema, path));
  return [{path: path.join('.'), message}];
}

/** The types that a value should have had, where it has none of them; undefined where something else is wrong with it. */
function typesOf(issue: Issue): string[] | undefined {
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return undefined;
  // The validator measures a value of another type too, after it has said so.
  const types = issue.errors.map(([one]) => (one === undefined || one.path.length > 0 ? undefined : typesOf(one)));
  return types.includes(undefined) ? undefined : [...new Set(types.flatMap((some) => some ?? []))];
}

/** An issue of the validator in plain words, following the parameter's name. */
function plainly(issue: Issue, value: unknown, described: Described | undefined): string {
  const isMissing = value === undefined;
  switch (issue.code) {
    case 'invalid_type': {
      const type = typeWords(described?.type ?? issue.expected);
      return isMissing ? `Is required: ${type}.` : `Must be ${type}, not ${shown(value)}.`;
    }
    case 'invalid_value': {
      const values = issue.values.map(String);
      if (isMissing) return `Is required. One of: ${values.join(', ')}.`;
      const meant = meantBy(String(value), values);
      const guess = meant === undefined ? '' : ` Did you mean ${meant}?`;
      return `Must be one of: ${values.join(', ')}; not ${shown(value)}.${guess}`;
    }
    case 'too_big':
    case 'too_small': {
      const bound = String(issue.code === 'too_big' ? issue.maximum : issue.minimum);
      const least = issue.code === 'too_big' ? 'at most' : 'at least';
      if (issue.origin === 'string') return `Must have ${least} ${bound} character${bound === '1' ? '' : 's'}.`;
      if (issue.origin === 'array') return `Must have ${least} ${bound} ${bound === '1' ? 'entry' : 'entries'}.`;
      return `Must be ${least} ${bound}, not ${shown(value)}.`;
    }
    default:
      return issue.message;
  }
}

const TYPES: Record<string, string> = {
  int: 'a whole number',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function choice(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}

function typeWords(type: string): string {
  return TYPES[type] ?? `a value of type ${type}`;
}

/** A value as messages quote it. */
export function shown(value: unknown): string {
  const text = textOf(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function textOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // It contains itself, is nested too deep, or holds what JSON has no form for.
    return Array.isArray(value) ? 'such a list' : 'such an object';
  }
}

interface Described {
  type?: string;
  properties?: Record<string, Described>;
  items?: Described;
}

/** The JSON Schema of a value. Computed only if something is wrong. */
function describedAt(schema: z.ZodObject, path: readonly string[]): Described | undefined {
  const whole = schema.toJSONSchema({io: 'input', unrepresentable: 'any'}) as Described;
  return path.reduce<Described | undefined>((place, key) => place?.properties?.[key] ?? place?.items, whole);
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given);
}
