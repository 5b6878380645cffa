import {NARROW, type RowNumbers} from '../sql/row-numbers.ts';

/**
 * Row ids in SQL (docs/decisions/0002-row-ids.md): the only statements that know how wide they are. What is written here for a generation
 * is kept in it, and in ClickHouse by src/sql/clickhouse.ts.
 */
export function rowMacros({name, kindBits, rowBits, first}: RowNumbers): string {
  const [type, key] = name === NARROW.name ? ['integer', 'bigint'] : ['bigint', 'hugeint'];
  const mask = 2n ** BigInt(rowBits) - 1n;
  // The room a rung and the order key take above the row.
  const rungs = 2n ** BigInt(rowBits + 31);
  return `
    -- A number as a row id.
    create or replace macro as_rid(n) as n::${type};
    -- Kinds live in the upper bits of a row id, so that a kind is a range of row ids.
    create or replace macro kind_of(rid) as rid >> ${kindBits};
    create or replace macro first_rid(kind_no) as kind_no::${type} << ${kindBits};
    -- The id of the n-th entity of a kind with so much room between two, and how much there is for n of them.
    create or replace macro rid_at(kind_no, n, room) as (first_rid(kind_no) + ${first} + n * room)::${type};
    create or replace macro room_for(n) as least(16, ${2 ** kindBits - 1 - first} // (n + 1));
    -- A row id with another number before it, so that one number sorts by both.
    create or replace macro row_key(n, rid) as (n::${key} << ${rowBits}) | rid::${key};
    create or replace macro key_number(key) as (key >> ${rowBits})::integer;
    create or replace macro key_rid(key) as (key & ${mask})::${type};
    -- One end of an edge: the place of the other end, its row and the step.
    create or replace macro end_key(place, rid, step) as (place::${key} << ${rowBits + 8}) | (rid::${key} << 8) | step;
    -- The rows and the steps of a list of such ends.
    create or replace macro others_of(ends) as list_transform(ends, lambda x: key_rid(x >> 8));
    create or replace macro steps_of(ends) as list_transform(ends, lambda x: (x & 255)::utinyint);
    -- Where a name or word stands among those that start as typed, as one number: the rung (2 the start of a name, 3 of an alias, 4 a later
    -- word), kinds looked for by name (work 0) before works (1), prominence, row. Matches of an equal text come before all of these. Numbers
    -- with a sign are twice as fast here as those without, so the six steps of rung and work lie on both sides of zero.
    create or replace macro match_key(rung, work, order_key, rid) as
      ((rung - 2) * 2 + work - 3)::${key} * ${rungs} + ((order_key::${key} << ${rowBits}) | rid::${key});
    create or replace macro matched_rid(key) as (key & ${mask})::${type};
    create or replace macro matched_place(key) as (key - (key & ${mask})) / ${mask + 1n}.0::double;`;
}
