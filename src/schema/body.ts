import type {Detail} from '../errors.ts';

/** Levels of nesting that are read. What is asked has fewer than ten; checks that recurse need a thousand times as many to fail. */
const DEEPEST = 100;

/**
 * What no request may hold, whatever it asks: names that reach an object's prototype where it is copied (they would be
 * dropped or, in careless code, change every object), and nesting that a recursive check does not survive.
 * @param value Parsed JSON.
 */
export function faultOf(value: unknown): Detail | undefined {
  let level: {value: unknown; path: readonly string[]}[] = [{value, path: []}];
  for (let depth = 0; level.length > 0; depth++) {
    const below: typeof level = [];
    for (const {value: one, path} of level) {
      if (one === null || typeof one !== 'object') continue;
      if (depth >= DEEPEST) return {path: path[0] ?? '', message: `Nested more than ${DEEPEST} levels deep.`};
      for (const [name, member] of Object.entries(one)) {
        const at = [...path, name];
        if (name === '__proto__' || (name === 'constructor' && hasPrototype(member)))
          return {path: at.join('.'), message: 'Not allowed as a name.'};
        below.push({value: member, path: at});
      }
    }
    level = below;
  }
  return undefined;
}

function hasPrototype(value: unknown): boolean {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, 'prototype');
}
