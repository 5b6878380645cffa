/** Figures of one measured thing, in milliseconds. */
export interface Timing {
  name: string;
  p50: number;
  p95: number;
  runs: number;
}

/** Runs work some times warm and gives its median and 95th percentile. */
export async function time(name: string, runs: number, work: (index: number) => Promise<unknown>): Promise<Timing> {
  for (let index = 0; index < Math.min(20, runs); index++) await work(-1 - index);
  const samples: number[] = [];
  for (let index = 0; index < runs; index++) {
    const started = performance.now();
    await work(index);
    samples.push(performance.now() - started);
  }
  samples.sort((a, b) => a - b);
  return {name, p50: at(samples, 0.5), p95: at(samples, 0.95), runs};
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A seeded generator (mulberry32), so that two runs ask the same questions. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Timings as aligned lines, each also as a multiple of the floor of the same run. */
export function table(timings: readonly (Timing & {goal?: string})[], floor: number): string {
  const line = (name: string, cells: readonly string[], goal: string) =>
    `${name.padEnd(42)}${cells.map((cell) => cell.padStart(9)).join('')}   ${goal}`.trimEnd();
  return [
    line('ms', ['p50', 'p95', '× floor'], 'to reach: p50 (p95)'),
    ...timings.map(({name, p50, p95, goal = ''}) =>
      line(name, [p50.toFixed(2), p95.toFixed(2), (p50 / floor).toFixed(1)], goal),
    ),
  ].join('\n');
}
