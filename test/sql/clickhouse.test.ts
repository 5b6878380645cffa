import {describe, expect, it} from 'vitest';
import {clickhouse} from '../../src/sql/clickhouse.ts';
import {
  asInstant,
  boundList,
  firstOf,
  GATHERED,
  jsonOf,
  kindOf,
  listOf,
  normOf,
  smallest,
  unnestTogether,
  upTo,
  values,
} from '../../src/sql/fragments.ts';
import {type Sql, sql} from '../../src/sql/sql.ts';

const text = (query: Sql) => query.compile(clickhouse).text;

describe("ClickHouse's words", () => {
  it('have a type for every bound value, and none for null', () => {
    const query = sql`select ${1}, ${0.5}, ${'a'}, ${true}, ${null}, ${2n ** 40n} where x in ${['b', 'c']}`;
    expect(query.compile(clickhouse)).toEqual({
      text: 'select {p1:Int64}, {p2:Float64}, {p3:String}, {p4:Bool}, NULL, {p6:Int64} where x in ({p7:String}, {p8:String})',
      values: [1, 0.5, 'a', true, null, 2n ** 40n, 'b', 'c'],
    });
  });

  it('read lists as one value each', () => {
    expect(text(boundList([1, 2], 'integer'))).toBe("JSONExtract({p1:String}, 'Array(Int64)')");
    expect(text(unnestTogether({a: 'x', b: 'y'}))).toBe(
      '(arrayJoin(arrayZip(x, y)) as together).1 as a, together.2 as b',
    );
    expect(
      text(
        values([
          ['p', 1],
          ['q', 2],
        ]),
      ),
    ).toBe(
      'select (arrayJoin([({p1:String}, {p2:Int64}), ({p3:String}, {p4:Int64})]) as given).1 as col0, given.2 as col1',
    );
  });

  it('sort a group by what is asked and give what stands in it', () => {
    const sorted = 'arrayMap(row -> row.3, arraySort(groupArray((-idf, label_id, name))))';
    expect(text(listOf('name', [sql`-idf`, 'label_id']))).toBe(sorted);
    expect(text(firstOf('name', [sql`-idf`, 'label_id']))).toBe(`${sorted}[1]`);
    expect(text(upTo('names', 4))).toBe('arraySlice(names, 1, 4)');
    expect(text(smallest('key', 40))).toBe('groupArraySorted(40)(key)');
  });

  it('take what is made comparable from columns, and ids as text', () => {
    expect(text(normOf('e.target'))).toBe('e.norm_target');
    expect(text(kindOf('a.rid'))).toBe('bitShiftRight(a.rid, 26)');
    expect(text(asInstant('2025-01-01T00:00:00Z'))).toBe("parseDateTime64BestEffort({p1:String}, 6, 'UTC')");
  });

  it('say at the end of a statement that its inner part is gathered', () => {
    expect(text(sql`select 1${GATHERED}`)).toBe('select 1 settings prefer_global_in_and_join = 1');
    expect(sql`select 1${GATHERED}`.compile().text).toBe('select 1');
  });

  it('write an object as JSON text', () => {
    expect(text(jsonOf({id: 'e.id', at: 'e.at'}, ['at']))).toBe(
      "concat('{\"id\":', ifNull(toJSONString(e.id), 'null'), ',\"at\":', ifNull(toJSONString(formatDateTime(e.at, '%Y-%m-%dT%H:%i:%S.') || leftPad(toString(toUnixTimestamp64Milli(e.at) % 1000), 3, '0') || 'Z'), 'null'), '}')",
    );
  });
});
