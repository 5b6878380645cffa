import {GraphError} from '../../errors.ts';
import {FAMILIES, KINDS} from '../../schema/kinds.ts';
import {norm} from '../../text/words.ts';
import {readDay, readTime} from '../../time.ts';

/** Of a predicate and of its field, what decides about values (predicates.ts). */
interface Given {
  operator: string;
  value?: string | number | null | (string | number)[] | undefined;
}
interface Field {
  type: 'text' | 'kind' | 'label' | 'organization' | 'day' | 'number' | 'time';
  /** The values of a label. */
  field?: string;
}

/** The values of a predicate, checked against its operator and field. */
export function valuesOf(given: Given, field: Field, path: string): (string | number)[] {
  const {operator, value} = given;
  if (operator === 'is_null' || operator === 'not_null') {
    if (value !== undefined && value !== null) throw invalid(path, `${operator} takes no value.`);
    return [];
  }
  if (operator === 'in' || operator === 'not_in' || operator === 'between') {
    if (!Array.isArray(value) || value.length === 0) throw invalid(path, `${operator} takes a list of values.`);
    if (operator === 'between' && value.length !== 2)
      throw invalid(path, 'between takes two values, from and to, both inclusive.');
    return value.map((item) => checked(item, field, path, true));
  }
  if (value === undefined || value === null || Array.isArray(value))
    throw invalid(path, `${operator} takes one value.`);
  const isPart = operator === 'prefix' || operator === 'contains';
  // Every value contains nothing at all.
  if (isPart && typeof value === 'string' && norm(value) === '')
    throw invalid(path, `${operator} takes a text that is not blank.`);
  return [checked(value, field, path, !isPart)];
}

/** A value that is a text; a year may be a number, as in the filter of that name. */
export function textOf(value: unknown, field: Field | undefined): string | undefined {
  if (field?.field === 'year' && Number.isInteger(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
}

function checked(given: string | number, field: Field, path: string, isWhole: boolean): string | number {
  const value = textOf(given, field) ?? given;
  check(value, field, path, isWhole);
  return value;
}

function check(value: string | number, field: Field, path: string, isWhole: boolean): void {
  if (field.type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(path, 'A number is expected.');
  } else if (typeof value !== 'string') throw invalid(path, 'A string is expected.');
  else if (field.type === 'time') {
    const read = readTime(value);
    if ('problem' in read) throw invalid(path, `${read.problem}.`);
  } else if (field.type === 'day') {
    const read = readDay(value);
    if ('problem' in read) throw invalid(path, `${read.problem}.`);
  } else if (field.type === 'kind' && !(KINDS as readonly string[]).includes(value)) {
    throw invalid(path, `Unknown kind ${value}. Kinds: ${KINDS.join(', ')}.`);
  } else if (field.type === 'label' && isWhole) checkClosed(value, field.field, path);
}

/** What is not on a closed list is a mistake, as it is in the filter of the same name; a part of a value need not be. */
function checkClosed(value: string, field: string | undefined, path: string): void {
  if (field === 'product_family' && !(FAMILIES as readonly string[]).includes(norm(value)))
    throw invalid(path, `Unknown family ${value}. Families: ${FAMILIES.join(', ')}.`);
  if (field === 'year' && !/^\d{4}$/.test(value.trim())) throw invalid(path, 'A year of four digits is expected.');
}

export function invalid(path: string, message: string): GraphError {
  return new GraphError('validation_error', `${path}: ${message}`, {details: [{path, message}]});
}
