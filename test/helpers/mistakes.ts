import fc from 'fast-check';

/** One of some words with up to two mistakes: a letter more or less, another one, or two that changed places. */
export function withMistakes(words: readonly string[]): fc.Arbitrary<string> {
  const mistake = fc.record({
    at: fc.nat(20),
    what: fc.constantFrom('drop', 'add', 'replace', 'swap'),
    letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  });
  return fc
    .tuple(fc.constantFrom(...words), fc.array(mistake, {maxLength: 2}))
    .map(([word, mistakes]) => mistakes.reduce(mistaken, word));
}

function mistaken(word: string, {at, what, letter}: {at: number; what: string; letter: string}): string {
  const place = at % (word.length + 1);
  const [before, after] = [word.slice(0, place), word.slice(place)];
  if (what === 'add') return before + letter + after;
  if (what === 'drop') return before + after.slice(1);
  if (what === 'replace') return before + letter + after.slice(1);
  return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
}
