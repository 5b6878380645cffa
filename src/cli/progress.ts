import type CliProgress from 'cli-progress';
import type {OnProgress} from '../progress.ts';

/** Minimum time between two lines of a log for one phase. */
const LINE_EVERY_MS = 2000;

/** Shorter work is not reported in a log. */
const QUIET_MS = 2000;

/** Progress on stderr: a bar on a terminal; otherwise one line per step, if it takes a while. */
export function progressPrinter(): {onProgress: OnProgress; stop: () => void} {
  return process.stderr.isTTY ? bar() : lines();
}

function bar(): {onProgress: OnProgress; stop: () => void} {
  let library: typeof CliProgress | undefined;
  let isLoading = false;
  let shown: CliProgress.SingleBar | undefined;
  let phase: string | undefined;
  const stop = () => {
    shown?.stop();
    shown = undefined;
  };
  return {
    stop,
    onProgress(progress) {
      if (progress.phase !== phase) stop();
      phase = progress.phase;
      // Loaded at the first step of long work, because most commands need no progress.
      if (!isLoading) {
        isLoading = true;
        void import('cli-progress').then((loaded) => {
          library = loaded.default;
        });
      }
      if (library === undefined) return;
      shown ??= start(library, progress.total);
      shown.update(progress.done, {phase: progress.phase, note: progress.note ?? ''});
      if (progress.total !== null && progress.done >= progress.total) stop();
    },
  };
}

function start({SingleBar, Presets}: typeof CliProgress, total: number | null): CliProgress.SingleBar {
  const bar = new SingleBar(
    {format: '{phase} {bar} {percentage}% {note}', stream: process.stderr, hideCursor: true, clearOnComplete: true},
    Presets.shades_classic,
  );
  bar.start(total ?? 0, 0, {phase: '', note: ''});
  return bar;
}

function lines(): {onProgress: OnProgress; stop: () => void} {
  let last = '';
  let shown = {phase: '', at: 0};
  const start = Date.now();
  return {
    stop() {},
    onProgress({phase, done, total, note}) {
      if (Date.now() - start < QUIET_MS) return;
      const line = `${phase}${note === undefined ? '' : ` ${note}`} ${done}${total === null ? '' : `/${total}`}`;
      const isDue = phase !== shown.phase || done === total || Date.now() - shown.at >= LINE_EVERY_MS;
      if (line === last || !isDue) return;
      process.stderr.write(`${line}\n`);
      last = line;
      shown = {phase, at: Date.now()};
    },
  };
}
