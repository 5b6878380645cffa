import {type Dialect, type ListType, listed, type Piece, type Written} from './dialect.ts';
import {NARROW, type RowNumbers} from './row-numbers.ts';

/** Ids are texts in ClickHouse, because its UUID type sorts in another order. */
const TYPES: Record<ListType, string> = {
  integer: 'Int64',
  long: 'Int64',
  double: 'Float64',
  text: 'String',
  uuid: 'String',
};

/** The last of the tuples of a group, sorted by all preceding members. */
function sorted(value: Piece, order: readonly Piece[]): Written {
  return [`arrayMap(row -> row.${order.length + 1}, arraySort(groupArray((`, ...listed([...order, value]), '))))'];
}

/** ClickHouse's dialect. */
export const clickhouse: Dialect = {
  rows: NARROW,
  place: (n, value) => (value === null ? 'NULL' : `{p${n}:${typeOf(value)}}`),
  once: ['as'],
  semiJoin: ['left semi join'],
  gathered: [' settings prefer_global_in_and_join = 1'],
  coLocated: [" settings distributed_product_mode = 'local'"],
  countIf: (condition) => ['countIf(', condition, ')'],
  countDistinctIf: (value, condition) => ['uniqExactIf(', value, ', ', condition, ')'],
  sumIf: (value, condition) => ['sumOrNullIf(', value, ', ', condition, ')'],
  maxIf: (value, condition) => ['maxOrNullIf(', value, ', ', condition, ')'],
  anyOf: (value) => ['any(', value, ')'],
  listOf: sorted,
  distinctListOf: (value) => ['arraySort(groupUniqArray(', value, '))'],
  firstOf: (value, order) => [...sorted(value, order), '[1]'],
  upTo: (list, count) => ['arraySlice(', list, ', 1, ', count, ')'],
  unnest: (list) => ['arrayJoin(', list, ')'],
  unnestTogether: (lists) => [
    '(arrayJoin(arrayZip(',
    ...listed(lists.map(({list}) => list)),
    `)) as together).1 as ${lists[0]?.name ?? ''}`,
    ...lists.slice(1).map(({name}, index) => `, together.${index + 2} as ${name}`),
  ],
  boundList: (json, type) => ['JSONExtract(', json, `, 'Array(${TYPES[type]})')`],
  shiftRight: (number, bits) => ['bitShiftRight(', number, ', ', bits, ')'],
  uuid: (text) => [text],
  day: (text) => ['toDate32(', text, ')'],
  instant: (text) => ['parseDateTime64BestEffort(', text, ", 6, 'UTC')"],
  monthOf: (day) => ['formatDateTime(', day, ", '%Y-%m')"],
  letters: (text) => ['lengthUTF8(', text, ')'],
  firstLetters: (text, count) => ['leftUTF8(', text, ', ', count, ')'],
  lastLetters: (text, count) => ['rightUTF8(', text, ', ', count, ')'],
  edits,
  // Made when the generation was published (src/clickhouse/tables.ts).
  norm: (table, column) => [`${table}norm_${column}`],
  startsWith: (text, start) => ['startsWith(', text, ', ', start, ')'],
  endsWith: (text, end) => ['endsWith(', text, ', ', end, ')'],
  contains: (text, part) => ['(position(', text, ', ', part, ') > 0)'],
  without: (text, pattern) => ['replaceRegexpAll(', text, ', ', pattern, ", '')"],
  json: (members) => [
    "concat('{",
    ...members.flatMap(({name, value, isInstant}, index) => [
      `${index === 0 ? '' : ','}"${name}":', ifNull(toJSONString(`,
      ...(isInstant
        ? [
            'formatDateTime(',
            value,
            ", '%Y-%m-%dT%H:%i:%S.') || leftPad(toString(toUnixTimestamp64Milli(",
            value,
            ") % 1000), 3, '0') || 'Z'",
          ]
        : [value]),
      "), 'null'), '",
    ]),
    "}')",
  ],
  table: (rows) => [
    'select ',
    ...(rows[0] ?? []).flatMap((_, place) => [
      `${place === 0 ? '(arrayJoin([' : ''}`,
      ...(place === 0 ? [...tuples(rows), ']) as given).1 as col0'] : [`, given.${place + 1} as col${place}`]),
    ]),
  ],
  smallest: (value, count) => ['groupArraySorted(', count, ')(', value, ')'],
  matchKey: (rung, work, place, rid, rows) => {
    const [type, row, rungs] = matchParts(rows);
    return [
      `(${type}((`,
      rung,
      ' - 2) * 2 + ',
      work,
      ` - 3) * ${type}('${rungs}') + ${type}(`,
      place,
      `) * ${type}('${row}') + ${type}(`,
      rid,
      '))',
    ];
  },
  matchedRid: (key, rows) => ['toInt64(', ...matchedRow(key, rows), ')'],
  matchedPlace: (key, rows) => ['toFloat64((', key, ' - ', ...matchedRow(key, rows), `) / ${2 ** rows.rowBits})`],
  innerProduct: (a, b) => ['toFloat64(dotProduct(', a, ', ', b, '))'],
};

/**
 * ClickHouse's distance never edits letters it has transposed: two letters with a third inserted between them cost
 * three edits there, and two here. If removing a letter from the longer text leaves one edit, the distance is two.
 */
function edits(a: Piece, b: Piece): Written {
  const far = ['damerauLevenshteinDistance(', a, ', ', b, ')'];
  const without = (long: Piece, short: Piece): Written => [
    'arrayExists(at -> damerauLevenshteinDistance(concat(substring(',
    long,
    ', 1, at - 1), substring(',
    long,
    ', at + 1)), ',
    short,
    ') = 1, range(1, length(',
    long,
    ') + 1))',
  ];
  return [
    'multiIf(',
    ...far,
    ' <> 3, ',
    ...far,
    ', length(',
    a,
    ') = length(',
    b,
    ') + 1 and ',
    ...without(a, b),
    ', 2, length(',
    b,
    ') = length(',
    a,
    ') + 1 and ',
    ...without(b, a),
    ', 2, 3)',
  ];
}

function tuples(rows: readonly (readonly Piece[])[]): Written {
  return rows.flatMap((row, index) => [index === 0 ? '(' : ', (', ...listed(row), ')']);
}

function typeOf(value: string | number | bigint | boolean): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Bool';
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'Int64' : 'Float64';
}

/** The macro `match_key`: the type that holds a key, and what its place and its rung are multiplied by. */
function matchParts({name, rowBits}: RowNumbers): [type: string, row: bigint, rungs: bigint] {
  return [name === NARROW.name ? 'toInt64' : 'toInt128', 2n ** BigInt(rowBits), 2n ** BigInt(rowBits + 31)];
}

function matchedRow(key: Piece, rows: RowNumbers): Written {
  const [type, row] = matchParts(rows);
  return ['bitAnd(', key, `, ${type}('${row - 1n}'))`];
}
