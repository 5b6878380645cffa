/** Milliseconds between two interruptions of work that goes on. */
const AGAIN = 50;

/**
 * Interrupts work when a signal aborts, also if it has aborted already. DuckDB forgets an interruption that arrives
 * between two statements or before one has started, so it is repeated until the work has ended.
 * @returns To be called when the work has ended.
 */
export function interruptOnAbort(signal: AbortSignal | undefined, interrupt: () => void): () => void {
  if (signal === undefined) return () => {};
  let repeated: NodeJS.Timeout | undefined;
  const abort = () => {
    interrupt();
    repeated = setInterval(interrupt, AGAIN);
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, {once: true});
  return () => {
    signal.removeEventListener('abort', abort);
    clearInterval(repeated);
  };
}
