/** How far a long piece of work is. `done` and `total` count the phase's own unit; total is null when unknown. */
export interface Progress {
  phase: string;
  done: number;
  total: number | null;
  note?: string;
}

export type OnProgress = (progress: Progress) => void;
