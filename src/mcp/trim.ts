/** What was cut from a value. */
export class Cut {
  /** Entries of lists and members of objects. */
  entries = 0;
  /** The same and characters of texts, by path. */
  readonly at = new Map<string, number>();

  count(path: string, entries: number, characters = 0): void {
    if (entries + characters === 0) return;
    this.entries += entries;
    this.at.set(path, (this.at.get(path) ?? 0) + entries + characters);
  }
}

/** Nested lists are shortened down to this depth; anything deeper is kept or left out as a whole. */
const DEEPEST = 40;

/**
 * Shortens a value to at most `room` characters of JSON: small parts stay complete, long ones share the remaining
 * space, and lists are cut to complete entries if one fits. `cut` counts what is left out.
 */
export function trim(value: unknown, room: number, cut: Cut, path = '', depth = 0): unknown {
  if (sizeOf(value) <= room) return value;
  if (typeof value === 'string') return shortened(value, room, cut, path);
  if (value === null || typeof value !== 'object' || depth === DEEPEST) {
    cut.count(path, 1);
    return null;
  }
  return Array.isArray(value) ? someOf(value, room, cut, path, depth) : shared(value, room, cut, path, depth);
}

/** Characters of a value's JSON. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function shortened(text: string, room: number, cut: Cut, path: string): string {
  // An escape takes at most six characters, the quotes two.
  const most = room - 8;
  let end = Math.max(0, Math.min(text.length, most));
  while (end > 0 && sizeOf(text.slice(0, end)) > most) end = Math.floor(end * 0.9);
  // Half of a surrogate pair is not a character.
  if (/[\ud800-\udbff]$/.test(text.slice(0, end))) end--;
  cut.count(path, 0, text.length - end);
  return `${text.slice(0, end)}…`;
}

function someOf(list: readonly unknown[], room: number, cut: Cut, path: string, depth: number): unknown[] {
  const kept: unknown[] = [];
  let left = room - 2;
  for (const entry of list) {
    const size = sizeOf(entry) + 1;
    if (size > left) break;
    kept.push(entry);
    left -= size;
  }
  if (kept.length === 0 && room > 64) kept.push(trim(list[0], left, cut, `${path}[0]`, depth + 1));
  cut.count(path, list.length - kept.length);
  return kept;
}

/** Members in their order; the long ones share equally what the short ones leave. */
function shared(object: object, room: number, cut: Cut, path: string, depth: number): Record<string, unknown> {
  const members = Object.entries(object).map(([key, value]) => ({
    key,
    value,
    name: sizeOf(key) + 2,
    size: sizeOf(value),
  }));
  let left = room - 2;
  let waiting = members.length;
  const given = new Map<string, number>();
  for (const {key, name, size} of [...members].sort((a, b) => a.name + a.size - b.name - b.size)) {
    const part = Math.min(size, Math.floor(left / waiting) - name);
    waiting--;
    if (part < Math.min(size, 16)) continue;
    given.set(key, part);
    left -= part + name;
  }
  const kept: Record<string, unknown> = {};
  for (const {key, value} of members) {
    const part = given.get(key);
    if (part === undefined) cut.count(path, 1);
    else kept[key] = trim(value, part, cut, path === '' ? key : `${path}.${key}`, depth + 1);
  }
  return kept;
}
