import {describe, expect, it} from 'vitest';
import {type Declaration, INPUTS, inOrder, withoutComments} from '../../src/tables/declarations.ts';

const all = inOrder();
const made = new Map(all.flatMap((one) => one.makes.map((table) => [table, one.name] as const)));

/** The tables of others that the statements of a file name, its own subqueries' names left out. */
function read({text, makes}: Declaration): string[] {
  const code = withoutComments(text);
  const within = [
    ...code.matchAll(/(?:\bwith(?: recursive)?|,)\s+(\w+)(?:\s*\([^()]*\))?\s+as\s+(?:materialized\s+)?\(/g),
  ].map(([, name]) => name as string);
  const named = [...code.matchAll(/\b(?:from|join|update|into|table|view|on)\s+\(?\s*(?:from\s+)?(\w+)/g)].map(
    ([, name]) => name as string,
  );
  const called = [...code.matchAll(/\b(\w+)\(/g)]
    .map(([, name]) => name as string)
    .filter((name) => made.get(name) !== 'macros');
  const known = [...named, ...called].filter((name) => made.has(name) || INPUTS.includes(name));
  return [...new Set(known.filter((name) => !makes.includes(name) && !within.includes(name)))].sort();
}

describe('a declared table', () => {
  it.each(all)('$name says what it reads', (one) => {
    expect(one.reads).toEqual(read(one));
  });

  it('has a name of its own', () => {
    const names = all.flatMap(({makes}) => makes);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('comes after what it reads, and after the last reader of what it drops', () => {
    const at = (name: string) => all.findIndex((one) => one.name === name);
    for (const one of all) {
      for (const table of one.reads)
        if (made.has(table)) expect(at(made.get(table) ?? ''), table).toBeLessThan(at(one.name));
      for (const table of one.drops)
        for (const other of all)
          if (other !== one && other.reads.includes(table)) expect(at(other.name), table).toBeLessThan(at(one.name));
    }
  });
});
