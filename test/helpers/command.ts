import {type ChildProcess, spawn} from 'node:child_process';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the built command; `env` adds to or (undefined) removes from the environment. */
export function start(words: readonly string[], env: Record<string, string | undefined> = {}): ChildProcess {
  const merged: NodeJS.ProcessEnv = {...process.env, ...env};
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete merged[name];
  return spawn(process.execPath, ['bin/biograph.js', ...words], {env: merged});
}

/** Runs the built command to its end. */
export function biograph(
  words: readonly string[],
  options: {env?: Record<string, string | undefined>; input?: string} = {},
): Promise<Ran> {
  const child = start(words, options.env);
  child.stdin?.end(options.input ?? '');
  return ended(child);
}

export function ended(child: ChildProcess): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (part: Buffer) => {
    stdout += part;
  });
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({code, stdout, stderr}));
  });
}

/** Resolves with the first line a process prints on stdout. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('close', () => reject(new Error(`It ended before it said a line: ${text}`)));
  });
}
