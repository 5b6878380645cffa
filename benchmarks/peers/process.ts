import {type ChildProcessByStdio, spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import type {Readable, Writable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import type {Command} from './child.ts';
import type {Place} from './peer.ts';

/** A process that is told what to do by lines of JSON and answers with lines of JSON. */
export class JsonProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(command: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.#child = spawn(command, words, {stdio: ['pipe', 'pipe', 'inherit'], env});
    this.#lines = createInterface({input: this.#child.stdout})[Symbol.asyncIterator]();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async tell<T>(command: object): Promise<T> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    const {value, done} = await this.#lines.next();
    if (done === true) throw new Error('The peer’s process ended.');
    const answer = JSON.parse(value) as T & {error?: string};
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /** Lets it end, since nothing more is asked, and waits for that. */
  async ended(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin.end();
    await ended;
  }
}

/** A peer at work in a process of its own. */
export class PeerProcess {
  readonly #process: JsonProcess;

  constructor(name: string, place: Place) {
    const child = fileURLToPath(new URL('./child.ts', import.meta.url));
    const words = ['--import', 'tsx', child, name, JSON.stringify(place)];
    this.#process = new JsonProcess(process.execPath, words, {...process.env, UV_THREADPOOL_SIZE: '12'});
  }

  tell<T>(command: Command): Promise<T> {
    return this.#process.tell<T>(command);
  }

  /** @returns MiB it had in memory at the end. */
  async end(): Promise<number> {
    const {mib} = await this.tell<{mib: number}>({do: 'close'});
    await this.#process.ended();
    return mib;
  }
}
