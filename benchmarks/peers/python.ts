import {type ChildProcessByStdio, spawn} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import type {Readable, Writable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {memoryOf} from './memory.ts';
import type {Params, Peer, PeerModule, Place, Times} from './peer.ts';

const PYTHON = fileURLToPath(new URL('./.venv/bin/python', import.meta.url));
const SERVE = fileURLToPath(new URL('./python/serve.py', import.meta.url));

/** An engine of which there is a Python package alone, in a Python process: told by lines of JSON, as `child.ts` is. */
class PythonProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  /** @param name Of the module in `python/`. */
  constructor(name: string, {rows, folder}: Place) {
    if (!existsSync(PYTHON))
      throw new Error(
        'there is no benchmarks/peers/.venv; there: python3 -m venv .venv && .venv/bin/pip install -r requirements.txt',
      );
    this.#child = spawn(PYTHON, [SERVE, name, rows.folder, folder], {stdio: ['pipe', 'pipe', 'inherit']});
    this.#lines = createInterface({input: this.#child.stdout})[Symbol.asyncIterator]();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async tell<T>(command: object): Promise<T> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    const {value, done} = await this.#lines.next();
    if (done === true) throw new Error('The Python process ended.');
    const answer = JSON.parse(value) as T & {error?: string};
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin.end();
    await ended;
  }
}

/** A peer whose answers a module of Python gives. */
export function pythonPeer(name: string): PeerModule {
  return {
    async load(place) {
      rmSync(place.folder, {recursive: true, force: true});
      mkdirSync(place.folder, {recursive: true});
      const python = new PythonProcess(name, place);
      try {
        await python.tell({do: 'load'});
      } finally {
        await python.end();
      }
    },
    async open(place): Promise<Peer> {
      const python = new PythonProcess(name, place);
      const {title, questions} = await python.tell<{title: string; questions: string[]}>({do: 'open'});
      const asking = (question: string) => async (params: Params) =>
        (await python.tell<string[][]>({do: 'answers', question, params: [params]}))[0] ?? [];
      return {
        title,
        answers: Object.fromEntries(questions.map((question) => [question, asking(question)])),
        times: (question, params) => python.tell<Times>({do: 'times', question, params}),
        memoryBeside: () => memoryOf(python.pid),
        close: () => python.end(),
      };
    },
    size: ({folder}) =>
      readdirSync(folder, {recursive: true, encoding: 'utf8'}).reduce((sum, file) => {
        const found = statSync(join(folder, file));
        return sum + (found.isFile() ? found.size : 0);
      }, 0),
  };
}
