/** What ends a command besides Ctrl-C: being told to, and the terminal being closed. */
export const ENDING = ['SIGTERM', 'SIGHUP'] as const;

/** Resolves when the process is to end; the caller then drains connections and ends. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of [...ENDING, 'SIGINT']) process.once(signal, () => resolve());
  });
}
