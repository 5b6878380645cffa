import {UsageError} from './options.ts';

/** Parses `field operator value` as typed by a person: `degree gte 10`, `kind in company,person`, `ticker not_null`. */
export function parsePredicate(text: string): {field: string; operator: string; value?: unknown} {
  const [, field, operator, rest = ''] = /^\s*(\S+)\s+(\S+)\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  if (field === undefined || operator === undefined) {
    throw new UsageError(
      `${JSON.stringify(text)} is not a predicate. Write "field operator value", for example "kind eq company".`,
    );
  }
  if (rest === '') return {field, operator};
  const isList = operator === 'in' || operator === 'not_in' || operator === 'between';
  const written = json(rest);
  return {
    field,
    operator,
    value: written ?? (isList ? rest.split(',').map((item) => scalar(item.trim(), field)) : scalar(rest, field)),
  };
}

/** A list or a quoted text, written as JSON: names may have commas, and blanks at their ends. */
function json(text: string): unknown {
  if (!/^[["]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NUMBERS = new Set(['confidence', 'prominence', 'momentum', 'rank_in_kind', 'degree', 'activity_90d']);

function scalar(text: string, field: string): string | number {
  return NUMBERS.has(field) && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
