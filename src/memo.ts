/** The same function of a text, which remembers what it made of the last ones. What it returns must not be changed. */
export function memoized<T>(make: (text: string) => T, most = 64): (text: string) => T {
  let known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    if (known.size >= most) known = new Map();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
