import {type ChildProcess, spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import type {Command} from './child.ts';
import type {Place} from './peer.ts';

/** A peer at work in a process of its own. */
export class PeerProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(name: string, place: Place) {
    const words = [
      '--import',
      'tsx',
      fileURLToPath(new URL('./child.ts', import.meta.url)),
      name,
      JSON.stringify(place),
    ];
    const env = {...process.env, UV_THREADPOOL_SIZE: '12'};
    this.#child = spawn(process.execPath, words, {stdio: ['pipe', 'pipe', 'inherit'], env});
    this.#lines = createInterface({input: this.#child.stdout as NodeJS.ReadableStream})[Symbol.asyncIterator]();
  }

  async tell<T>(command: Command): Promise<T> {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    const {value, done} = await this.#lines.next();
    if (done === true) throw new Error('The peer’s process ended.');
    const answer = JSON.parse(value) as T & {error?: string};
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /** @returns MiB it had in memory at the end. */
  async end(): Promise<number> {
    const {mib} = await this.tell<{mib: number}>({do: 'close'});
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin?.end();
    await ended;
    return mib;
  }
}
