import fc from 'fast-check';
import {expect, it} from 'vitest';
import {declarationOf} from '../../src/tables/declarations.ts';
import {openShell} from '../helpers/duckdb.ts';

interface Key {
  rid: number;
  key: string;
  rung: number;
}

const SYMBOLS = ['a', 'b', 'c', 'd', 'e'];
const ALIASES = ['p', 'q', 'r', 's', 't'];

/** The values to which each family's word leads, word by word as ddl/target_family.sql says it. */
function families(keys: readonly Key[], values: readonly string[]): string[] {
  const ridsOf = (key: string) => new Set(keys.filter((one) => one.key === key).map(({rid}) => rid));
  return [...new Set(keys.map(({key}) => key))].flatMap((word) => {
    const members = ridsOf(word);
    const isFamily = members.size > 1 && keys.every(({key, rung}) => key !== word || rung === 3);
    if (!isFamily) return [];
    const aliases = keys.filter(({rid, key, rung}) => members.has(rid) && rung === 3 && values.includes(key));
    const outside = (key: string) => [...ridsOf(key)].some((rid) => !members.has(rid));
    const whole = (key: string) =>
      new Set(aliases.filter((one) => one.key === key).map(({rid}) => rid)).size === members.size;
    const named = aliases.filter(({key}) => whole(key) && !outside(key)).map(({key}) => key);
    if (named.length === 0) return [];
    const shared = aliases.filter(({key}) => outside(key) && !whole(key)).map(({rid}) => rid);
    const symbols = [...members].filter((rid) => !shared.includes(rid)).map((rid) => SYMBOLS[rid] ?? '');
    return [...new Set([...named, ...symbols])].filter((key) => values.includes(key)).map((key) => `${word} ${key}`);
  });
}

it('a family’s word leads to its own names and to its members, but for those that it shares', async () => {
  const shell = await openShell();
  const target = fc.record({
    names: fc.uniqueArray(fc.tuple(fc.constantFrom(...ALIASES), fc.constantFrom(2, 3, 3, 3)), {maxLength: 4}),
  });
  await shell.connection.run(`create macro norm(text) as lower(text);
    create table target_key (rid integer, key varchar, label varchar, rung integer);
    create table target_name (key varchar, label varchar);
    create table value (label_id integer, field varchar, norm varchar)`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(target, {minLength: 2, maxLength: SYMBOLS.length}),
      fc.subarray([...SYMBOLS, ...ALIASES]),
      async (targets, values) => {
        const keys = targets.flatMap(({names}, rid): Key[] => [
          {rid, key: SYMBOLS[rid] ?? '', rung: 1},
          ...names.map(([key, rung]) => ({rid, key, rung})),
        ]);
        const rows = keys.map(({rid, key, rung}) => `(${rid}, '${key}', '${SYMBOLS[rid]?.toUpperCase()}', ${rung})`);
        await shell.connection.run(
          `delete from target_key; delete from value; insert into target_key values ${rows.join()}`,
        );
        for (const [index, norm] of values.entries())
          await shell.connection.run(`insert into value values (${index}, 'target', '${norm}')`);
        await shell.connection.run(`drop table if exists target_family; ${declarationOf('target_family').text}`);
        const found = await shell.rows('select f.key, v.norm from target_family f join value v using (label_id)');
        expect(found.map(({key, norm}) => `${key} ${norm}`).sort()).toEqual(families(keys, values).sort());
      },
    ),
    {numRuns: 100},
  );
  shell.close();
});
