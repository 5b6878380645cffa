/** Parameters of one question, as `questions.ts` draws them. */
export type Params = Readonly<Record<string, string>>;

/** A time as the tables of peers have it: microseconds since 1970. */
export function microseconds(time: string): number {
  return Date.parse(time) * 1000;
}

/** Files all peers are loaded from. */
export interface Rows {
  /** Folder with entity, edge and label, each as `.parquet` and `.csv` without a header. */
  folder: string;
}

/** Where a peer keeps what it loaded. */
export interface Place {
  rows: Rows;
  folder: string;
  /** The biograph store. */
  store: string;
}

/** Milliseconds of each answer, and the CPU of all of them. */
export interface Times {
  ms: number[];
  cpu: number;
}

/** One way to answer the questions. What it cannot be asked is not among its answers. */
export interface Peer {
  /** Name and version, for the table. */
  readonly title: string;
  /** Answers by the question's name, as texts that can be compared. */
  readonly answers: Readonly<Record<string, (params: Params) => Promise<readonly string[]> | readonly string[]>>;
  /** Takes the times itself, where the engine is in another process and a pipe would be timed with it. */
  times?(question: string, params: readonly Params[]): Promise<Times>;
  /** The text of an entity by itself, for HTTP. */
  document?(id: string): Promise<string> | string;
  /** CPU in milliseconds that other processes spent on answers so far. */
  cpuBeside?(): number;
  /** Memory of other processes, in bytes. */
  memoryBeside?(): number;
  close(): Promise<void> | void;
}

/** A peer as its module exports it. */
export interface PeerModule {
  /** Loads the rows and makes every index. */
  load(place: Place): Promise<void>;
  open(place: Place): Promise<Peer>;
  /** Bytes on the disk. */
  size(place: Place): number;
}
