import {existsSync, mkdirSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {memoryOf} from './memory.ts';
import type {Params, Peer, PeerModule, Place, Times} from './peer.ts';
import {JsonProcess} from './process.ts';

const PYTHON = fileURLToPath(new URL('./.venv/bin/python', import.meta.url));
const SERVE = fileURLToPath(new URL('./python/serve.py', import.meta.url));

/** An engine of which there is a Python package alone. @param name Of the module in `python/`. */
function pythonProcess(name: string, {rows, folder}: Place): JsonProcess {
  if (!existsSync(PYTHON))
    throw new Error(
      'there is no benchmarks/peers/.venv; there: python3 -m venv .venv && .venv/bin/pip install -r requirements.txt',
    );
  return new JsonProcess(PYTHON, [SERVE, name, rows.folder, folder]);
}

/** A peer whose answers a module of Python gives. */
export function pythonPeer(name: string): PeerModule {
  return {
    async load(place) {
      rmSync(place.folder, {recursive: true, force: true});
      mkdirSync(place.folder, {recursive: true});
      const python = pythonProcess(name, place);
      try {
        await python.tell({do: 'load'});
      } finally {
        await python.ended();
      }
    },
    async open(place): Promise<Peer> {
      const python = pythonProcess(name, place);
      const {title, questions} = await python.tell<{title: string; questions: string[]}>({do: 'open'});
      const asking = (question: string) => async (params: Params) =>
        (await python.tell<string[][]>({do: 'answers', question, params: [params]}))[0] ?? [];
      return {
        title,
        answers: Object.fromEntries(questions.map((question) => [question, asking(question)])),
        times: (question, params) => python.tell<Times>({do: 'times', question, params}),
        memoryBeside: () => memoryOf(python.pid),
        close: () => python.ended(),
      };
    },
    size: ({folder}) =>
      readdirSync(folder, {recursive: true, encoding: 'utf8'}).reduce((sum, file) => {
        const found = statSync(join(folder, file));
        return sum + (found.isFile() ? found.size : 0);
      }, 0),
  };
}
